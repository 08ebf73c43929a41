// One three.js object for each body: its shapes as one mesh, glass, edges, and its frames.
import {
  BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments, Mesh, Object3D, Quaternion, Vector3,
} from "three";
import type { Pose, Scene, SceneBody } from "../page";
import * as colours from "./colours";
import { Paint } from "./paint";
import { addShape, matrix, Pile } from "./shapes";

export class Bodies {
  readonly group = new Object3D();
  readonly objects: Object3D[] = [];
  readonly solids: Mesh[] = []; // to be picked; userData.body is the index
  readonly shades: { geometry: BufferGeometry; object: Object3D }[] = []; // what casts a shadow, as simple as it may be
  private readonly frames: LineSegments[] = [];
  private readonly solid = new Paint({ colours: "vertex", twoSided: true, outlined: true });
  private readonly glow = new Paint({ colours: "vertex", twoSided: true, outlined: true });
  private readonly haze = new Paint({ colours: "vertex", twoSided: true, opacity: 0.2 });
  private selected: number | null = null;
  private clear = false;
  private readonly glass = new Paint({ colours: "vertex", twoSided: true, opacity: 0.42 });
  private readonly edges = new LineBasicMaterial({ transparent: true });
  private readonly framePaint = new LineBasicMaterial({ vertexColors: true });

  constructor(scene: Scene) {
    this.glow.glow = colours.selected;
    const thin = 0.012 * scene.size;
    const outlined = scene.bodies.length <= 200; // a picture with many more is slow, and black
    scene.bodies.forEach((body, i) => {
      const object = new Object3D();
      object.name = body.name;
      const own = i === 0 ? colours.fixed : colours.bodies[(i - 1) % colours.bodies.length];
      const solid = new Pile();
      const glass = new Pile();
      for (const shape of body.shapes) addShape(shape.part === "glass" ? glass : solid, shape, own, thin);
      const shade = new Pile();
      for (const shape of i === 0 ? [] : body.shapes) {
        if (shape.part === "glass") continue;
        addShape(shade, shape.kind === "wheel" ? { ...shape, kind: "cylinder" } : shape, own, thin, false);
      }
      if (!shade.empty) this.shades.push({ geometry: shade.surface(), object });
      if (!solid.empty) {
        const mesh = new Mesh(solid.surface(), this.solid);
        mesh.userData.body = i;
        this.solids.push(mesh);
        object.add(mesh);
        if (outlined) {
          const outline = new LineSegments(solid.outline(), this.edges);
          outline.userData.outline = true;
          object.add(outline);
        }
      }
      if (!glass.empty) {
        const mesh = new Mesh(glass.surface(), this.glass);
        mesh.userData.body = i;
        this.solids.push(mesh);
        object.add(mesh);
      }
      const frames = new LineSegments(tripods(body, i === 0, scene.size), this.framePaint);
      frames.visible = false;
      this.frames.push(frames);
      object.add(frames);
      this.objects.push(object);
      this.group.add(object);
    });
  }

  place(body: number, pose: ArrayLike<number>, origin: Vector3): void {
    const object = this.objects[body];
    object.position.set(pose[0] - origin.x, pose[1] - origin.y, pose[2] - origin.z);
    object.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
  }

  // As drawn: read back from the matrix that three.js hands to the picture.
  drawn(body: number, origin: Vector3): Pose {
    const object = this.objects[body];
    object.updateWorldMatrix(true, false);
    const p = new Vector3();
    const q = new Quaternion();
    object.matrixWorld.decompose(p, q, new Vector3());
    return [p.x + origin.x, p.y + origin.y, p.z + origin.z, q.w, q.x, q.y, q.z];
  }

  showFrames(on: boolean): void {
    for (const frame of this.frames) frame.visible = on;
  }

  select(body: number | null): void {
    this.selected = body;
    for (const mesh of this.solids) {
      if (mesh.material === this.glass) continue;
      mesh.material = mesh.userData.body === this.selected ? this.glow : this.clear ? this.haze : this.solid;
    }
  }

  get xray(): boolean {
    return this.clear;
  }
  // All bodies but the selected one as if of thin glass.
  set xray(on: boolean) {
    this.clear = on;
    this.select(this.selected);
  }

  hidden(body: number): boolean {
    return !this.objects[body].visible;
  }
  hide(body: number, on: boolean): void {
    this.objects[body].visible = !on;
  }
  get anyHidden(): boolean {
    return this.objects.some((o) => !o.visible);
  }

  theme(c: colours.Colours): void {
    this.edges.color.set(c.edge);
    this.edges.opacity = c.edgeOpacity;
  }
}

// Three coloured lines for the body and each of its frames.
function tripods(body: SceneBody, ground: boolean, size: number): BufferGeometry {
  const points: number[] = [];
  const paint: number[] = [];
  const axis = new Vector3();
  const add = (pose: Pose, length: number): void => {
    const m = matrix(pose);
    const at = new Vector3().setFromMatrixPosition(m);
    for (let k = 0; k < 3; ++k) {
      axis.setFromMatrixColumn(m, k).multiplyScalar(length).add(at);
      points.push(at.x, at.y, at.z, axis.x, axis.y, axis.z);
      const c = new Color(colours.axes[k]);
      paint.push(c.r, c.g, c.b, c.r, c.g, c.b);
    }
  };
  add([0, 0, 0, 1, 0, 0, 0], (ground ? 0.3 : 0.2) * size);
  for (const frame of body.frames) add(frame.pose, 0.12 * size);
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  g.setAttribute("color", new BufferAttribute(new Float32Array(paint), 3));
  return g;
}
