// One plot of columns over time. Only its own curves are drawn on the canvas; the line of the present
// time lies over it, so that playing does not draw curves again.
import uPlot from "uplot";
import type { App } from "../app";
import { button, el, iconButton } from "../dom";
import { labelled, numberBeside, power, prose, tick, unitText } from "../format";
import type { PlotInfo } from "../page";
import { extremes, interpolated, type Numbers } from "../table";
import { colour, curveColour } from "../theme";
import { decades, logSplits, lonely, plotData, upperOf } from "./data";

export interface PlotEvents {
  zoomed(min: number, max: number): void;
  removed(plot: Plot): void;
  wanted(plot: Plot): void; // another signal for it
}

interface Chip {
  column: string;
  swatch: HTMLElement;
  value: HTMLElement;
  dot: HTMLElement;
  at: (t: number) => number;
  most: number; // the size of the largest value beside it
}

const axisWidth = 64;

export class Plot {
  readonly element = el("figure", { class: "plot", tabindex: 0, role: "group" });
  private readonly canvas = el("div", { class: "plot-canvas" });
  private readonly legend = el("div", { class: "legend" });
  private readonly line = el("div", { class: "now" });
  private readonly said = el("p", { class: "muted plot-note" });
  private readonly logButton: HTMLButtonElement;
  private chips: Chip[] = [];
  private chart: uPlot | null = null;
  private quiet = false;
  readonly title: string;
  readonly columns: string[];
  private log: boolean;
  range: [number, number]; // of time, as shown
  visible = false;

  constructor(
    private readonly app: App,
    private readonly info: PlotInfo,
    private readonly events: PlotEvents,
  ) {
    this.title = info.title;
    this.columns = [...info.columns];
    this.log = info.log ?? false;
    const { title } = this;
    this.range = [app.clock.start, app.clock.end];
    this.logButton = button("log", "Logarithmic scale", () => this.setLog(!this.log), { class: "switch small", "aria-pressed": String(this.log) });
    this.element.append(
      el("figcaption", {},
        el("span", { class: "plot-title" }, title),
        el("span", { class: "plot-tools" },
          button("+ signal", `Add a signal to ${title || "this plot"}`, () => events.wanted(this), { class: "switch small" }),
          this.logButton,
          button("reset", "All of the time (double click)", () => this.zoom(app.clock.start, app.clock.end), { class: "switch small" }),
          iconButton("close", `Remove plot ${title}`, () => events.removed(this), { class: "icon-button small" }))),
      this.legend,
      this.canvas,
      this.said,
    );
    this.element.addEventListener("keydown", (e) => this.key(e));
    this.name();
  }

  add(column: string): void {
    if (this.columns.includes(column)) return;
    this.columns.push(column);
    this.build();
  }

  private remove(column: string): void {
    this.columns.splice(this.columns.indexOf(column), 1);
    if (this.columns.length === 0) this.events.removed(this);
    else this.build();
  }

  setLog(on: boolean): void {
    this.log = on;
    this.logButton.setAttribute("aria-pressed", String(on));
    this.build();
  }

  // Draws it for the first time, or again with other columns.
  build(): void {
    this.chart?.destroy();
    this.name();
    const { app, columns } = this;
    const upper = this.info.upper ?? false;
    const { data, spans, negative } = plotData(app.tables, columns, this.log, upper);
    this.said.textContent = negative.length > 0 ? `Negative values are not shown on this scale: ${negative.join(", ")}.` : "";
    this.said.hidden = negative.length === 0;
    const marks = this.info.marks ?? [];
    const known = columns.filter((c) => app.tables.with(c));
    const units = [...new Set(known.map((c) => app.tables.info(c)!.unit))];
    const scales: uPlot.Scales = { x: { time: false } };
    const time: uPlot.Axis = { ...this.paint(), size: 30, values: (_u, splits) => ticks(splits) };
    // One row has one time: that is all there is to say of it.
    if (app.clock.end <= app.clock.start) time.splits = [app.clock.start];
    const axes: uPlot.Axis[] = [time];
    units.forEach((unit, i) => {
      const key = `y${i}`;
      const most = (u: uPlot): number => u.over.clientHeight / 26 || 6;
      scales[key] = this.log
        ? { distr: 3, log: 10, range: (_u, low, high) => decades(...withMarks(low, high, i === 0 ? marks : [])) }
        : { range: (_u, low, high) => room(...withMarks(low, high, i === 0 ? marks : [])) };
      axes.push({
        ...this.paint(),
        scale: key,
        side: i % 2 === 0 ? 3 : 1,
        size: axisWidth,
        label: unitText(unit) || undefined,
        labelSize: unitText(unit) ? 18 : 0,
        labelGap: 0,
        labelFont: "12px system-ui, sans-serif",
        grid: i === 0 ? this.paint().grid : { show: false },
        ...(this.log && { splits: (u: uPlot, _i: number, low: number, high: number) => logSplits(low, high, most(u)), filter: (_u: uPlot, splits: number[]) => splits }),
        values: (_u, splits) => (this.log ? logTicks(splits) : ticks(splits)),
      });
    });
    const series: uPlot.Series[] = [{}];
    known.forEach((column, i) => {
      const key = `y${units.indexOf(app.tables.info(column)!.unit)}`;
      const alone = lonely(data[i + 1] as ArrayLike<number | null>);
      const points: uPlot.Series.Points = {
        show: false, size: 6, width: 0, fill: () => curveColour(i), filter: () => (alone.length > 0 && !spans ? alone : null),
      };
      series.push({ scale: key, stroke: () => curveColour(i), width: 1.5, points, spanGaps: spans, pxAlign: 0 });
    });
    this.canvas.replaceChildren();
    this.chart = new uPlot(
      {
        width: Math.max(120, this.canvas.clientWidth),
        height: this.height(),
        scales,
        axes,
        series,
        padding: [10, units.length > 1 ? 0 : 14, 0, units.length === 0 ? 14 : 0],
        legend: { show: false },
        cursor: { x: false, y: false, points: { show: false }, drag: { x: true, y: false, setScale: true } },
        hooks: { setScale: [(u, key) => key === "x" && this.scaled(u)], draw: [(u) => units.length > 0 && this.drawMarks(u)], ready: [(u) => this.ready(u, known)] },
      },
      data,
      this.canvas,
    );
    this.show(...this.range);
  }

