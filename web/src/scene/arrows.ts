// Forces as arrows: given forces on bodies, tensions of links on both their bodies, reactions of joints
// on their outboard body. Their length is the force, in a scale that suits the largest of the run.
import { Object3D } from "three";
import { number } from "../format";
import type { Scene } from "../page";
import type { Selected } from "../selection";
import { interpolated, type Numbers, type Tables } from "../table";
import { Instances, unit } from "./bars";
import * as colours from "./colours";
import type { Ends } from "./links";
import { Paint } from "./paint";
import { composed, directionAt, pointAt } from "./poses";

interface Series {
  time: Numbers;
  values: Numbers;
}

export class Arrows {
  readonly group = new Object3D();
  readonly any: boolean;
  visible = false;
  perMetre = 1; // N: the scale
  selected: Selected | null = null;
  told: { at: number[]; text: string } | null = null; // the value at the arrow of what is selected
  readonly kinds: { name: string; colour: number }[] = []; // that there are
  private readonly shafts: Instances;
  private readonly tips: Instances;
  private readonly forces: (Series | null)[];
  private readonly tensions: (Series | null)[];
  private readonly reactions: (Series[] | null)[];
  private readonly suits: number; // of oneTwoFive: the scale at first

  constructor(
    private readonly scene: Scene,
    tables: Tables,
  ) {
    const series = (column: string | undefined): Series | null => {
      const table = column === undefined ? undefined : tables.with(column);
      return table ? { time: table.time, values: table.values(column!)! } : null;
    };
    this.forces = scene.arrows.map((a) => series(a.force));
    this.tensions = scene.links.map((l) => series(l.force));
    this.reactions = scene.joints.map((j) => {
      const all = ["Fx", "Fy", "Fz"].map((c) => series(j.reaction === undefined ? undefined : `${j.reaction}.${c}`));
      return all.every((s) => s !== null) ? (all as Series[]) : null;
    });
    const all = [...this.forces, ...this.tensions, ...this.reactions.flatMap((r) => r ?? [])].filter((s) => s !== null);
    this.any = all.length > 0;
    const large = all.map((s) => nearlyLargest(s.values)).sort((a, b) => b - a)[0] ?? 0;
    this.suits = large > 0 ? Math.round(3 * Math.log10(large / (0.6 * scene.size))) : 0;
    this.longer(0);
    const add = (name: string, there: boolean, colour: number): void => void (there && this.kinds.push({ name, colour }));
    add("force", this.forces.some(Boolean), colours.arrows.force);
    add("tension", this.tensions.some(Boolean), colours.arrows.tension);
    add("reaction", this.reactions.some(Boolean), colours.arrows.reaction);
    const most = scene.arrows.length + 2 * scene.links.length + scene.joints.length;
    const material = new Paint({ colours: "instance" });
    this.shafts = new Instances(unit.bar(), material, most);
    this.tips = new Instances(unit.tip(), material, most);
    this.group.add(this.shafts.mesh, this.tips.mesh);
    this.group.visible = false;
  }

  // By so many steps of a round scale.
  longer(steps: number): void {
    this.perMetre = oneTwoFive(this.suits - steps);
  }

  // A round length that fits the mechanism, and the force that is as long: "1 m = 20 kN".
  get scaleText(): string {
    const length = oneTwoFive(3 * Math.floor(Math.log10(1.6 * this.scene.size)));
    return `${number(length, 1)} m = ${forceText(this.perMetre * length, 1)}`;
  }

  update(t: number, poses: readonly ArrayLike<number>[], ends: readonly Ends[], origin: { x: number; y: number; z: number }): void {
    this.group.visible = this.visible && this.any;
    this.told = null;
    if (!this.group.visible) return;
    this.shafts.begin();
    this.tips.begin();
    const at = (s: Series): number => interpolated(s.time, s.values, t);
    const p = [0, 0, 0];
    const d = [0, 0, 0];
    this.scene.arrows.forEach((arrow, i) => {
      const force = this.forces[i];
      if (!force) return;
      pointAt(poses[arrow.body], arrow.p, p);
      if (arrow.axes === "body") directionAt(poses[arrow.body], arrow.direction, d);
      else [d[0], d[1], d[2]] = arrow.direction;
      this.draw(relative(p, origin), d, at(force), colours.arrows.force, this.chosen("arrow", i));
    });
    this.scene.links.forEach((link, i) => {
      const tension = this.tensions[i];
      if (!tension) return;
      const { a, b } = ends[i];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) || 1;
      const along = [(b[0] - a[0]) / length, (b[1] - a[1]) / length, (b[2] - a[2]) / length];
      const force = at(tension);
      if (link.a.body !== 0) this.draw(a, along, force, colours.arrows.tension, this.chosen("link", i));
      if (link.b.body !== 0) this.draw(b, along, -force, colours.arrows.tension, this.chosen("link", i));
    });
    this.scene.joints.forEach((joint, i) => {
      const reaction = this.reactions[i];
      if (!reaction) return;
      const frame = composed(poses[joint.inboard.body], joint.inboard.pose);
      const f = reaction.map(at);
      const size = Math.hypot(f[0], f[1], f[2]);
      if (!(size > 0)) return;
      directionAt(frame, f.map((x) => x / size), d);
      this.draw(relative(frame, origin), d, size, colours.arrows.reaction, this.chosen("joint", i));
    });
    this.shafts.end();
    this.tips.end();
  }

  private chosen(kind: Selected["kind"], index: number): boolean {
    return this.selected?.kind === kind && this.selected.index === index;
  }

  private draw(from: readonly number[], d: readonly number[], force: number, colour: number, chosen: boolean): void {
    const length = Math.abs(force) / this.perMetre;
    const size = this.scene.size;
    const s = Math.sign(force);
    const [x, y, z] = [s * d[0], s * d[1], s * d[2]];
    if (chosen) this.told = { at: [from[0] + length * x, from[1] + length * y, from[2] + length * z], text: forceText(Math.abs(force)) };
    if (!(length > 0.004 * size)) return;
    // As thin as the mechanism asks for, however large the force.
    const tip = Math.min(0.045 * size, 0.4 * length);
    const shaft = length - tip;
    this.shafts.add(from, x, y, z, 0.08 * tip, shaft, colour);
    this.tips.add([from[0] + shaft * x, from[1] + shaft * y, from[2] + shaft * z], x, y, z, 0.28 * tip, tip, colour);
  }
}

// ... 0.5, 1, 2, 5, 10 ...: 1 for 0.
export function oneTwoFive(k: number): number {
  const decade = Math.floor(k / 3);
  return Number(`${[1, 2, 5][k - 3 * decade]}e${decade}`);
}

export function forceText(newtons: number, digits = 3): string {
  const size = Math.abs(newtons);
  const [unit, name] = size >= 1e6 ? [1e6, "MN"] : size >= 1e3 ? [1e3, "kN"] : size >= 1 || size < 1e-3 ? [1, "N"] : [1e-3, "mN"];
  return `${number(newtons / unit, digits)} ${name}`;
}

function relative(p: readonly number[], origin: { x: number; y: number; z: number }): number[] {
  return [p[0] - origin.x, p[1] - origin.y, p[2] - origin.z];
}

// Of a few hundred rows, without the one in fifty that is a peak.
function nearlyLargest(values: Numbers): number {
  const step = Math.max(1, Math.floor(values.length / 400));
  const sizes: number[] = [];
  for (let i = 0; i < values.length; i += step) if (Number.isFinite(values[i])) sizes.push(Math.abs(values[i]));
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor(0.98 * (sizes.length - 1))] ?? 0;
}
