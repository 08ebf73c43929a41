// The triangles and edges of a shape, coloured, in the axes of its body.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, ConeGeometry, CylinderGeometry,
  EdgesGeometry, LatheGeometry, Matrix4, Quaternion, SphereGeometry, Vector2, Vector3,
} from "three";
import type { Pose, Shape } from "../page";
import * as colours from "./colours";

// Geometry as plain lists, so that all shapes of a body become one.
export class Pile {
  private readonly points: number[] = [];
  private readonly normals: number[] = [];
  private readonly paint: number[] = [];
  private readonly triangles: number[] = [];
  private readonly edges: number[] = [];

  get empty(): boolean {
    return this.triangles.length === 0;
  }

  add(geometry: BufferGeometry, colour: number, pose?: Matrix4, edges = true): void {
    if (pose) geometry.applyMatrix4(pose);
    const position = geometry.getAttribute("position");
    const normal = geometry.getAttribute("normal");
    const first = this.points.length / 3;
    const c = new Color(colour);
    for (let i = 0; i < position.count; ++i) {
      this.points.push(position.getX(i), position.getY(i), position.getZ(i));
      this.normals.push(normal.getX(i), normal.getY(i), normal.getZ(i));
      this.paint.push(c.r, c.g, c.b);
    }
    const index = geometry.getIndex();
    const n = index ? index.count : position.count;
    for (let i = 0; i < n; ++i) this.triangles.push(first + (index ? index.getX(i) : i));
    if (edges) {
      const lines = new EdgesGeometry(geometry, 32);
      const p = lines.getAttribute("position").array;
      for (let i = 0; i < p.length; ++i) this.edges.push(p[i]);
      lines.dispose();
    }
    geometry.dispose();
  }

  surface(): BufferGeometry {
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(new Float32Array(this.points), 3));
    g.setAttribute("normal", new BufferAttribute(new Float32Array(this.normals), 3));
    g.setAttribute("color", new BufferAttribute(new Float32Array(this.paint), 3));
    g.setIndex(this.triangles);
    return g;
  }

  outline(): BufferGeometry {
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(new Float32Array(this.edges), 3));
    return g;
  }
}

export function matrix(pose: Pose): Matrix4 {
  return new Matrix4().compose(
    new Vector3(pose[0], pose[1], pose[2]),
    new Quaternion(pose[4], pose[5], pose[6], pose[3]),
    new Vector3(1, 1, 1),
  );
}

// `thin`: the radius of what has none, such as a line; `outlined`: with edges where it has some.
export function addShape(pile: Pile, shape: Shape, own: number, thin: number, outlined = true): void {
  const colour = shape.part ? (colours.parts[shape.part] ?? own) : own;
  const pose = matrix(shape.pose);
  const s = shape.size;
  switch (shape.kind) {
    case "box":
      return pile.add(new BoxGeometry(s[0], s[1], s[2]), colour, pose, outlined);
    case "sphere":
      return pile.add(new SphereGeometry(s[0], 20, 12), colour, pose, false);
    case "cylinder":
      return pile.add(upright(new CylinderGeometry(s[0], s[0], s[1], 24)), colour, pose, outlined);
    case "capsule":
      return pile.add(upright(new CapsuleGeometry(s[0], s[1], 6, 20)), colour, pose, false);
    case "cone":
      return pile.add(upright(new ConeGeometry(s[0], s[1], 28).translate(0, s[1] / 2, 0)), colour, pose, outlined);
    case "tube":
      return pile.add(ring(s[1], s[0], s[2], 28), colour, pose, outlined);
    case "wheel":
      return addWheel(pile, s[0], s[1], pose);
    case "line":
      return addLine(pile, s, colour, thin, pose);
    case "mesh":
      return pile.add(mesh(shape.points!, shape.triangles!), colour, pose, outlined);
  }
}

// three.js builds around y; our axes are z.
export function upright(geometry: BufferGeometry): BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}

function ring(inner: number, outer: number, length: number, segments: number): BufferGeometry {
  const h = length / 2;
  // Each corner twice, for sharp edges.
  const corners = [[inner, -h], [outer, -h], [outer, h], [inner, h]];
  const pile = new Pile();
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % 4];
    const face = new LatheGeometry([new Vector2(from[0], from[1]), new Vector2(to[0], to[1])], segments);
    pile.add(face, 0xffffff, undefined, false);
  });
  return upright(pile.surface());
}

function mesh(points: number[], triangles: number[]): BufferGeometry {
  const indexed = new BufferGeometry();
  indexed.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  indexed.setIndex(triangles);
  const flat = indexed.toNonIndexed();
  flat.computeVertexNormals();
  return flat;
}

function addLine(pile: Pile, end: number[], colour: number, radius: number, pose: Matrix4): void {
  const direction = new Vector3(end[0], end[1], end[2]);
  const length = direction.length();
  if (length === 0) return;
  const turn = new Matrix4().makeRotationFromQuaternion(
    new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), direction.clone().normalize()),
  );
  const bar = upright(new CylinderGeometry(radius, radius, length, 14)).translate(0, 0, length / 2);
  pile.add(bar.applyMatrix4(turn), colour, pose, false);
}

// A tyre with shoulders, a rim with five spokes, and a mark on one of them, so that turning is seen.
function addWheel(pile: Pile, radius: number, width: number, pose: Matrix4): void {
  const h = width / 2;
  const rim = 0.64 * radius;
  const profile = [
    [rim, -0.8 * h], [0.86 * radius, -h], [0.955 * radius, -0.9 * h], [radius, -0.6 * h],
    [radius, 0.6 * h], [0.955 * radius, 0.9 * h], [0.86 * radius, h], [rim, 0.8 * h],
  ].map(([r, z]) => new Vector2(r, z));
  const tyre = colours.parts.tyre;
  const metal = 0xb8c0c9;
  pile.add(upright(new LatheGeometry(profile, 30)), tyre, pose, false);
  pile.add(ring(0.56 * radius, rim, 1.56 * h, 24), metal, pose);
  pile.add(upright(new CylinderGeometry(0.57 * radius, 0.57 * radius, 0.3 * h, 24)), 0x666f7a, pose, false);
  pile.add(upright(new CylinderGeometry(0.15 * radius, 0.15 * radius, 1.3 * h, 12)), metal, pose);
  for (let i = 0; i < 5; ++i) {
    const spoke = new BoxGeometry(0.46 * radius, 0.11 * radius, 1.1 * h).translate(0.34 * radius, 0, 0);
    spoke.rotateZ((2 * Math.PI * i) / 5);
    pile.add(spoke, i === 0 ? 0xe0592a : metal, pose, false);
  }
  // Blocks of the tread: a smooth tyre would not show that it rolls.
  for (let i = 0; i < 18; ++i) {
    const block = new BoxGeometry(0.03 * radius, 0.13 * radius, 1.5 * h).translate(0.995 * radius, 0, 0);
    pile.add(block.rotateZ((2 * Math.PI * i) / 18), 0x1d2024, pose, false);
  }
}
