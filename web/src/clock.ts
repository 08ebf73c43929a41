// The time that the scene and all plots show. It knows nothing of them: they listen.
import { rowAt } from "./table";

export const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

export class Clock {
  private now: number;
  private running = false;
  private factor = 1;
  private last = NaN; // ms, of the frame before
  private readonly listeners: (() => void)[] = [];

  // `times`: the stored times, to step by.
  constructor(private readonly times: ArrayLike<number>) {
    this.now = this.start;
  }

  get start(): number {
    return this.times.length > 0 ? this.times[0] : 0;
  }
  get end(): number {
    return this.times.length > 0 ? this.times[this.times.length - 1] : 0;
  }
  get t(): number {
    return this.now;
  }
  get playing(): boolean {
    return this.running;
  }
  get speed(): number {
    return this.factor;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  set(t: number): void {
    if (!Number.isFinite(t)) return;
    const next = Math.min(this.end, Math.max(this.start, t));
    if (next === this.now) return;
    this.now = next;
    this.tell();
  }

  play(): void {
    if (this.running || this.end <= this.start) return;
    if (this.now >= this.end) this.now = this.start;
    this.running = true;
    this.last = NaN;
    this.tell();
  }

  pause(): void {
    if (!this.running) return;
    this.running = false;
    this.tell();
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.play();
  }

  // By stored times, forward or back; stops the animation.
  step(rows: number): void {
    this.running = false;
    let row = rowAt(this.times, this.now);
    if (rows < 0 && this.times[row] < this.now) row += 1; // the first step back goes to the row before t
    row = Math.min(this.times.length - 1, Math.max(0, row + rows));
    if (this.times.length > 0) this.now = this.times[row];
    this.tell();
  }

  setSpeed(factor: number): void {
    if (!(factor > 0)) return;
    this.factor = factor;
    this.tell();
  }

  faster(by: 1 | -1): void {
    const next = by > 0 ? speeds.find((s) => s > this.factor) : speeds.findLast((s) => s < this.factor);
    if (next !== undefined) this.setSpeed(next);
  }

  // Called once for every picture, with its time in ms.
  tick(ms: number): void {
    if (!this.running) return;
    // A tab that slept does not jump.
    const dt = Number.isNaN(this.last) ? 0 : Math.min(0.1, (ms - this.last) / 1000);
    this.last = ms;
    this.now = Math.min(this.end, this.now + dt * this.factor);
    if (this.now >= this.end) this.running = false;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
