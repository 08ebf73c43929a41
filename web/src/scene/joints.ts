// Joints as small glyphs: a pin along an axis of turning, a rail along an axis of sliding, a ball where
// all turn; those that close a loop in their own colour.
import { Object3D } from "three";
import type { Scene } from "../page";
import { Instances, unit } from "./bars";
import * as colours from "./colours";
import { Paint } from "./paint";
import { composed, directionAt } from "./poses";

export class Joints {
  readonly group = new Object3D();
  readonly at: number[][]; // relative to the origin of the view, as drawn last
  private readonly bars: Instances;
  private readonly balls: Instances;
  private readonly tips: Instances;
  private selected = -1;

  constructor(private readonly scene: Scene) {
    const material = new Paint({ colours: "instance" });
    const axes = scene.joints.reduce((n, j) => n + j.axes.length, 0);
    this.bars = new Instances(unit.bar(), material, 2 * axes);
    this.balls = new Instances(unit.ball(), material, scene.joints.length);
    this.tips = new Instances(unit.tip(), material, 2 * axes);
    this.at = scene.joints.map(() => [0, 0, 0]);
    if (scene.joints.length > 0) this.group.add(this.bars.mesh, this.balls.mesh, this.tips.mesh);
  }

  select(joint: number | null): void {
    this.selected = joint ?? -1;
  }

  update(poses: readonly ArrayLike<number>[], origin: { x: number; y: number; z: number }): void {
    const parts = [this.bars, this.balls, this.tips];
    for (const part of parts) part.begin();
    const size = this.scene.size;
    const d = [0, 0, 0];
    this.scene.joints.forEach((joint, i) => {
      const frame = composed(poses[joint.inboard.body], joint.inboard.pose);
      const p = [frame[0] - origin.x, frame[1] - origin.y, frame[2] - origin.z];
      this.at[i] = p;
      const chosen = i === this.selected;
      const paint = (c: number): number => (chosen ? colours.selected : joint.cut ? colours.joints.cut : c);
      const free = joint.axes.length >= 6 || joint.type === "free"; // nothing is held: nothing to show
      if (free && !chosen) return;
      const ball = joint.axes.length === 1 ? 0.01 : 0.018;
      this.balls.add(p, 0, 0, 1, ball * size, ball * size, paint(colours.joints.other));
      if (joint.axes.length > 2) return;
      for (const axis of joint.axes) {
        directionAt(frame, axis.direction, d);
        const turns = axis.kind === "turn";
        const colour = paint(turns ? colours.joints.turn : colours.joints.slide);
        const half = (turns ? 0.05 : 0.09) * size;
        const from = [p[0] - half * d[0], p[1] - half * d[1], p[2] - half * d[2]];
        this.bars.add(from, d[0], d[1], d[2], (turns ? 0.008 : 0.005) * size, 2 * half, colour);
        if (turns) continue;
        for (const s of [-1, 1]) {
          const tip = [p[0] + s * half * d[0], p[1] + s * half * d[1], p[2] + s * half * d[2]];
          this.tips.add(tip, s * d[0], s * d[1], s * d[2], 0.013 * size, 0.03 * size, colour);
        }
      }
    });
    for (const part of parts) part.end();
  }
}
