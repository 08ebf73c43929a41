// A camera that circles a point: by hand, softly, and following a body.
import { PerspectiveCamera, Vector3 } from "three";
import { directionOf, type Upright } from "./upright";

const steepest = 1.53; // rad: from straight above the direction would be lost

export class OrbitCamera {
  readonly camera = new PerspectiveCamera(32, 1, 0.1, 1000);
  readonly target = [0, 0, 0]; // world: what it looks at
  touched = false; // by hand: it stays as it was put
  private wanted = { azimuth: 0, elevation: 0.4, distance: 5 };
  private now = { azimuth: 0, elevation: 0.4, distance: 5 };
  private readonly shift = [0, 0, 0]; // by hand, from what it follows
  private home = { azimuth: 0, elevation: 0.4, distance: 5 };

  constructor(private readonly soft: boolean, private readonly world: Upright) {
    this.camera.up.copy(world.up);
  }

  setHome(azimuth: number, elevation: number, distance: number): void {
    this.home = { azimuth, elevation, distance };
    this.reset();
    this.now = { ...this.wanted };
  }

  reset(): void {
    this.touched = false;
    this.wanted = { ...this.home };
    this.shift.fill(0);
  }

  get distance(): number {
    return this.now.distance;
  }

  orbit(azimuth: number, elevation: number): void {
    this.touched = true;
    this.wanted.azimuth += azimuth;
    this.wanted.elevation = Math.min(steepest, Math.max(-steepest, this.wanted.elevation + elevation));
  }

  zoom(factor: number): void {
    this.touched = true;
    const d = this.wanted.distance * factor;
    this.wanted.distance = Math.min(this.home.distance * 30, Math.max(this.home.distance / 60, d));
  }

  // In parts of the height of the picture.
  pan(right: number, up: number): void {
    this.touched = true;
    const height = 2 * this.now.distance * Math.tan((this.camera.fov * Math.PI) / 360);
    const m = this.camera.matrixWorld.elements;
    for (let k = 0; k < 3; ++k) this.shift[k] += height * (right * m[k] + up * m[4 + k]);
  }

  // Towards where it was sent; true while it still moves.
  settle(): boolean {
    const part = this.soft ? 0.32 : 1;
    let moving = false;
    for (const key of ["azimuth", "elevation", "distance"] as const) {
      const rest = this.wanted[key] - this.now[key];
      const small = key === "distance" ? 1e-4 * this.wanted.distance : 1e-4;
      if (Math.abs(rest) < small) this.now[key] = this.wanted[key];
      else {
        this.now[key] += part * rest;
        moving = true;
      }
    }
    return moving;
  }

  place(centre: ArrayLike<number>, origin: Vector3): void {
    for (let k = 0; k < 3; ++k) this.target[k] = centre[k] + this.shift[k];
    const { distance } = this.now;
    const d = directionOf(this.now, this.world);
    const x = this.target[0] - origin.x;
    const y = this.target[1] - origin.y;
    const z = this.target[2] - origin.z;
    this.camera.position.set(x, y, z).addScaledVector(d, distance);
    this.camera.lookAt(x, y, z);
    this.camera.near = distance / 60;
    this.camera.far = distance * 120;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }
}