  private paint(): Pick<uPlot.Axis, "stroke" | "grid" | "ticks" | "font"> {
    const lines = { stroke: () => colour("grid"), width: 1 };
    return { stroke: () => colour("muted"), grid: lines, ticks: lines, font: "12px system-ui, sans-serif" };
  }

  // Lines across, on the first scale.
  private drawMarks(u: uPlot): void {
    const { ctx, bbox } = u;
    const px = devicePixelRatio || 1;
    for (const mark of this.info.marks ?? []) {
      const y = u.valToPos(mark.y, "y0", true);
      if (!(y >= bbox.top && y <= bbox.top + bbox.height)) continue;
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = colour("text");
      ctx.setLineDash([2 * px, 3 * px]);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      ctx.font = `${12 * px}px system-ui, sans-serif`;
      ctx.textAlign = "right";
      const text = prose(mark.text);
      const below = y < bbox.top + 20 * px;
      const [right, base] = [bbox.left + bbox.width - 6 * px, below ? y + 15 * px : y - 5 * px];
      ctx.setLineDash([]);
      ctx.lineWidth = 3 * px;
      ctx.strokeStyle = colour("raised");
      ctx.strokeText(text, right, base, bbox.width - 12 * px);
      ctx.fillText(text, right, base, bbox.width - 12 * px);
      ctx.restore();
    }
  }

  private height(): number {
    return this.canvas.clientWidth < 500 ? 190 : 210;
  }

  private ready(u: uPlot, known: string[]): void {
    u.over.append(this.line);
    const numbers = (column: string): Numbers => {
      const table = this.app.tables.with(column)!;
      return this.info.upper ? upperOf(table, column) : table.values(column)!;
    };
    const sizes = new Map<string, number>(); // of what is here, for each unit
    for (const column of known) {
      const unit = this.app.tables.info(column)!.unit;
      sizes.set(unit, Math.max(sizes.get(unit) ?? 0, ...extremes(numbers(column)).map(Math.abs).filter(Number.isFinite)));
    }
    this.chips = known.map((column, i) => {
      const info = this.app.tables.info(column)!;
      const [values, { time }] = [numbers(column), this.app.tables.with(column)!];
      const at = (t: number): number => interpolated(time, values, t);
      const value = el("output", { class: "chip-value" });
      const swatch = el("span", { class: "swatch" });
      const remove = iconButton("close", `Remove ${column}`, () => this.remove(column), { class: "chip-remove" });
      const name = el("span", { class: "chip-name", title: info.description || undefined }, column);
      const dot = el("div", { class: "dot" });
      u.over.append(dot);
      swatch.style.background = curveColour(i);
      dot.style.background = curveColour(i);
      this.legend.append(el("span", { class: "chip" }, swatch, name, value, el("span", { class: "muted" }, unitText(info.unit)), remove));
      return { column, swatch, value, dot, at, most: sizes.get(info.unit) ?? 0 };
    });
    const missing = this.columns.filter((c) => !known.includes(c));
    for (const column of missing) this.legend.append(el("span", { class: "chip muted" }, `${column}: not on this page`));
    const scrub = (e: PointerEvent): void => {
      if (e.pointerType === "mouse" && e.buttons !== 0) return; // dragging zooms
      const box = u.over.getBoundingClientRect();
      this.app.clock.pause();
      this.app.clock.set(u.posToVal(e.clientX - box.left, "x"));
    };
    u.over.addEventListener("pointermove", scrub);
    u.over.addEventListener("pointerdown", (e) => e.pointerType !== "mouse" && scrub(e));
    this.update(u);
  }

