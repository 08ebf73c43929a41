// The columns of a plot as uPlot wants them: one x for all, gaps as null.
import uPlot from "uplot";
import type { Numbers, Table, Tables } from "../table";

export interface PlotData {
  data: uPlot.AlignedData;
  spans: boolean; // columns of several tables: their rows stand between each other's
  negative: string[]; // columns with values that a log scale leaves out
}

type Values = Numbers | (number | null)[];

// `upper`: the columns are sizes; see PlotInfo.
export function plotData(tables: Tables, columns: readonly string[], log: boolean, upper = false): PlotData {
  const known = columns.filter((c) => tables.with(c));
  const given = new Map(known.map((c) => [c, upper ? upperOf(tables.with(c)!, c) : tables.with(c)!.values(c)!]));
  const floors = log ? floorsOf(tables, given) : new Map<string, number>();
  const negative = log ? known.filter((c) => given.get(c)!.some((x) => x < 0)) : [];
  const groups = new Map<Table, Values[]>();
  const places: [Table, number][] = [];
  for (const column of columns) {
    const table = tables.with(column);
    if (!table) continue;
    let group = groups.get(table);
    if (!group) groups.set(table, (group = []));
    places.push([table, group.length]);
    group.push(drawable(given.get(column)!, log, floors.get(tables.info(column)!.unit)));
  }
  if (groups.size === 0) return { data: [[]], spans: false, negative };
  if (groups.size === 1) {
    const [[table, values]] = groups;
    return { data: [table.time, ...values] as uPlot.AlignedData, spans: false, negative };
  }
  const parts = [...groups].map(([table, values]) => [distinct(table.time), ...values] as uPlot.AlignedData);
  const joined = uPlot.join(parts);
  // join puts the columns table by table; they are wanted in the order asked for.
  const first = new Map<Table, number>();
  let at = 1;
  for (const [table, values] of groups) {
    first.set(table, at);
    at += values.length;
  }
  const data = [joined[0], ...places.map(([table, i]) => joined[first.get(table)! + i])];
  return { data: data as uPlot.AlignedData, spans: true, negative };
}

// What is no number is a gap. On a log scale so is what is negative, and 0 lies on the floor.
export function drawable(values: Numbers, log: boolean, floor?: number): Values {
  const good = log ? (x: number) => x > 0 && x < Infinity : Number.isFinite;
  const zero = log && floor !== undefined ? floor : null;
  for (let i = 0; i < values.length; ++i) {
    if (!good(values[i])) return Array.from(values, (x) => (good(x) ? x : x === 0 ? zero : null));
  }
  return values;
}

// A column of sizes: both rows of a thinned interval get the larger of their two values.
export function upperOf(table: Table, column: string): Numbers {
  const values = table.values(column)!;
  if (table.thinned === undefined) return values;
  const out = values.slice();
  for (let i = 0; i + 1 < out.length; i += 2) {
    const [a, b] = [values[i], values[i + 1]];
    out[i] = out[i + 1] = b > a || Number.isNaN(a) ? b : a;
  }
  return out;
}

// Where 0 lies on the log scale of each unit: below all that is positive.
function floorsOf(tables: Tables, given: ReadonlyMap<string, Numbers>): Map<string, number> {
  const ranges = new Map<string, [number, number]>();
  for (const [column, values] of given) {
    const unit = tables.info(column)!.unit;
    const range = ranges.get(unit) ?? [Infinity, 0];
    for (const x of values) {
      if (!(x > 0 && x < Infinity)) continue;
      range[0] = Math.min(range[0], x);
      range[1] = Math.max(range[1], x);
    }
    ranges.set(unit, range);
  }
  const floors = new Map<string, number>();
  for (const [unit, [low, high]] of ranges) if (high > 0) floors.set(unit, decades(low, high)[0]);
  return floors;
}

// Points without neighbours: no line would show them.
export function lonely(values: ArrayLike<number | null | undefined>): number[] {
  const out: number[] = [];
  const there = (i: number): boolean => i >= 0 && i < values.length && values[i] !== null && values[i] !== undefined;
  for (let i = 0; i < values.length; ++i) if (there(i) && !there(i - 1) && !there(i + 1)) out.push(i);
  return out;
}

// Joining takes rows of the same time for one: two rows of a jump are moved apart by almost nothing.
function distinct(time: Numbers): Numbers {
  const out = Float64Array.from(time);
  for (let i = 1; i < out.length; ++i) {
    if (out[i] <= out[i - 1]) out[i] = out[i - 1] + Math.max(1e-12, Math.abs(out[i - 1]) * 4e-16);
  }
  return out;
}

// Decades with a line: as many as have room. Within two decades also 2 and 5 times a power of ten.
export function logSplits(low: number, high: number, most: number): number[] {
  const bottom = Math.round(Math.log10(low));
  const top = Math.round(Math.log10(high));
  const steps = [1, 2, 3, 5, 6, 10, 20, 50];
  const every = steps.find((s) => (top - bottom) / s <= most) ?? 100;
  const out: number[] = [];
  for (let e = bottom; e <= top; e += every) {
    out.push(Number(`1e${e}`));
    if (every === 1 && 3 * (top - bottom) <= most && e < top) out.push(Number(`2e${e}`), Number(`5e${e}`));
  }
  return out;
}

// Whole decades around the numbers, at most 18 of them.
export function decades(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !(high > 0)) return [1e-3, 1];
  const top = Math.ceil(Math.log10(high) - 1e-9);
  const bottom = low > 0 ? Math.floor(Math.log10(low) + 1e-9) : top - 18;
  return [Math.pow(10, Math.min(top - 1, Math.max(bottom, top - 18))), Math.pow(10, top)];
}
