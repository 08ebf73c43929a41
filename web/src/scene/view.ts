// The mechanism as a picture: everything in it at one time, seen by one camera.
//
// three.js holds positions with 24 bits. So all of them are counted from `origin`, a point near what the
// camera looks at, and the subtraction is done with doubles: far away is as exact as near.
import { Color, Scene as World, Vector3, type WebGLRenderer } from "three";
import type { Pose, Scene } from "../page";
import type { Selected } from "../selection";
import type { Tables } from "../table";
import { theme } from "../theme";
import { Arrows } from "./arrows";
import { Bodies } from "./bodies";
import { OrbitCamera } from "./camera";
import * as colours from "./colours";
import { Floor } from "./floor";
import { fitted, framing, type Framing } from "./framing";
import { Joints } from "./joints";
import { Labels } from "./labels";
import { Links } from "./links";
import { Pace } from "./pace";
import { light } from "./paint";
import { pick } from "./pick";
import { directionAt, Poses } from "./poses";
import { makeRenderer } from "./renderer";
import { Ground, Shadow } from "./shadow";
import { Surfaces } from "./surfaces";
import { Through } from "./through";
import { Trails } from "./trails";
import { Triad } from "./triad";
import { upright, type Upright } from "./upright";

export class SceneView {
  readonly poses: Poses;
  readonly bodies: Bodies;
  readonly links: Links;
  readonly joints: Joints;
  readonly arrows: Arrows;
  readonly surfaces: Surfaces;
  readonly trails: Trails;
  private readonly through: Through;
  readonly labels = new Labels();
  readonly triad = new Triad();
  private readonly upright: Upright;
  readonly camera: OrbitCamera;
  readonly origin = new Vector3();
  readonly canvas: HTMLCanvasElement | null;
  follow: boolean;
  dirty = true;
  drawn = 0; // pictures
  private readonly renderer: WebGLRenderer | null;
  readonly software: boolean;
  private readonly world = new World();
  private readonly floor: Floor | null;
  private readonly ground: Ground;
  private readonly shadow: Shadow;
  private readonly pace = new Pace();
  private readonly frame: Framing;
  private readonly now: number[][];
  private followed: number;
  private readonly shift: number[]; // from the body that is followed to the middle of the picture
  private width = 0;
  private height = 0;
  private fine = false;
  private aimed = [0, 0, 0];
  private selected: Selected | null = null;
  private readonly hideListeners: (() => void)[] = [];

  constructor(
    readonly scene: Scene,
    tables: Tables,
    table: string | undefined,
    start: number,
    soft: boolean,
  ) {
    this.upright = upright(scene.up);
    const made = makeRenderer();
    this.renderer = made?.gl ?? null;
    this.software = made?.software ?? true;
    this.canvas = this.renderer?.domElement ?? null;
    this.poses = new Poses(scene, table === undefined ? undefined : tables.named(table));
    this.bodies = new Bodies(scene);
    this.links = new Links(scene);
    this.joints = new Joints(scene);
    this.arrows = new Arrows(scene, tables);
    this.surfaces = new Surfaces(scene);
    this.trails = new Trails(this.poses);
    this.through = new Through(this.bodies, this.links, this.joints, scene.size);
    this.camera = new OrbitCamera(soft, this.upright);
    this.now = scene.bodies.map((b) => [...b.pose]);
    this.followed = scene.main;
    this.frame = framing(scene, this.bodies, this.poses, start, this.upright);
    this.poses.at(scene.main, start, this.now[scene.main]);
    this.shift = this.frame.centre.map((x, k) => x - this.now[scene.main][k]);
    this.follow = this.poses.moves && this.frame.travel > 3 * scene.size;
    this.floor = scene.surfaces.length === 0 ? new Floor(scene.size, this.frame.radius, this.frame.lowest, this.upright) : null;
    const { bodies, links, joints, arrows, surfaces, trails, through } = this;
    for (const part of [bodies, links, joints, arrows, surfaces, trails, through]) this.world.add(part.group);
    if (this.floor) this.world.add(this.floor.mesh);
    this.ground = new Ground(scene.surfaces, scene.size);
    this.shadow = new Shadow(bodies.shades, links.meshes.slice(0, 1), this.floor === null, this.upright); // bars; coils get their length as they are drawn
    this.world.add(this.shadow.group);
    // A mechanism shows its joints; a vehicle with its body does not need them.
    this.joints.group.visible = this.poses.table === undefined || scene.bodies[scene.main].automatic;
    this.nameAll();
    this.theme();
  }

