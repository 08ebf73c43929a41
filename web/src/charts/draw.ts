// A chart as SVG: axes, curves, marks. Its colours come from style.css, so that it follows the theme
// and prints.
import { svg } from "../dom";
import { labelled, prose } from "../format";
import type { ChartSection, Curve } from "../page";
import { domain, Scale, type Tick } from "./scale";

export interface Spot {
  x: number; // px
  y: number;
  curve: number;
  point: number;
}

export interface Drawing {
  root: SVGElement;
  spots: Spot[];
}

// The colour of a curve: a dashed one takes that of the curve whose name its own begins with, the longest.
export function colourIndices(curves: readonly Curve[]): number[] {
  const out: number[] = [];
  let next = 0;
  curves.forEach((curve, i) => {
    let twin = -1;
    curves.slice(0, i).forEach((c, k) => {
      const fits = !c.dashed && c.name !== "" && curve.name.startsWith(c.name);
      if (fits && (twin < 0 || c.name.length > curves[twin].name.length)) twin = k;
    });
    out.push(curve.dashed && twin >= 0 ? out[twin] : next++);
  });
  return out;
}

export function draw(section: ChartSection, width: number, height: number): Drawing {
  const { curves } = section;
  const marks = section.marks ?? [];
  const numbers = (k: "x" | "y"): number[] => [
    ...curves.flatMap((c) => (c[k] as (number | null)[]).filter((v) => v !== null)),
    ...marks.map((m) => m[k]).filter((v) => v !== undefined),
  ];
  const bars = curves.some((c) => c.style === "bars");
  const filled = curves.some((c) => c.style === "bars" || (c.style === "area" && !section.equal));
  let [xLow, xHigh] = domain(numbers("x"), section.x.log ?? false, false);
  let [yLow, yHigh] = domain(numbers("y"), section.y.log ?? false, filled && !section.y.log);
  if (bars && !section.x.log) {
    const half = Math.max(...curves.filter((c) => c.style === "bars").map((c) => step(c.x))) / 2;
    [xLow, xHigh] = [Math.min(xLow, ...numbers("x").map((x) => x - half)), Math.max(xHigh, ...numbers("x").map((x) => x + half))];
  }

  const top = 12;
  const bottom = height - 46;
  const right = width - 14;
  // Room for the longest number beside the name of the axis.
  const numbered = new Scale(yLow, yHigh, section.y.log ?? false, bottom, top).ticks(Math.floor((bottom - top) / 42));
  const left = Math.max(56, 34 + Math.max(0, ...numbered.map((t) => wide(t.text))));
  if (section.equal && !section.x.log && !section.y.log) {
    const unit = Math.max((xHigh - xLow) / (right - left), (yHigh - yLow) / (bottom - top));
    const widen = (low: number, high: number, px: number): [number, number] => {
      const more = (unit * px - (high - low)) / 2;
      return [low - more, high + more];
    };
    [xLow, xHigh] = widen(xLow, xHigh, right - left);
    [yLow, yHigh] = widen(yLow, yHigh, bottom - top);
  }
  const x = new Scale(xLow, xHigh, section.x.log ?? false, left, right);
  const y = new Scale(yLow, yHigh, section.y.log ?? false, bottom, top);

  const root = svg("svg", { class: "chart-picture", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": spoken(section) });
  const clip = `clip-${section.id}`;
  // A point on the edge is drawn whole.
  root.append(svg("clipPath", { id: clip }, svg("rect", { x: left - 5, y: top - 5, width: right - left + 10, height: bottom - top + 10 })));
  axes(root, x.ticks(Math.floor((right - left) / 85)), y.ticks(Math.floor((bottom - top) / 42)), x, y, { left, right, top, bottom });
  root.append(
    svg("text", { x: (left + right) / 2, y: height - 8, class: "axis-name", "text-anchor": "middle" }, labelled(section.x.label, section.x.unit)),
    svg("text", { transform: `translate(15 ${(top + bottom) / 2}) rotate(-90)`, class: "axis-name", "text-anchor": "middle" }, labelled(section.y.label, section.y.unit)),
  );

  const inside = svg("g", { "clip-path": `url(#${clip})` });
  root.append(inside);
  const spots: Spot[] = [];
  const colours = colourIndices(curves);
  curves.forEach((curve, i) => inside.append(...drawCurve(curve, i, colours[i], x, y, bottom, spots)));
  const taken: Box[] = []; // where names of marks stand
  for (const mark of marks) {
    for (const key of ["x", "y"] as const) {
      const value = mark[key];
      if (value === undefined) continue;
      const scale = key === "x" ? x : y;
      if (!scale.shows(value)) continue;
      const at = scale.place(value);
      const line = key === "x" ? { x1: at, x2: at, y1: top, y2: bottom } : { x1: left, x2: right, y1: at, y2: at };
      inside.append(svg("line", { ...line, class: "mark-line" }));
      if (!mark.text) continue;
      const text = prose(mark.text);
      const long = wide(text);
      const beside = at + 5 + long > right ? [at - 5 - long, at + 5] : [at + 5, at - 5 - long];
      const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((row) => top + 14 + 15 * row);
      const lines = at < top + 20 ? [at + 14] : [at - 5, at + 14];
      const places = key === "x"
        ? rows.flatMap((y) => beside.map((x) => ({ x, y })))
        : [right - 6 - long, left + 6, (left + right - long) / 2].flatMap((x) => lines.map((y) => ({ x, y })));
      const { x: from, y: base } = freePlace(places, long, taken, { left, right });
      taken.push([from, base - 12, from + long, base + 3]);
      inside.append(svg("text", { x: from, y: base, class: "mark-text" }, text));
    }
  }
  return { root, spots };
}

type Box = [number, number, number, number]; // left, top, right, bottom

// The first place where a text covers no other; else the first.
export function freePlace(places: readonly { x: number; y: number }[], long: number, taken: readonly Box[], within: { left: number; right: number }): { x: number; y: number } {
  const free = places.find(({ x, y }) =>
    x >= within.left && x + long <= within.right && !taken.some((b) => x < b[2] + 6 && b[0] < x + long + 6 && y - 12 < b[3] && b[1] < y + 3));
  return free ?? places[0];
}

// About how wide a text of 12 px is.
function wide(text: string): number {
  return 7 * text.length;
}

function axes(root: SVGElement, xs: Tick[], ys: Tick[], x: Scale, y: Scale, b: { left: number; right: number; top: number; bottom: number }): void {
  for (const { at, text } of xs) {
    const p = x.place(at);
    root.append(svg("line", { x1: p, x2: p, y1: b.top, y2: b.bottom, class: text ? "grid" : "grid small" }));
    if (text) root.append(svg("text", { x: p, y: b.bottom + 17, class: "tick", "text-anchor": "middle" }, text));
  }
  for (const { at, text } of ys) {
    const p = y.place(at);
    root.append(svg("line", { x1: b.left, x2: b.right, y1: p, y2: p, class: text ? "grid" : "grid small" }));
    if (text) root.append(svg("text", { x: b.left - 7, y: p + 4, class: "tick", "text-anchor": "end" }, text));
  }
  root.append(svg("path", { d: `M${b.left} ${b.top}V${b.bottom}H${b.right}`, class: "frame-line" }));
}

function drawCurve(curve: Curve, i: number, colour: number, x: Scale, y: Scale, bottom: number, spots: Spot[]): SVGElement[] {
  const out: SVGElement[] = [];
  const look = `curve curve-${colour % 8}${curve.dashed ? " dashed" : ""}`;
  const base = y.log ? bottom : Math.min(bottom, y.place(0));
  const runs: [number, number][][] = [[]];
  curve.x.forEach((value, k) => {
    const h = curve.y[k];
    if (h === null || !x.shows(value) || !y.shows(h)) {
      runs.push([]);
      return;
    }
    const p: [number, number] = [x.place(value), y.place(h)];
    runs[runs.length - 1].push(p);
    spots.push({ x: p[0], y: p[1], curve: i, point: k });
  });
  const path = (run: [number, number][]): string => run.map(([a, b], k) => `${k ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join("");
  if (curve.style === "bars") {
    const half = step(curve.x) / 2;
    const ratio = curve.x.length > 1 ? Math.sqrt(Math.abs(curve.x[1] / curve.x[0])) || 1.1 : 1.1;
    curve.x.forEach((value, k) => {
      const h = curve.y[k];
      if (h === null || !x.shows(value) || !y.shows(h)) return;
      const a = x.place(x.log ? value / ratio : value - half);
      const b = x.place(x.log ? value * ratio : value + half);
      const at = y.place(h);
      const gap = b - a > 6 ? 1 : 0;
      out.push(svg("rect", { x: a, width: Math.max(0.7, b - a - gap), y: Math.min(at, base), height: Math.abs(base - at), class: `${look} bar` }));
    });
    return out;
  }
  for (const run of runs) {
    if (run.length === 0) continue;
    if (curve.style === "area") {
      // A closed curve is filled as it is, an open one down to zero.
      const [first, last] = [run[0], run[run.length - 1]];
      const closed = Math.hypot(first[0] - last[0], first[1] - last[1]) < 2;
      const d = closed ? `${path(run)}Z` : `${path(run)}L${last[0].toFixed(1)} ${base}L${first[0].toFixed(1)} ${base}Z`;
      out.push(svg("path", { d, class: `${look} fill` }));
    }
    // A point without neighbours has no line: it is a dot.
    if (curve.style === "line" && run.length === 1) out.push(svg("path", { d: symbol(0, run[0][0], run[0][1], 2.4), class: `${look} point` }));
    if (curve.style !== "points" && run.length > 1) out.push(svg("path", { d: path(run), class: look }));
    if (curve.style === "points" || curve.style === "both") {
      const size = run.length > 400 ? 1.6 : run.length > 80 ? 2.4 : 3.6;
      // Many points are squares, some hundred of them in one path: both are faster to draw.
      const dot = run.length > 400 ? 1 : colour;
      for (let k = 0; k < run.length; k += 200) {
        const d = run.slice(k, k + 200).map((p) => symbol(dot, p[0], p[1], size)).join("");
        out.push(svg("path", { d, class: `${look} point` }));
      }
    }
  }
  return out;
}

// Shapes tell the curves apart where colours do not.
export function symbol(i: number, x: number, y: number, r: number): string {
  const f = (v: number): string => v.toFixed(1);
  switch (i % 4) {
    case 0:
      return `M${f(x - r)} ${f(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    case 1:
      return `M${f(x - 0.9 * r)} ${f(y - 0.9 * r)}h${f(1.8 * r)}v${f(1.8 * r)}h${f(-1.8 * r)}Z`;
    case 2:
      return `M${f(x)} ${f(y - 1.2 * r)}L${f(x + 1.1 * r)} ${f(y + 0.8 * r)}H${f(x - 1.1 * r)}Z`;
    default:
      return `M${f(x)} ${f(y - 1.3 * r)}L${f(x + 1.3 * r)} ${f(y)}L${f(x)} ${f(y + 1.3 * r)}L${f(x - 1.3 * r)} ${f(y)}Z`;
  }
}

function step(x: readonly number[]): number {
  let least = Infinity;
  for (let i = 1; i < x.length; ++i) if (x[i] !== x[i - 1]) least = Math.min(least, Math.abs(x[i] - x[i - 1]));
  return Number.isFinite(least) ? least : 1;
}

function spoken(section: ChartSection): string {
  const names = section.curves.map((c) => c.name).filter(Boolean).join(", ");
  return `${section.title}: ${labelled(section.y.label, section.y.unit)} over ${labelled(section.x.label, section.x.unit)}; ${names}`;
}
