// A chart with its legend, what one points at, and its numbers as a table.
import { el, svg } from "../dom";
import { number, prose } from "../format";
import type { ChartSection } from "../page";
import { colourIndices, draw, symbol, type Spot } from "./draw";
import { scrolling } from "../sections/plain";

const mostRows = 2000;

export function chart(section: ChartSection): HTMLElement {
  // Axes around nothing would show numbers that mean nothing.
  if (section.curves.length === 0) return el("p", { class: "muted" }, "There is nothing to draw.");
  const host = el("div", { class: "chart" });
  const tip = el("div", { class: "tip", role: "status" });
  tip.hidden = true;
  let spots: Spot[] = [];
  let width = 0;

  const render = (): void => {
    const now = Math.floor(host.clientWidth);
    if (now <= 0 || now === width) return;
    width = now;
    const height = section.equal ? Math.min(0.92 * width, 480) : Math.min(400, Math.max(250, 0.5 * width));
    const drawing = draw(section, width, Math.round(height));
    spots = drawing.spots;
    host.replaceChildren(drawing.root, tip);
    tip.hidden = true;
  };
  new ResizeObserver(render).observe(host);

  host.addEventListener("pointermove", (e) => {
    const box = host.getBoundingClientRect();
    const [x, y] = [e.clientX - box.left, e.clientY - box.top];
    let best: Spot | null = null;
    let least = 30;
    for (const spot of spots) {
      const d = Math.hypot(spot.x - x, spot.y - y);
      if (d < least) {
        least = d;
        best = spot;
      }
    }
    tip.hidden = best === null;
    if (!best) return;
    const curve = section.curves[best.curve];
    const label = curve.labels?.[best.point];
    tip.replaceChildren(
      el("strong", {}, prose(label ? `${curve.name}: ${label}` : curve.name)),
      el("span", {}, `${section.x.label} ${number(curve.x[best.point])}, ${section.y.label} ${number(curve.y[best.point] ?? NaN)}`),
    );
    const onLeft = best.x > box.width / 2;
    tip.style.left = onLeft ? "" : `${best.x + 12}px`;
    tip.style.right = onLeft ? `${box.width - best.x + 12}px` : "";
    tip.style.top = `${Math.max(4, best.y - 20)}px`;
  });
  host.addEventListener("pointerleave", () => (tip.hidden = true));

  return el("div", {}, legend(section), host, values(section));
}

function legend(section: ChartSection): HTMLElement | null {
  const named = section.curves.filter((c) => c.name !== "");
  if (named.length === 0) return null;
  const colours = colourIndices(section.curves);
  const list = el("ul", { class: "chart-legend" });
  section.curves.forEach((curve, i) => {
    if (curve.name === "") return;
    const look = `curve curve-${colours[i] % 8}${curve.dashed ? " dashed" : ""}`;
    const picture = svg("svg", { width: 28, height: 12, "aria-hidden": "true" });
    if (curve.style === "bars") picture.append(svg("rect", { x: 8, y: 1, width: 12, height: 10, class: `${look} bar` }));
    if (curve.style === "area") picture.append(svg("rect", { x: 2, y: 1, width: 24, height: 10, class: `${look} fill` }));
    if (curve.style === "line" || curve.style === "both" || curve.style === "area") picture.append(svg("path", { d: "M1 6H27", class: look }));
    if (curve.style === "points" || curve.style === "both") picture.append(svg("path", { d: symbol(colours[i], 14, 6, 3.6), class: `${look} point` }));
    list.append(el("li", {}, picture, prose(curve.name)));
  });
  return list;
}

// For who cannot see the picture, and for who wants to copy the numbers.
function values(section: ChartSection): HTMLElement {
  const details = el("details", { class: "values" }, el("summary", {}, "Numbers"));
  const fill = (): void => {
    const labelled = section.curves.some((c) => c.labels);
    const heads = ["curve", section.x.label, section.y.label, ...(labelled ? ["point"] : [])];
    const row = el("tr");
    for (const h of heads) row.append(el("th", { scope: "col" }, h));
    const body = el("tbody");
    let rows = 0;
    for (const curve of section.curves) {
      for (let i = 0; i < curve.x.length && rows < mostRows; ++i, ++rows) {
        body.append(
          el("tr", {}, el("td", {}, curve.name), el("td", { class: "number" }, number(curve.x[i], 6)),
            el("td", { class: "number" }, number(curve.y[i] ?? NaN, 6)), labelled ? el("td", {}, prose(curve.labels?.[i] ?? "")) : null),
        );
      }
    }
    details.append(scrolling(`Numbers of ${section.title}`, el("table", { class: "data" }, el("thead", {}, row), body)));
    if (rows === mostRows) details.append(el("p", { class: "muted" }, `The first ${mostRows} rows.`));
  };
  details.addEventListener("toggle", () => details.open && details.childElementCount === 1 && fill());
  return details;
}