  theme(): void {
    const c = theme() === "dark" ? colours.dark : colours.light;
    this.world.background = new Color(c.background);
    light.fog.value.set(c.background);
    this.bodies.theme(c);
    this.surfaces.theme(c);
    this.trails.theme(c);
    this.floor?.theme(c);
    this.shadow.colour = this.floor ? c.shadow : c.roadShadow;
    this.dirty = true;
  }

  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0 || (width === this.width && height === this.height)) return;
    this.width = width;
    this.height = height;
    this.camera.camera.aspect = width / height;
    if (!this.camera.touched) this.aim();
    this.renderer?.setPixelRatio(this.ratio(false));
    this.renderer?.setSize(width, height, false);
    this.fine = false;
    this.dirty = true;
  }

  // Fills the picture with the mechanism.
  private aim(): void {
    const { half, azimuth, elevation } = this.frame;
    const angles = { azimuth, elevation };
    const tangent = Math.tan((this.camera.camera.fov * Math.PI) / 360) / 1.16; // with a margin
    const { distance, aim } = fitted(half, angles, this.upright, tangent, tangent * this.camera.camera.aspect);
    this.aimed = aim;
    this.camera.setHome(azimuth, elevation, Math.max(distance, 0.6 * this.scene.size));
  }

  private ratio(fine: boolean): number {
    if (this.software) return fine && this.width * this.height < 1.2e6 ? 2 : fine ? 1 : this.pace.ratio;
    return Math.min(2, window.devicePixelRatio);
  }

  select(selected: Selected | null): void {
    const of = (kind: Selected["kind"]): number | null => (selected?.kind === kind ? selected.index : null);
    this.selected = selected;
    this.bodies.select(of("body"));
    this.links.select(of("link"));
    this.joints.select(of("joint"));
    this.through.select(selected);
    this.arrows.selected = selected;
    this.dirty = true;
  }

  // Hides a body, or shows it again; null: shows all.
  hide(body: number | null): void {
    if (body !== null) this.bodies.hide(body, !this.bodies.hidden(body));
    else for (let i = 0; i < this.scene.bodies.length; ++i) this.bodies.hide(i, false);
    this.dirty = true;
    for (const tell of this.hideListeners) tell();
  }
  onHide(listener: () => void): void {
    this.hideListeners.push(listener);
  }

  // The camera follows this body from where it is now.
  followBody(body: number): void {
    this.followed = body;
    this.shift.fill(0);
    this.aimed.fill(0);
    this.follow = true;
    this.dirty = true;
  }

  resetCamera(): void {
    if (this.followed !== this.scene.main) {
      this.followed = this.scene.main;
      this.frame.centre.forEach((x, k) => (this.shift[k] = x - this.scene.bodies[this.scene.main].pose[k]));
    }
    this.camera.touched = false;
    this.aim();
    this.camera.reset();
    this.dirty = true;
  }

  // Draws the picture of time t if something changed; true while the camera still moves.
  draw(t: number): boolean {
    const moving = this.camera.settle();
    if (!this.dirty && !moving) return false;
    this.dirty = false;
    this.place(t);
    this.render(false);
    return moving;
  }

  // Once nothing moves: with more points, which are then averaged. Only software needs it.
  refine(): void {
    if (this.software && !this.fine && this.drawn > 0) this.render(true);
  }

  picture(t: number): string {
    this.place(t);
    this.render(true);
    return this.canvas?.toDataURL("image/png") ?? "";
  }

  private place(t: number): void {
    for (let i = 1; i < this.now.length; ++i) this.poses.at(i, t, this.now[i]);
    const body = this.now[this.followed];
    const centre = [0, 1, 2].map((k) => (this.follow ? body[k] + this.shift[k] : this.frame.centre[k]) + this.aimed[k]);
    const cell = 8 * this.scene.size;
    const near = (x: number): number => Math.round(x / cell) * cell;
    this.origin.set(near(centre[0]), near(centre[1]), near(centre[2]));
    this.camera.place(centre, this.origin);
    for (let i = 0; i < this.now.length; ++i) this.bodies.place(i, this.now[i], this.origin);
    this.links.update(this.now, this.origin);
    if (this.joints.group.visible || this.labels.visible || this.selected?.kind === "joint") {
      this.joints.update(this.now, this.origin);
    }
    this.arrows.update(t, this.now, this.links.ends, this.origin);
    this.through.update();
    this.trails.update(t, this.origin);
    this.surfaces.place(this.origin);
    this.floor?.place(this.origin, this.camera.target);
    this.castShadow();
    const d = this.camera.distance;
    light.fogFrom.value = 4 * d;
    light.fogTo.value = 26 * d;
    // The light goes with the camera by half, so that what one looks at is lit.
    const { east, north, up } = this.upright;
    const [x, y, z] = this.camera.target;
    const sun = light.sun.value.copy(this.camera.camera.position).add(this.origin).sub(new Vector3(x, y, z));
    const high = sun.dot(up);
    sun.addScaledVector(up, Math.abs(high) - high + 0.9 * d).addScaledVector(east, 0.3 * d).addScaledVector(north, 0.2 * d).normalize();
    light.upright.value.copy(up);
  }

  // On the floor, or on what lies under the main body.
  private castShadow(): void {
    const [x, y, z] = this.now[this.scene.main];
    const { up } = this.upright;
    const eye = this.camera.camera.position.clone().add(this.origin);
    if (this.floor) {
      const at = up.clone().multiplyScalar(this.frame.lowest);
      this.shadow.group.visible = eye.dot(up) > this.frame.lowest;
      this.shadow.cast(at.sub(this.origin), up);
      return;
    }
    const under = this.ground.planeUnder(x, y, z, 0.5 * this.scene.size); // roads have z up
    this.shadow.group.visible = under !== null && eye.z > under.z;
    if (under) this.shadow.cast(new Vector3(x - this.origin.x, y - this.origin.y, under.z - this.origin.z), under.normal);
  }

  private render(fine: boolean): void {
    if (this.renderer && this.width > 0) {
      if (!fine) this.pace.drawn(performance.now());
      this.fine = fine;
      const ratio = this.ratio(fine);
      if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
      this.renderer.render(this.world, this.camera.camera);
    }
    this.labels.update(this.camera.camera, this.width, this.height);
    this.triad.update(this.camera.camera);
    this.drawn += 1;
  }

  pickAt(x: number, y: number): Selected | null {
    return pick(this, x, y, this.width, this.height);
  }

  drawnPose(body: string): Pose | null {
    const index = this.scene.bodies.findIndex((b) => b.name === body);
    return index < 0 ? null : this.bodies.drawn(index, this.origin);
  }

  // Where the middle of a body is in the window, in px.
  placeOnScreen(body: string): { x: number; y: number } | null {
    const index = this.scene.bodies.findIndex((b) => b.name === body);
    const box = this.canvas?.getBoundingClientRect();
    if (index < 0 || !box) return null;
    const { x, y } = this.spotOf({ kind: "body", index });
    return { x: box.left + x, y: box.top + y };
  }

  // Where an element is in the picture, in px.
  spotOf({ kind, index }: Selected): { x: number; y: number } {
    const p = new Vector3();
    if (kind === "body") p.copy(this.bodies.objects[index].position);
    else if (kind === "joint") p.fromArray(this.joints.at[index]);
    else if (kind === "link") p.fromArray(this.links.ends[index].a).add(new Vector3().fromArray(this.links.ends[index].b)).multiplyScalar(0.5);
    else p.copy(this.bodies.objects[this.scene.arrows[index].body].position);
    p.project(this.camera.camera);
    return { x: ((p.x + 1) / 2) * this.width, y: ((1 - p.y) / 2) * this.height };
  }

  // Waits until the picture is drawn; for measurements.
  finish(): void {
    this.renderer?.getContext().finish();
  }

  private nameAll(): void {
    const is = (kind: Selected["kind"], index: number) => () =>
      this.selected?.kind === kind && this.selected.index === index;
    const add = (text: string, kind: "body" | "joint" | "link" | "frame", always: () => boolean, at: () => readonly number[]): void =>
      this.labels.add({ text, kind, at, get always() { return always(); } });
    this.scene.bodies.forEach((body, i) => {
      if (i === 0 && body.shapes.length === 0) return;
      const p = this.bodies.objects[i].position;
      add(body.name, "body", is("body", i), () => [p.x, p.y, p.z]);
      for (const frame of body.frames) {
        const out = [0, 0, 0];
        add(frame.name, "frame", () => false, () => {
          directionAt(this.now[i], frame.pose, out);
          return [out[0] + p.x, out[1] + p.y, out[2] + p.z];
        });
      }
    });
    const { arrows } = this;
    this.labels.add({
      text: "", kind: "value", get always() { return arrows.told !== null; },
      at: () => arrows.told?.at ?? [0, 0, 0], say: () => arrows.told?.text ?? "",
    });
    this.scene.joints.forEach((joint, i) => add(joint.name, "joint", is("joint", i), () => this.joints.at[i]));
    this.scene.links.forEach((link, i) =>
      add(link.name, "link", is("link", i), () => {
        const { a, b } = this.links.ends[i];
        return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
      }),
    );
  }
}
