// The columns of a plot as uPlot wants them: one x for all, gaps as null.
import uPlot from "uplot";
import type { Numbers, Table, Tables } from "../table";

export interface PlotData {
  data: uPlot.AlignedData;
  spans: boolean; // columns of several tables: their rows stand between each other's
}

type Values = Numbers | (number | null)[];

export function plotData(tables: Tables, columns: readonly string[], log: boolean): PlotData {
  const groups = new Map<Table, Values[]>();
  const places: [Table, number][] = [];
  for (const column of columns) {
    const table = tables.with(column);
    if (!table) continue;
    let group = groups.get(table);
    if (!group) groups.set(table, (group = []));
    places.push([table, group.length]);
    group.push(drawable(table.values(column)!, log));
  }
  if (groups.size === 0) return { data: [[]], spans: false };
  if (groups.size === 1) {
    const [[table, values]] = groups;
    return { data: [table.time, ...values] as uPlot.AlignedData, spans: false };
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
  return { data: data as uPlot.AlignedData, spans: true };
}

// What is no number, and on a log scale what is not positive, is a gap.
export function drawable(values: Numbers, log: boolean): Values {
  const good = log ? (x: number) => x > 0 && x < Infinity : Number.isFinite;
  for (let i = 0; i < values.length; ++i) {
    if (!good(values[i])) return Array.from(values, (x) => (good(x) ? x : null));
  }
  return values;
}

// Joining takes rows of the same time for one: two rows of a jump are moved apart by almost nothing.
function distinct(time: Numbers): Numbers {
  const out = Float64Array.from(time);
  for (let i = 1; i < out.length; ++i) {
    if (out[i] <= out[i - 1]) out[i] = out[i - 1] + Math.max(1e-12, Math.abs(out[i - 1]) * 4e-16);
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
