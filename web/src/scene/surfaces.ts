// Roads, rails and planes. A long one is cut into squares, each drawn from its own middle, so that its
// points are as exact far from the world's origin as near it.
import {
  BufferAttribute, BufferGeometry, LineSegments, Mesh, Object3D, ReplaceStencilOp, type Vector3,
} from "three";
import type { Scene, Surface } from "../page";
import * as colours from "./colours";
import { roundLength } from "./grid";
import { Paint } from "./paint";

interface Piece {
  object: Object3D;
  middle: number[]; // world
}

export class Surfaces {
  readonly group = new Object3D();
  private readonly pieces: Piece[] = [];
  private readonly road = new Paint({ twoSided: true, grid: true, outlined: true });
  private readonly lined = new Paint({ twoSided: true, outlined: true }); // has a grid of its own
  private readonly rail = new Paint({ twoSided: true, outlined: true });
  private readonly line = new Paint({ flat: true });
  private readonly sleeper = new Paint({ flat: true });

  constructor(scene: Scene) {
    const spacing = roundLength(0.5 * scene.size);
    const cell = Math.max(400, 200 * scene.size);
    this.rail.colour = colours.rail;
    for (const ground of [this.road, this.lined]) {
      ground.stencilWrite = true; // where shadows may fall
      ground.stencilRef = 1;
      ground.stencilZPass = ReplaceStencilOp;
    }
    this.sleeper.colour = colours.rail;
    for (const surface of scene.surfaces) {
      const lines = surface.lines ?? [];
      const material = surface.kind === "rail" ? this.rail : lines.length > 8 ? this.lined : this.road;
      for (const part of split(surface, cell)) this.add(part.points, part.triangles, material, material === this.road ? spacing : 0);
      const cells = new Map<string, number[]>();
      for (const line of lines) gather(line, cell, cells);
      for (const points of cells.values()) this.addLines(points, surface.kind === "rail" ? this.sleeper : this.line);
    }
  }

  place(origin: Vector3): void {
    for (const { object, middle } of this.pieces) {
      object.position.set(middle[0] - origin.x, middle[1] - origin.y, middle[2] - origin.z);
    }
  }

  theme(c: colours.Colours): void {
    this.road.colour = c.road;
    this.road.gridColour = c.roadGrid;
    this.lined.colour = c.road;
    this.line.colour = c.roadLine;
  }

  private add(points: number[], triangles: number[], material: Paint, spacing: number): void {
    if (triangles.length === 0) return;
    const middle = [0, 1, 2].map((k) => points[k]);
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(new Float32Array(points.map((x, i) => x - middle[i % 3])), 3));
    g.setIndex(triangles);
    g.computeVertexNormals();
    if (spacing > 0) {
      const whole = [Math.floor(middle[0] / spacing), Math.floor(middle[1] / spacing)];
      const grid = new Float32Array((points.length / 3) * 2);
      for (let i = 0; i < points.length / 3; ++i) {
        grid[2 * i] = points[3 * i] / spacing - whole[0];
        grid[2 * i + 1] = points[3 * i + 1] / spacing - whole[1];
      }
      g.setAttribute("grid", new BufferAttribute(grid, 2));
    }
    const mesh = new Mesh(g, material);
    mesh.renderOrder = -3;
    this.pieces.push({ object: mesh, middle });
    this.group.add(mesh);
  }

  // Pairs of points.
  private addLines(points: number[], material: Paint): void {
    const middle = points.slice(0, 3);
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(new Float32Array(points.map((x, i) => x - middle[i % 3])), 3));
    const lines = new LineSegments(g, material);
    lines.renderOrder = -3;
    this.pieces.push({ object: lines, middle });
    this.group.add(lines);
  }
}

function split(surface: Surface, cell: number): { points: number[]; triangles: number[] }[] {
  const parts = new Map<string, { points: number[]; triangles: number[]; known: Map<number, number> }>();
  const { points, triangles } = surface;
  for (let i = 0; i < triangles.length; i += 3) {
    const corner = 3 * triangles[i];
    const key = `${Math.floor(points[corner] / cell)} ${Math.floor(points[corner + 1] / cell)}`;
    let part = parts.get(key);
    if (!part) parts.set(key, (part = { points: [], triangles: [], known: new Map() }));
    for (let k = 0; k < 3; ++k) {
      const v = triangles[i + k];
      let at = part.known.get(v);
      if (at === undefined) {
        part.known.set(v, (at = part.points.length / 3));
        part.points.push(points[3 * v], points[3 * v + 1], points[3 * v + 2]);
      }
      part.triangles.push(at);
    }
  }
  return [...parts.values()];
}

// The segments of a polyline, each to those of its square.
function gather(line: number[], cell: number, cells: Map<string, number[]>): void {
  for (let i = 0; i + 5 < line.length; i += 3) {
    const key = `${Math.floor(line[i] / cell)} ${Math.floor(line[i + 1] / cell)}`;
    let points = cells.get(key);
    if (!points) cells.set(key, (points = []));
    points.push(...line.slice(i, i + 6));
  }
}
