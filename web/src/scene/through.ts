// What is selected shines through everything before it: inside a chassis one would not find it otherwise.
import { LineBasicMaterial, LineSegments, Mesh, Object3D } from "three";
import type { Selected } from "../selection";
import { Instances, unit } from "./bars";
import type { Bodies } from "./bodies";
import * as colours from "./colours";
import type { Joints } from "./joints";
import type { Links } from "./links";
import { Paint } from "./paint";

export class Through {
  readonly group = new Object3D();
  private readonly bars = new Instances(unit.bar(), ghost("instance"), 1);
  private readonly balls = new Instances(unit.ball(), ghost("instance"), 2);
  private readonly paint = ghost();
  private readonly line = new LineBasicMaterial({ color: colours.selected, transparent: true, depthTest: false, depthWrite: false });
  private shown: Object3D[] = []; // in the object of a body
  private selected: Selected | null = null;

  constructor(private readonly bodies: Bodies, private readonly links: Links, private readonly joints: Joints, private readonly size: number) {
    for (const part of [this.bars, this.balls]) {
      part.mesh.renderOrder = 10;
      this.group.add(part.mesh);
    }
    this.paint.colour = colours.selected;
  }

  select(selected: Selected | null): void {
    for (const part of this.shown) part.removeFromParent();
    this.shown = [];
    this.selected = selected;
    if (selected?.kind !== "body") return;
    const object = this.bodies.objects[selected.index];
    for (const part of [...object.children]) {
      let copy: Object3D | null = null;
      if (part instanceof Mesh) copy = new Mesh(part.geometry, this.paint);
      else if (part instanceof LineSegments && part.userData.outline) copy = new LineSegments(part.geometry, this.line);
      if (!copy) continue;
      copy.renderOrder = 10;
      this.shown.push(copy);
    }
    for (const copy of this.shown) object.add(copy);
  }

  update(): void {
    this.bars.begin();
    this.balls.begin();
    const { selected, size } = this;
    if (selected?.kind === "joint") {
      this.balls.add(this.joints.at[selected.index], 0, 0, 1, 0.03 * size, 0.03 * size, colours.selected);
    } else if (selected?.kind === "link") {
      const { a, b } = this.links.ends[selected.index];
      const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
      this.bars.add(a, d[0], d[1], d[2], 0.008 * size, Math.hypot(d[0], d[1], d[2]), colours.selected);
      for (const end of [a, b]) this.balls.add(end, 0, 0, 1, 0.014 * size, 0.014 * size, colours.selected);
    }
    this.bars.end();
    this.balls.end();
  }
}

function ghost(given?: "instance"): Paint {
  const paint = new Paint({ colours: given, flat: true, opacity: 0.45 });
  paint.depthTest = false;
  return paint;
}
