// Many cylinders, balls, cones or coils that move each frame, drawn at once. They are small: a few
// triangles do, and software counts each.
import {
  BufferGeometry, Color, ConeGeometry, CylinderGeometry, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh,
  Matrix4, Quaternion, SphereGeometry, Vector3, BufferAttribute,
} from "three";
import { Paint } from "./paint";
import { upright } from "./shapes";

const up = new Vector3(0, 0, 1);

export const unit = {
  bar: (): BufferGeometry => upright(new CylinderGeometry(1, 1, 1, 10)).translate(0, 0, 0.5), // from 0 to 1 along z
  ball: (): BufferGeometry => new SphereGeometry(1, 10, 6),
  tip: (): BufferGeometry => upright(new ConeGeometry(1, 1, 12)).translate(0, 0, 0.5),
};

export class Instances {
  readonly mesh: InstancedMesh;
  protected count = 0;
  private readonly matrix = new Matrix4();
  private readonly position = new Vector3();
  private readonly turn = new Quaternion();
  private readonly scale = new Vector3();
  private readonly direction = new Vector3();
  private readonly colour = new Color();

  constructor(geometry: BufferGeometry, material: Paint, readonly most: number) {
    this.mesh = new InstancedMesh(geometry, material, Math.max(1, most));
    this.mesh.frustumCulled = false;
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.setColorAt(0, this.colour);
  }

  begin(): void {
    this.count = 0;
  }

  // From a along (dx, dy, dz), as wide as `radius`, as long as `length`.
  add(a: ArrayLike<number>, dx: number, dy: number, dz: number, radius: number, length: number, colour: number): void {
    if (this.count >= this.most) return;
    this.direction.set(dx, dy, dz);
    const norm = this.direction.length();
    if (norm > 0) this.turn.setFromUnitVectors(up, this.direction.divideScalar(norm));
    else this.turn.identity();
    this.position.set(a[0], a[1], a[2]);
    this.scale.set(radius, radius, length);
    this.matrix.compose(this.position, this.turn, this.scale);
    this.mesh.setMatrixAt(this.count, this.matrix);
    this.mesh.setColorAt(this.count, this.colour.set(colour));
    this.count += 1;
  }

  end(): void {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

const turns = 7;

// Coils: the wire keeps its thickness while the axis stretches. Lengths are in radii of the coil.
export class Coils extends Instances {
  private readonly stretch: InstancedBufferAttribute;

  constructor(most: number) {
    super(coil(), new Paint({ colours: "instance", coil: true }), most);
    this.stretch = new InstancedBufferAttribute(new Float32Array(Math.max(1, most)), 1);
    this.stretch.setUsage(DynamicDrawUsage);
    this.mesh.geometry.setAttribute("stretch", this.stretch);
  }

  coil(a: ArrayLike<number>, dx: number, dy: number, dz: number, radius: number, length: number, colour: number): void {
    if (this.count >= this.most) return;
    this.stretch.setX(this.count, length / radius);
    this.add(a, dx, dy, dz, radius, radius, colour);
    this.stretch.needsUpdate = true;
  }
}

// position: from the middle of the wire; axis: the middle, with the length of the coil as 1.
function coil(): BufferGeometry {
  const steps = turns * 11;
  const sides = 4; // round enough for a wire
  const wire = 0.14;
  const position: number[] = [];
  const axis: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= steps; ++i) {
    const phi = (2 * Math.PI * turns * i) / steps;
    for (let k = 0; k < sides; ++k) {
      const psi = (2 * Math.PI * k) / sides;
      const r = wire * Math.cos(psi);
      position.push(r * Math.cos(phi), r * Math.sin(phi), wire * Math.sin(psi));
      axis.push(Math.cos(phi), Math.sin(phi), i / steps);
      if (i === steps) continue;
      const a = i * sides + k;
      const b = i * sides + ((k + 1) % sides);
      triangles.push(a, a + sides, b, b, a + sides, b + sides);
    }
  }
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
  g.setAttribute("normal", new BufferAttribute(new Float32Array(position.map((x) => x / wire)), 3));
  g.setAttribute("axis", new BufferAttribute(new Float32Array(axis), 3));
  g.setIndex(triangles);
  return g;
}
