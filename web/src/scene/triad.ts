// The world's axes in a corner of the picture, as seen by its camera.
import { Vector3, type PerspectiveCamera } from "three";
import { svg } from "../dom";
import * as colours from "./colours";

const reach = 24; // px
const half = 38;

export class Triad {
  readonly element = svg("svg", { class: "triad", viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`, width: 2 * half, height: 2 * half, "aria-hidden": "true" });
  private readonly arms: { line: SVGElement; name: SVGElement; axis: Vector3 }[];
  private last = "";

  constructor() {
    this.arms = ["x", "y", "z"].map((name, k) => {
      const colour = `#${colours.axes[k].toString(16).padStart(6, "0")}`;
      const line = svg("line", { x1: 0, y1: 0, stroke: colour, "stroke-width": 2.4, "stroke-linecap": "round" });
      const text = svg("text", { class: "triad-name", "text-anchor": "middle", dy: "0.35em" }, name);
      return { line, name: text, axis: new Vector3(Number(k === 0), Number(k === 1), Number(k === 2)) };
    });
  }

  update(camera: PerspectiveCamera): void {
    const { x, y, z, w } = camera.quaternion;
    const now = [x, y, z, w].map((v) => v.toFixed(3)).join();
    if (now === this.last) return;
    this.last = now;
    const back = camera.quaternion.clone().invert();
    const seen = this.arms.map((arm) => ({ arm, p: arm.axis.clone().applyQuaternion(back) }));
    seen.sort((a, b) => a.p.z - b.p.z); // what is nearer lies above
    for (const { arm, p } of seen) {
      arm.line.setAttribute("x2", (reach * p.x).toFixed(1));
      arm.line.setAttribute("y2", (-reach * p.y).toFixed(1));
      const out = Math.hypot(p.x, p.y);
      // Beyond the end of its arm; beside the middle where the arm points at the eye.
      const far = reach + 9 / Math.max(out, 0.3);
      const [nx, ny] = out > 0.15 ? [far * p.x, -far * p.y] : [9, 9];
      arm.name.setAttribute("x", nx.toFixed(1));
      arm.name.setAttribute("y", ny.toFixed(1));
      this.element.append(arm.line, arm.name);
    }
  }
}
