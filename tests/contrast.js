const luminance = (parts) => {
  const [red, green, blue] = parts.slice(0, 3).map((part) => {
    const value = part / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
const behind = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const colour = parts(getComputedStyle(one).backgroundColor);
    if (colour.length < 4 || colour[3] === 1) return luminance(colour);
  }
  return 1;
};
document.querySelectorAll('details').forEach((one) => { one.open = true; });
const shown = [...document.querySelectorAll('main *')].filter((element) =>
  [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
return shown.map((element) => {
  const ink = luminance(parts(getComputedStyle(element).color)), ground = behind(element);
  return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
}).reduce((least, one) => Math.min(least, one), 21);
