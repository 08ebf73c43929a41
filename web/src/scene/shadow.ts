// Shadows on the ground: everything once more, pressed onto a plane along the light, in one flat colour.
// It costs a few cheap pixels, and one sees what stands on the ground and what does not.
import { EqualStencilFunc, InstancedMesh, Mesh, Object3D, Vector3, type BufferGeometry } from "three";
import { Paint } from "./paint";
import type { Upright } from "./upright";

export class Shadow {
  readonly group = new Object3D();
  private readonly paint = new Paint({ flat: true, twoSided: true });
  private readonly light: Vector3;

  // `surfaced`: it falls on surfaces only, which leave a 1 in the stencil.
  constructor(bodies: readonly { geometry: BufferGeometry; object: Object3D }[], instances: readonly InstancedMesh[], surfaced: boolean, world: Upright) {
    this.light = new Vector3(-0.32, 0.22, 1).normalize().applyQuaternion(world.turn);
    this.group.matrixAutoUpdate = false;
    this.paint.depthTest = false;
    this.paint.depthWrite = false;
    this.paint.stencilWrite = surfaced;
    this.paint.stencilFunc = EqualStencilFunc;
    this.paint.stencilRef = 1;
    const add = (shade: Mesh, of: Object3D): void => {
      shade.matrixAutoUpdate = false;
      shade.matrix = of.matrix; // the same: it goes where the body goes
      shade.frustumCulled = false;
      shade.renderOrder = -2; // after roads, before bodies
      shade.userData.of = of;
      this.group.add(shade);
    };
    for (const { geometry, object } of bodies) add(new Mesh(geometry, this.paint), object);
    for (const mesh of instances) {
      const shade = new InstancedMesh(mesh.geometry, this.paint, 0);
      shade.instanceMatrix = mesh.instanceMatrix;
      add(shade, mesh);
    }
  }

  set colour(value: number) {
    this.paint.colour = value;
  }

  // Onto the plane through `at` (relative to the origin of the view) across `normal`.
  cast(at: Vector3, normal: Vector3): void {
    for (const shade of this.group.children) {
      if (shade instanceof InstancedMesh) shade.count = (shade.userData.of as InstancedMesh).count;
      else shade.visible = (shade.userData.of as Object3D).visible;
    }
    const l = this.light;
    const s = 1 / normal.dot(l);
    const n = normal;
    const d = normal.dot(at) * s;
    this.group.matrix.set(
      1 - s * l.x * n.x, -s * l.x * n.y, -s * l.x * n.z, l.x * d,
      -s * l.y * n.x, 1 - s * l.y * n.y, -s * l.y * n.z, l.y * d,
      -s * l.z * n.x, -s * l.z * n.y, 1 - s * l.z * n.z, l.z * d,
      0, 0, 0, 1,
    );
    this.group.matrixWorldNeedsUpdate = true;
  }
}

// The ground that surfaces make.
export class Ground {
  private readonly cells = new Map<string, number[]>(); // nine numbers for each triangle
  private readonly cell: number;

  constructor(surfaces: readonly { points: number[]; triangles: number[] }[], size: number) {
    this.cell = 2 * size;
    for (const { points, triangles } of surfaces) {
      for (let i = 0; i < triangles.length; i += 3) {
        const corners = [0, 1, 2].flatMap((k) => points.slice(3 * triangles[i + k], 3 * triangles[i + k] + 3));
        this.keep(corners);
      }
    }
  }

  private keep(t: number[]): void {
    const low = (k: number): number => Math.floor(Math.min(t[k], t[k + 3], t[k + 6]) / this.cell);
    const high = (k: number): number => Math.floor(Math.max(t[k], t[k + 3], t[k + 6]) / this.cell);
    if ((high(0) - low(0) + 1) * (high(1) - low(1) + 1) > 4000) return; // a plane without end
    for (let i = low(0); i <= high(0); ++i) {
      for (let j = low(1); j <= high(1); ++j) {
        const key = `${i} ${j}`;
        const list = this.cells.get(key);
        if (list) list.push(...t);
        else this.cells.set(key, [...t]);
      }
    }
  }

  // The highest triangle at a place that is not above z.
  heightUnder(x: number, y: number, z: number): number | null {
    const list = this.cells.get(`${Math.floor(x / this.cell)} ${Math.floor(y / this.cell)}`) ?? [];
    let best: number | null = null;
    for (let i = 0; i < list.length; i += 9) {
      const [ax, ay, az, bx, by, bz, cx, cy, cz] = list.slice(i, i + 9);
      const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
      if (area === 0) continue;
      const u = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
      const v = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
      if (u < -1e-9 || v < -1e-9 || u + v > 1 + 1e-9) continue;
      const at = az + u * (bz - az) + v * (cz - az);
      if (at <= z && (best === null || at > best)) best = at;
    }
    return best;
  }

  // A plane through the ground around a place, so that stairs are a slope.
  planeUnder(x: number, y: number, z: number, reach: number): { z: number; normal: Vector3 } | null {
    const middle = this.heightUnder(x, y, z);
    if (middle === null) return null;
    const along = (dx: number, dy: number): [number, number] => {
      const a = this.heightUnder(x - dx, y - dy, z + reach) ?? middle;
      const b = this.heightUnder(x + dx, y + dy, z + reach) ?? middle;
      return [(b - a) / (2 * Math.hypot(dx, dy)), (a + b) / 2];
    };
    const [slopeX, meanX] = along(reach, 0);
    const [slopeY] = along(0, 0.4 * reach);
    return { z: meanX, normal: new Vector3(-slopeX, -slopeY, 1).normalize() };
  }
}
