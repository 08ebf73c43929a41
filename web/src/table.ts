// Numbers over time, column after column. The scene and the plots read numbers through `Table` alone,
// so that a live view can feed them as well as a stored page.

export interface ColumnInfo {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
}

export type Numbers = Float32Array | Float64Array;

export interface Table {
  readonly name: string;
  readonly rows: number;
  readonly thinned?: number; // the number of rows before it was made shorter
  readonly columns: readonly ColumnInfo[]; // without the time
  readonly time: Numbers; // never falls from row to row
  values(column: string): Numbers | undefined;
  add?(column: ColumnInfo & { values: Numbers }): void; // one that follows from the others
}

export class StoredTable implements Table {
  readonly columns: ColumnInfo[];
  private readonly numbers = new Map<string, Numbers>();

  constructor(
    readonly name: string,
    readonly time: Numbers,
    columns: readonly (ColumnInfo & { values: Numbers })[],
    readonly thinned?: number,
  ) {
    this.columns = columns.map(({ name, unit, description }) => ({ name, unit, description }));
    for (const c of columns) this.numbers.set(c.name, c.values);
  }

  get rows(): number {
    return this.time.length;
  }

  values(column: string): Numbers | undefined {
    return this.numbers.get(column);
  }

  add({ name, unit, description, values }: ColumnInfo & { values: Numbers }): void {
    if (this.numbers.has(name)) return;
    this.columns.push({ name, unit, description });
    this.numbers.set(name, values);
  }
}

// All tables of a page; a column is found by its name alone, in the first table that has it.
export class Tables {
  constructor(readonly all: readonly Table[]) {}

  named(name: string): Table | undefined {
    return this.all.find((t) => t.name === name);
  }

  with(column: string): Table | undefined {
    return this.all.find((t) => t.values(column) !== undefined);
  }

  info(column: string): ColumnInfo | undefined {
    return this.with(column)?.columns.find((c) => c.name === column);
  }

  at(column: string, t: number): number {
    const table = this.with(column);
    return table ? interpolated(table.time, table.values(column)!, t) : NaN;
  }
}

// The last row whose time is not after t; 0 before the first.
export function rowAt(time: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = time.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (time[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

// How far t lies between the rows `row` and `row + 1`, 0 to 1.
export function fraction(time: ArrayLike<number>, row: number, t: number): number {
  if (row + 1 >= time.length) return 0;
  const h = time[row + 1] - time[row];
  return h > 0 ? Math.min(1, Math.max(0, (t - time[row]) / h)) : 0;
}

export function interpolated(time: ArrayLike<number>, values: ArrayLike<number>, t: number): number {
  if (time.length === 0) return NaN;
  const row = rowAt(time, t);
  const s = fraction(time, row, t);
  return s === 0 ? values[row] : values[row] + s * (values[row + 1] - values[row]);
}

export function extremes(values: ArrayLike<number>): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; ++i) {
    const x = values[i];
    if (!Number.isFinite(x)) continue;
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return [low, high];
}
