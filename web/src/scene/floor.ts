// A grid under a mechanism that stands on no surface of its own.
import { BufferAttribute, BufferGeometry, Mesh, Vector3 } from "three";
import type { Colours } from "./colours";
import { roundLength } from "./grid";
import { Paint } from "./paint";
import type { Upright } from "./upright";

export class Floor {
  readonly mesh: Mesh;
  private readonly paint: Paint;
  private readonly spacing: number;
  private readonly half: number;

  constructor(
    size: number,
    radius: number, // of the mechanism
    private readonly height: number,
    private readonly world: Upright,
  ) {
    this.spacing = roundLength(0.35 * size);
    this.half = 14 * Math.max(size, radius);
    this.paint = new Paint({ twoSided: true, grid: true, flat: true, fade: this.half });
    const n = this.half;
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(new Float32Array([-n, -n, 0, n, -n, 0, n, n, 0, -n, n, 0]), 3));
    const u = n / this.spacing;
    g.setAttribute("grid", new BufferAttribute(new Float32Array([-u, -u, u, -u, u, u, -u, u]), 2));
    g.setIndex([0, 1, 2, 0, 2, 3]);
    this.mesh = new Mesh(g, this.paint);
    this.mesh.renderOrder = -1;
    this.mesh.quaternion.copy(world.turn);
  }

  // It goes with the camera, by whole spacings: its lines stand still in the world.
  place(origin: Vector3, target: readonly number[]): void {
    const { east, north, up } = this.world;
    const at = new Vector3(target[0], target[1], target[2]);
    const whole = (along: Vector3): number => Math.round(at.dot(along) / this.spacing) * this.spacing;
    const p = this.mesh.position.copy(up).multiplyScalar(this.height);
    p.addScaledVector(east, whole(east)).addScaledVector(north, whole(north)).sub(origin);
  }

  theme(c: Colours): void {
    this.paint.gridColour = c.grid;
  }
}
