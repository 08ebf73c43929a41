// The cases of a study: a scatter plot of two columns, and parallel coordinates of all of them. A click on a point
// or a line picks its case; then its numbers are shown, and the command that runs it alone.
import { el, svg } from "../dom";
import { number } from "../format";
import type { CaseColumn, CasesSection, ChartSection } from "../page";
import { commandRow } from "../sections/foot";
import { draw, type Spot } from "./draw";
import { domain, Scale } from "./scale";

const near = 24; // px

export function casesSection(section: CasesSection): HTMLElement {
  const { columns, cases } = section;
  const right = (c: CaseColumn): boolean => c.values.length === cases.length;
  if (columns.length < 2 || !columns.every(right) || section.failed.length !== cases.length || section.commands.length !== cases.length) {
    throw new Error("its columns differ in length");
  }
  let picked = -1;
  const choose = (name: string, first: number): HTMLSelectElement => {
    const box = el("select", { "aria-label": name, on: { change: () => render(true) } });
    columns.forEach((c, i) => box.append(el("option", { value: i, selected: i === first }, c.name)));
    return box;
  };
  const metric = Math.max(1, columns.findIndex((c) => c.metric));
  const xs = choose("horizontal axis", columns.findIndex((c, i) => i !== metric && !c.words) < 0 ? 0 : columns.findIndex((c, i) => i !== metric && !c.words));
  const ys = choose("vertical axis", metric);
  const scatter = el("div", { class: "chart cases-scatter" });
  const parallel = el("div", { class: "chart cases-parallel" });
  const detail = el("div", { class: "case-detail", role: "status" }, el("p", { class: "muted" }, "Click a point or a line to see the case and the command that runs it."));
  let spots: Spot[] = [];
  let indices: number[][] = [];
  let paths: [number, number][][] = [];
  let width = 0;

  const pick = (i: number): void => {
    picked = i;
    detail.replaceChildren(...details(section, i));
    render(true);
  };

  function render(again: boolean): void {
    const now = Math.floor(scatter.clientWidth);
    if (now <= 0 || (now === width && !again)) return;
    width = now;
    const [x, y] = [columns[Number(xs.value)], columns[Number(ys.value)]];
    const both = cases.map((_, i) => i).filter((i) => x.values[i] !== null && y.values[i] !== null);
    indices = [both, both.filter((i) => i === picked)];
    const curve = (name: string, all: number[]) => ({ name, x: all.map((i) => x.values[i]!), y: all.map((i) => y.values[i]), style: "points" as const });
    const axis = (c: CaseColumn) => ({ label: c.words ? `${c.name}: ${c.words.map((w, k) => `${k} ${w}`).join(", ")}`.slice(0, 90) : c.name, unit: "" });
    const asChart: ChartSection = { type: "chart", id: "", title: "", x: axis(x), y: axis(y), curves: [curve("cases", indices[0]), curve("picked", indices[1])] };
    const drawing = draw(asChart, width, Math.round(Math.min(400, Math.max(250, 0.5 * width))));
    spots = drawing.spots;
    scatter.replaceChildren(drawing.root);
    const lines = drawParallel(section, picked, width);
    paths = lines.paths;
    parallel.replaceChildren(lines.root);
  }
  new ResizeObserver(() => render(false)).observe(scatter);

  scatter.addEventListener("click", (e) => {
    const box = scatter.getBoundingClientRect();
    let best: Spot | null = null;
    let least = near;
    for (const spot of spots) {
      const d = Math.hypot(spot.x - (e.clientX - box.left), spot.y - (e.clientY - box.top));
      if (d < least) [least, best] = [d, spot];
    }
    if (best) pick(indices[best.curve][best.point]);
  });
  parallel.addEventListener("click", (e) => {
    const box = parallel.getBoundingClientRect();
    let best = -1;
    let least = near;
    paths.forEach((path, i) => {
      const d = distance(path, e.clientX - box.left, e.clientY - box.top);
      if (d < least) [least, best] = [d, i];
    });
    if (best >= 0) pick(best);
  });
  return el("div", { class: "cases" }, el("p", { class: "cases-axes" }, ys, " over ", xs), scatter, parallel, detail);
}

function details(section: CasesSection, i: number): HTMLElement[] {
  const shown = (c: CaseColumn): string => {
    const x = c.values[i];
    return x === null ? "–" : c.words ? (c.words[x] ?? "–") : number(x, 6);
  };
  const list = el("p", {}, el("strong", {}, `case ${section.cases[i]}`), section.failed[i] ? ", failed" : "", ": ",
    section.columns.map((c) => `${c.name} ${shown(c)}`).join(", "));
  return [list, commandRow(section.commands[i])];
}

// A vertical axis for each column, a line for each case.
function drawParallel(section: CasesSection, picked: number, width: number): { root: SVGElement; paths: [number, number][][] } {
  const { columns, cases } = section;
  const [left, right, top, bottom] = [46, width - 46, 34, 250];
  const root = svg("svg", { width, height: bottom + 22, viewBox: `0 0 ${width} ${bottom + 22}`, role: "img", "aria-label": "all columns side by side" });
  const place = columns.map((_, k) => left + ((right - left) * k) / (columns.length - 1));
  const scales = columns.map((c) => {
    const all = c.values.filter((x): x is number => x !== null);
    const [low, high] = all.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
    return low < high ? new Scale(low, high, false, bottom, top) : new Scale(...domain(all, false, false), false, bottom, top);
  });
  const paths = cases.map((_, i) => columns.flatMap((c, k): [number, number][] => {
    const x = c.values[i];
    return x === null ? [] : [[place[k], scales[k].place(x)]];
  }));
  const line = (i: number, look: string): void => {
    const d = paths[i].map(([a, b], k) => `${k ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join("");
    if (d) root.append(svg("path", { d, class: `curve ${look}` }));
  };
  cases.forEach((_, i) => line(i, section.failed[i] ? "curve-7 case-line dashed" : "curve-0 case-line"));
  columns.forEach((c, k) => {
    root.append(svg("line", { x1: place[k], x2: place[k], y1: top, y2: bottom, class: "frame-line" }));
    const long = c.name.length > 16 ? `${c.name.slice(0, 15)}…` : c.name;
    root.append(svg("text", { x: place[k], y: k % 2 ? 26 : 12, class: "axis-name", "text-anchor": k === 0 ? "start" : k === columns.length - 1 ? "end" : "middle" }, long));
    for (const [x, y] of [[scales[k].low, bottom + 14], [scales[k].high, top - 2]] as const) {
      if (!c.words && columns.length <= 9) root.append(svg("text", { x: place[k], y, class: "tick", "text-anchor": "middle" }, y > top ? number(x, 3) : ""));
    }
  });
  if (picked >= 0) line(picked, "curve-1 case-picked");
  return { root, paths };
}

// From a point to a polyline.
function distance(path: readonly [number, number][], x: number, y: number): number {
  let least = Infinity;
  for (let k = 1; k < path.length; ++k) {
    const [[ax, ay], [bx, by]] = [path[k - 1], path[k]];
    const [dx, dy] = [bx - ax, by - ay];
    const s = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(ax + s * dx - x, ay + s * dy - y));
  }
  return least;
}
