// Roads, rails and planes. A long one is cut into squares, each drawn from its own middle, so that its
// points are as exact far from the world's origin as near it.
import {
  BufferAttribute, BufferGeometry, Mesh, Object3D, type Vector3,
} from "three";
import type { Scene, Surface } from "../page";
import * as colours from "./colours";
import { roundLength } from "./grid";
import { Paint } from "./paint";

interface Piece {
  mesh: Mesh;
  middle: number[]; // world
}

export class Surfaces {
  readonly group = new Object3D();
  private readonly pieces: Piece[] = [];
  private readonly road = new Paint({ twoSided: true, grid: true, outlined: true });
  private readonly marking = new Paint({ twoSided: true });
  private readonly rail = new Paint({ twoSided: true });

  constructor(scene: Scene) {
    const spacing = roundLength(0.5 * scene.size);
    const cell = Math.max(400, 200 * scene.size);
    this.rail.colour = colours.rail;
    for (const surface of scene.surfaces) {
      for (const part of split(surface, cell)) this.add(part.points, part.triangles, this.road, spacing);
      const rail = surface.kind === "rail";
      const width = (rail ? 0.018 : 0.011) * scene.size;
      for (const line of surface.lines ?? []) {
        for (const part of cut(line, cell)) {
          const bar = ribbon(part, width, rail ? 1.4 * width : 0, rail ? 0 : 0.0015 * scene.size);
          this.add(bar.points, bar.triangles, rail ? this.rail : this.marking, 0);
        }
      }
    }
  }

  place(origin: Vector3): void {
    for (const { mesh, middle } of this.pieces) {
      mesh.position.set(middle[0] - origin.x, middle[1] - origin.y, middle[2] - origin.z);
    }
  }

  theme(c: colours.Colours): void {
    this.road.colour = c.road;
    this.road.gridColour = c.roadGrid;
    this.marking.colour = c.marking;
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
    this.pieces.push({ mesh, middle });
    this.group.add(mesh);
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

// A polyline in pieces not much longer than a cell; neighbours share a point.
function cut(line: number[], cell: number): number[][] {
  const parts: number[][] = [];
  let first = 0;
  for (let i = 3; i + 2 < line.length; i += 3) {
    const far = Math.hypot(line[i] - line[first], line[i + 1] - line[first + 1]) > cell;
    if (!far && i + 5 < line.length) continue;
    parts.push(line.slice(first, i + 3));
    first = i;
  }
  return parts;
}

// A strip of this width along a line; with a height it is a bar (a rail).
function ribbon(line: number[], width: number, height: number, lift: number): { points: number[]; triangles: number[] } {
  const points: number[] = [];
  const triangles: number[] = [];
  const n = line.length / 3;
  const corners = height > 0 ? 4 : 2;
  for (let i = 0; i < n; ++i) {
    const a = 3 * Math.max(0, i - 1);
    const b = 3 * Math.min(n - 1, i + 1);
    let dx = line[b] - line[a];
    let dy = line[b + 1] - line[a + 1];
    const d = Math.hypot(dx, dy) || 1;
    dx *= width / 2 / d;
    dy *= width / 2 / d;
    const [x, y, z] = [line[3 * i], line[3 * i + 1], line[3 * i + 2] + lift];
    if (height > 0) {
      points.push(x - dy, y + dx, z - height, x - dy, y + dx, z, x + dy, y - dx, z, x + dy, y - dx, z - height);
    } else {
      points.push(x - dy, y + dx, z, x + dy, y - dx, z);
    }
    if (i === 0) continue;
    for (let k = 0; k + 1 < corners; ++k) {
      const p = (i - 1) * corners + k;
      const q = p + corners;
      triangles.push(p, p + 1, q, q, p + 1, q + 1);
    }
  }
  return { points, triangles };
}