  private scaled(u: uPlot): void {
    const { min, max } = u.scales.x;
    if (min === undefined || max === undefined || min === null || max === null) return;
    if (!this.quiet) this.range = [min, max];
    if (!this.quiet && this.chart) this.events.zoomed(min, max);
    this.update(u);
  }

  private zoom(min: number, max: number): void {
    if (max > min) this.events.zoomed(min, max);
  }

  show(min: number, max: number): void {
    this.range = [min, max];
    if (!this.chart) return;
    this.quiet = true;
    this.chart.setScale("x", max > min ? { min, max } : { min: min - 1, max: max + 1 });
    this.quiet = false;
  }

  private key(e: KeyboardEvent): void {
    if (e.target !== this.element || e.ctrlKey || e.metaKey || e.altKey) return;
    const t = this.app.clock.t;
    const [low, high] = this.range;
    const by = e.key === "i" ? 0.5 : e.key === "o" ? 2 : 0;
    if (by === 0) return;
    e.preventDefault();
    e.stopPropagation();
    const { start, end } = this.app.clock;
    const min = Math.max(start, t - by * (t - low));
    const max = Math.min(end, t + by * (high - t));
    this.zoom(by === 2 && t <= low ? start : min, by === 2 && t >= high ? end : max);
  }

  // The line of the present time and the values there.
  update(u: uPlot | null = this.chart): void {
    if (!u) return;
    const { t } = this.app.clock;
    const width = u.over.clientWidth;
    const height = u.over.clientHeight;
    const x = u.valToPos(t, "x");
    const inside = x >= -0.5 && x <= width + 0.5;
    this.line.style.visibility = inside ? "visible" : "hidden";
    if (inside) this.line.style.transform = `translateX(${x.toFixed(1)}px)`;
    this.chips.forEach((chip, i) => {
      const y = chip.at(t);
      chip.value.textContent = numberBeside(y, chip.most);
      const at = u.valToPos(y, u.series[i + 1].scale!);
      const shown = inside && Number.isFinite(at) && at >= 0 && at <= height;
      chip.dot.style.visibility = shown ? "visible" : "hidden";
      if (shown) chip.dot.style.transform = `translate(${x.toFixed(1)}px, ${at.toFixed(1)}px)`;
    });
  }

  resize(): void {
    const width = this.canvas.clientWidth;
    if (this.chart && width > 0 && width !== this.chart.width) {
      this.chart.setSize({ width, height: this.height() });
      this.update();
    }
  }

  theme(): void {
    this.chips.forEach((chip, i) => {
      chip.swatch.style.background = curveColour(i);
      chip.dot.style.background = curveColour(i);
    });
    this.chart?.redraw(false, true);
    this.update();
  }

  get built(): boolean {
    return this.chart !== null;
  }


  // How many values of each column are drawn.
  get drawn(): number[] {
    return this.chart?.data.slice(1).map((c) => Array.from(c as ArrayLike<number | null>).filter((x) => x !== null && x !== undefined).length) ?? [];
  }

  private name(): void {
    this.legend.replaceChildren();
    const names = this.columns.map((c) => labelled(c, this.app.tables.info(c)?.unit ?? "")).join(", ");
    this.element.setAttribute("aria-label", `Plot ${this.title}: ${names} over time. I and O zoom around the present time.`);
  }
}

function ticks(splits: number[]): string[] {
  const step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : 1;
  return splits.map((x) => tick(x, step));
}

function logTicks(splits: (number | null)[]): (string | null)[] {
  return splits.map((x) => {
    if (x === null) return null;
    const exponent = Math.floor(Math.log10(x) + 1e-9);
    const factor = Math.round(x / Math.pow(10, exponent));
    return factor === 1 ? power(exponent) : `${factor}·${power(exponent)}`;
  });
}

function withMarks(low: number | null, high: number | null, marks: readonly { y: number }[]): [number | null, number | null] {
  if (low === null || high === null) return [low, high];
  const all = marks.map((m) => m.y);
  return [Math.min(low, ...all), Math.max(high, ...all)];
}

// A little more than the values take, also where all are the same.
function room(low: number | null, high: number | null): [number | null, number | null] {
  if (low === null || high === null) return [low, high];
  if (low === high) return low === 0 ? [-1, 1] : [low - 0.1 * Math.abs(low), high + 0.1 * Math.abs(high)];
  return uPlot.rangeNum(low, high, 0.1, true) as [number, number];
}
