// One animation frame for everything on the page; draws only when something has changed.
export class Frame {
  readonly times: number[] = []; // ms between pictures that followed each other, the last thousand
  private readonly drawers: ((ms: number) => boolean | void)[] = [];
  private asked = false;
  private last = NaN;

  // A drawer returns true if it wants the next frame too.
  onDraw(drawer: (ms: number) => boolean | void): void {
    this.drawers.push(drawer);
    this.request();
  }

  request = (): void => {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(this.draw);
  };

  private draw = (ms: number): void => {
    this.asked = false;
    if (!Number.isNaN(this.last)) this.times.push(ms - this.last);
    if (this.times.length > 1000) this.times.splice(0, 500);
    this.last = ms;
    let more = false;
    for (const drawer of this.drawers) more = drawer(ms) === true || more;
    if (more) this.request();
    else if (!this.asked) this.last = NaN;
  };
}
