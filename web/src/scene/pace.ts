// Fewer pixels while a slow machine moves the picture; all of them again when it rests.
const slow = 29; // ms between pictures
const fast = 15;

export class Pace {
  ratio = 1; // pixels of the picture for each of the page
  private last = NaN;
  private mean = 20;
  private since = 0;

  // Called for each picture.
  drawn(ms: number): void {
    const dt = ms - this.last;
    this.last = ms;
    if (!(dt < 250)) return; // it rested
    this.mean += 0.15 * (dt - this.mean);
    this.since += 1;
    if (this.since < 12) return; // gives a change time to show
    const wanted = this.mean > slow ? Math.max(0.5, this.ratio - 0.25) : this.mean < fast ? Math.min(1, this.ratio + 0.25) : this.ratio;
    if (wanted === this.ratio) return;
    this.ratio = wanted;
    this.since = 0;
    this.mean = 20;
  }
}
