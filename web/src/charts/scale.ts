// From numbers to places on an axis, with ticks.
import { power, tick } from "../format";

export interface Tick {
  at: number;
  text: string; // empty: a small one
}

export class Scale {
  constructor(
    readonly low: number,
    readonly high: number,
    readonly log: boolean,
    private readonly from: number, // px
    private readonly to: number,
  ) {}

  place(x: number): number {
    const s = this.log
      ? Math.log(x / this.low) / Math.log(this.high / this.low)
      : (x - this.low) / (this.high - this.low);
    return this.from + s * (this.to - this.from);
  }

  shows(x: number): boolean {
    return Number.isFinite(x) && (!this.log || x > 0);
  }

  ticks(count: number): Tick[] {
    return this.log ? logTicks(this.low, this.high, count) : linearTicks(this.low, this.high, count);
  }
}

// Room around the numbers; whole decades on a log axis where they are not much wider.
export function domain(values: readonly number[], log: boolean, zero: boolean): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const x of values) {
    if (!Number.isFinite(x) || (log && x <= 0)) continue;
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  if (low > high) return log ? [0.1, 10] : [0, 1];
  if (log) {
    const bottom = Math.log10(low);
    const top = Math.log10(high);
    const room = Math.max(0.06 * (top - bottom), 0.08);
    let [a, b] = [bottom - room, top + room];
    if (b - a < 1) {
      [a, b] = [Math.floor(bottom), Math.max(Math.floor(bottom) + 1, Math.ceil(top))];
      // What lies on a whole decade is not on the edge.
      [a, b] = [bottom - a < 0.02 ? a - 0.04 : a, b - top < 0.02 ? b + 0.04 : b];
    }
    return [Math.pow(10, a), Math.pow(10, b)];
  }
  if (zero) {
    low = Math.min(0, low);
    high = Math.max(0, high);
  }
  if (low === high) {
    const room = low === 0 ? 1 : 0.1 * Math.abs(low);
    return [low - room, high + room];
  }
  const room = 0.05 * (high - low);
  return [zero && low === 0 ? 0 : low - room, zero && high === 0 ? 0 : high + room];
}

function linearTicks(low: number, high: number, count: number): Tick[] {
  const raw = (high - low) / Math.max(1, count);
  const base = Math.pow(10, Math.floor(Math.log10(raw)));
  const step = [1, 2, 5, 10].map((m) => m * base).find((s) => s >= raw * 0.999) ?? 10 * base;
  const out: Tick[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i <= high / step + 1e-9; ++i) {
    out.push({ at: i * step, text: tick(i * step, step) });
  }
  return out;
}

function logTicks(low: number, high: number, count: number): Tick[] {
  const bottom = Math.floor(Math.log10(low) + 1e-9);
  const top = Math.ceil(Math.log10(high) - 1e-9);
  const every = Math.max(1, Math.ceil((top - bottom) / Math.max(1, count)));
  const decadesShown = Math.log10(high / low);
  const out: Tick[] = [];
  for (let e = bottom; e <= top; ++e) {
    for (let m = 1; m < 10; ++m) {
      const at = m * Math.pow(10, e);
      if (at < low * (1 - 1e-9) || at > high * (1 + 1e-9)) continue;
      const named = m === 1 ? e % every === 0 : decadesShown < 1.3 && (m === 2 || m === 5);
      if (m === 1 || every === 1) out.push({ at, text: !named ? "" : m === 1 ? power(e) : `${m}·${power(e)}` });
    }
  }
  return out;
}
