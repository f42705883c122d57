const words = [];
for (const cell of document.querySelectorAll('.brief :is(td, thead th)')) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        for (const word of walker.currentNode.data.matchAll(/(?<!\S)[\w.]{2,12}(?!\S)/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, word.index);
            range.setEnd(walker.currentNode, word.index + word[0].length);
            const tops = new Set([...range.getClientRects()].map((one) => one.top));
            words.push([word[0], tops.size]);
        }
    }
}
return words;
