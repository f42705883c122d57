const style = document.createElement('style');
style.textContent = '.brief :is(td, thead th) { min-width: 4rem; overflow-wrap: anywhere; }';
document.body.append(style);
