// Texts whose contrast with what is behind them is below 4.5 (3 if large), as WCAG AA asks. Runs in the page.
export function faint() {
  const numbers = (text) => {
    const n = text.match(/-?[\d.]+(e-?\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
    if (text.startsWith("color(srgb")) return [255 * n[0], 255 * n[1], 255 * n[2], n[3] ?? 1];
    return [n[0], n[1], n[2], n[3] ?? 1];
  };
  const over = (top, under) => top.slice(0, 3).map((c, i) => c * top[3] + under[i] * (1 - top[3]));
  const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const behind = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(numbers(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const text = [...element.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent.trim()).join("");
    if (!text || element.closest("script, style, noscript, option") || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const svg = element.namespaceURI.endsWith("svg");
    const paper = behind(element);
    const ink = over(numbers(svg ? style.fill : style.color), paper);
    const [a, b] = [luminance(ink), luminance(paper)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < (large ? 3 : 4.5)) found.push(`${contrast.toFixed(2)} ${element.className?.baseVal ?? element.className}: ${text.slice(0, 30)}`);
  }
  return [...new Set(found)];
}
