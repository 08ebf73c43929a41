// Springs that stretch, dampers that telescope, rods, cables, actuators and bushings.
import { Object3D, type InstancedMesh } from "three";
import type { Scene, SceneLink } from "../page";
import { Coils, Instances, unit } from "./bars";
import * as colours from "./colours";
import { Paint } from "./paint";
import { pointAt } from "./poses";

export interface Ends {
  a: number[];
  b: number[];
}

export class Links {
  readonly group = new Object3D();
  readonly meshes: InstancedMesh[];
  readonly ends: Ends[]; // relative to the origin of the view, as drawn last
  private readonly start: number[] = []; // lengths at the start
  private readonly bars: Instances;
  private readonly balls: Instances;
  private readonly coils: Coils;
  private selected = -1;

  constructor(private readonly scene: Scene) {
    const n = scene.links.length;
    const material = new Paint({ colours: "instance" });
    this.bars = new Instances(unit.bar(), material, 4 * n);
    this.balls = new Instances(unit.ball(), material, 2 * n);
    this.coils = new Coils(n);
    this.ends = scene.links.map(() => ({ a: [0, 0, 0], b: [0, 0, 0] }));
    this.meshes = n > 0 ? [this.bars.mesh, this.balls.mesh, this.coils.mesh] : [];
    if (n > 0) this.group.add(...this.meshes);
    const poses = scene.bodies.map((b) => b.pose);
    this.measure(poses, { x: 0, y: 0, z: 0 });
    this.start = this.ends.map(({ a, b }) => Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]));
  }

  select(link: number | null): void {
    this.selected = link ?? -1;
  }

  private measure(poses: readonly ArrayLike<number>[], origin: { x: number; y: number; z: number }): void {
    this.scene.links.forEach((link, i) => {
      const { a, b } = this.ends[i];
      pointAt(poses[link.a.body], link.a.p, a);
      pointAt(poses[link.b.body], link.b.p, b);
      for (const p of [a, b]) {
        p[0] -= origin.x;
        p[1] -= origin.y;
        p[2] -= origin.z;
      }
    });
  }

  update(poses: readonly ArrayLike<number>[], origin: { x: number; y: number; z: number }): void {
    this.measure(poses, origin);
    for (const part of [this.bars, this.balls, this.coils]) part.begin();
    this.scene.links.forEach((link, i) => this.draw(link, this.ends[i], this.start[i], i === this.selected));
    for (const part of [this.bars, this.balls, this.coils]) part.end();
  }

  private draw(link: SceneLink, { a, b }: Ends, start: number, chosen: boolean): void {
    const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const length = Math.hypot(d[0], d[1], d[2]);
    const size = this.scene.size;
    // As wide as its length asks for, within what suits the mechanism.
    const r = Math.min(0.05 * size, Math.max(0.012 * size, 0.13 * Math.max(start, 0.2 * length)));
    const paint = (c: number): number => (chosen ? colours.selected : c);
    const [x, y, z] = length > 0 ? [d[0] / length, d[1] / length, d[2] / length] : [0, 0, 1];
    const bar = (from: number, to: number, radius: number, colour: number): void => {
      if (to <= from) return;
      this.bars.add([a[0] + from * x, a[1] + from * y, a[2] + from * z], x, y, z, radius, to - from, paint(colour));
    };
    const eyes = (radius: number, colour: number): void => {
      this.balls.add(a, 0, 0, 1, radius, radius, paint(colour));
      this.balls.add(b, 0, 0, 1, radius, radius, paint(colour));
    };
    const telescope = (radius: number, tube: number, piston: number): void => {
      const body = Math.min(0.62 * start, 0.85 * length); // the tube keeps its length
      bar(0, body, radius, tube);
      bar(body, length, 0.45 * radius, piston);
    };
    switch (link.kind) {
      case "spring":
      case "spring_damper": {
        const end = 0.07 * length;
        if (link.kind === "spring_damper") telescope(0.52 * r, colours.links.damper, colours.links.piston);
        else {
          bar(0, end, 0.14 * r, colours.links.spring);
          bar(length - end, length, 0.14 * r, colours.links.spring);
        }
        const from = [a[0] + end * x, a[1] + end * y, a[2] + end * z];
        this.coils.coil(from, x, y, z, r, length - 2 * end, paint(colours.links.spring));
        return eyes(0.28 * r, colours.links.damper);
      }
      case "damper":
        telescope(0.7 * r, colours.links.damper, colours.links.piston);
        return eyes(0.3 * r, colours.links.damper);
      case "actuator":
        telescope(0.75 * r, colours.links.actuator, colours.links.piston);
        return eyes(0.35 * r, colours.links.damper);
      case "bushing":
        bar(0, length, 0.8 * r, colours.links.bushing);
        return this.balls.add(a, 0, 0, 1, r, r, paint(colours.links.bushing));
      case "cable":
        return bar(0, length, 0.12 * r, colours.links.cable);
      default:
        bar(0, length, 0.3 * r, colours.links.rod);
        return eyes(0.45 * r, colours.links.rod);
    }
  }
}
