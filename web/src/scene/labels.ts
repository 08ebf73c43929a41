// Names over the picture, as text of the page. One that would cover another is left out.
import { Vector3, type PerspectiveCamera } from "three";
import { el } from "../dom";

export interface Label {
  text: string;
  kind: "body" | "joint" | "link" | "frame" | "value";
  always: boolean; // shown although names are off: it is selected
  at: () => readonly number[]; // relative to the origin of the view
  say?: () => string; // a text that changes
}

export class Labels {
  readonly element = el("div", { class: "labels", "aria-hidden": "true" });
  visible = false;
  private readonly entries: { label: Label; element: HTMLElement; width: number; shown: boolean }[] = [];
  private readonly point = new Vector3();

  add(label: Label): void {
    const element = el("span", { class: `label label-${label.kind}` }, label.text);
    element.hidden = true;
    this.element.append(element);
    this.entries.push({ label, element, width: 0, shown: false });
  }

  update(camera: PerspectiveCamera, width: number, height: number): void {
    const taken: [number, number, number, number][] = [];
    const order = [...this.entries].sort((a, b) => Number(b.label.always) - Number(a.label.always));
    for (const entry of order) {
      const { label, element } = entry;
      let show = label.always || this.visible;
      let x = 0;
      let y = 0;
      if (show && label.say && element.textContent !== label.say()) {
        element.textContent = label.say();
        entry.width = 12 + 6.4 * element.textContent.length;
      }
      if (show) {
        const [px, py, pz] = label.at();
        this.point.set(px, py, pz).project(camera);
        x = Math.round(((this.point.x + 1) / 2) * width) + 8;
        y = Math.round(((1 - this.point.y) / 2) * height) - 10;
        if (entry.width === 0) entry.width = 12 + 6.4 * Math.min(32, label.text.length);
        if (x + entry.width > width) x -= 16 + entry.width; // on the other side
        const box: [number, number, number, number] = [x, y, x + entry.width, y + 18];
        const inside = Math.abs(this.point.z) <= 1 && x > -40 && x < width && y > -20 && y < height;
        show = inside && !taken.some((b) => box[0] < b[2] && box[2] > b[0] && box[1] < b[3] && box[3] > b[1]);
        if (show) taken.push(box);
      }
      if (show !== entry.shown) {
        element.hidden = !show;
        entry.shown = show;
      }
      if (show) {
        element.style.transform = `translate(${x}px, ${y}px)`;
        element.classList.toggle("selected", label.always);
      }
    }
  }
}
