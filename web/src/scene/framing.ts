// Where to look from at first: all of the mechanism in the picture, a flat one nearly from the front.
import { Box3, Vector3 } from "three";
import type { Scene } from "../page";
import type { Bodies } from "./bodies";
import { composed, directionAt, pointAt, type Poses } from "./poses";
import { anglesOf, directionOf, type Angles, type Upright } from "./upright";

export interface Framing {
  centre: number[]; // world, at the start
  half: number[]; // of the box around the mechanism
  radius: number;
  lowest: number; // along up
  travel: number; // m: how far the main body goes
  azimuth: number;
  elevation: number;
}

export function framing(scene: Scene, bodies: Bodies, poses: Poses, start: number, world: Upright): Framing {
  const box = new Box3();
  const point = new Vector3();
  const origin = new Vector3(...scene.bodies[scene.main].pose.slice(0, 3));
  const pose = [0, 0, 0, 1, 0, 0, 0];
  for (let i = 0; i < scene.bodies.length; ++i) {
    poses.at(i, start, pose);
    bodies.place(i, pose, origin);
  }
  bodies.group.updateMatrixWorld(true);
  for (const mesh of bodies.solids) {
    mesh.geometry.computeBoundingBox();
    const b = mesh.geometry.boundingBox!.clone().applyMatrix4(mesh.matrixWorld);
    const fixed = mesh.userData.body === 0;
    // A large fixed part, such as a floor, must not make the mechanism small.
    if (fixed && b.getSize(new Vector3()).length() > 12 * scene.size) continue;
    box.union(b);
  }
  for (const link of scene.links) {
    for (const end of [link.a, link.b]) {
      pointAt(scene.bodies[end.body].pose, end.p, pose);
      box.expandByPoint(point.set(pose[0], pose[1], pose[2]).sub(origin));
    }
  }
  const reach = 0.3 * scene.size;
  if (box.isEmpty()) box.set(new Vector3(-reach, -reach, -reach), new Vector3(reach, reach, reach));
  let travel = 0;
  const table = poses.table;
  if (table && table.rows > 1) {
    const first = [0, 0, 0, 1, 0, 0, 0];
    poses.row(scene.main, 0, first);
    const step = Math.max(1, Math.floor(table.rows / 200));
    for (let row = 0; row < table.rows; row += step) {
      poses.row(scene.main, row, pose);
      travel = Math.max(travel, Math.hypot(pose[0] - first[0], pose[1] - first[1], pose[2] - first[2]));
    }
    // What moves about on the spot is in the picture wherever it goes.
    if (travel < 3 * scene.size) sweep(scene, poses, box, origin);
  }
  const size = box.getSize(new Vector3());
  const centre = box.getCenter(new Vector3()).add(origin);
  return {
    centre: [centre.x, centre.y, centre.z],
    half: [size.x / 2, size.y / 2, size.z / 2],
    radius: Math.max(0.5 * size.length(), 0.2 * scene.size),
    lowest: lowest(box, world.up) + origin.dot(world.up),
    travel,
    ...direction(scene, world),
  };
}

function sweep(scene: Scene, poses: Poses, box: Box3, origin: Vector3): void {
  const table = poses.table!;
  const step = Math.max(1, Math.floor(table.rows / 60));
  const pose = [0, 0, 0, 1, 0, 0, 0];
  const p = new Vector3();
  for (let row = 0; row < table.rows; row += step) {
    for (let i = 1; i < scene.bodies.length; ++i) {
      poses.row(i, row, pose);
      box.expandByPoint(p.set(pose[0], pose[1], pose[2]).sub(origin));
    }
  }
}

// The corner of a box that is lowest.
function lowest(box: Box3, up: Vector3): number {
  const least = (k: "x" | "y" | "z"): number => Math.min(up[k] * box.min[k], up[k] * box.max[k]);
  return least("x") + least("y") + least("z");
}

function direction(scene: Scene, world: Upright): Angles {
  if (scene.towards) return anglesOf(scene.towards, world);
  const iso = { azimuth: -0.92, elevation: 0.42 };
  const sum = new Vector3();
  const d = [0, 0, 0];
  let n = 0;
  for (const joint of scene.joints) {
    const frame = composed(scene.bodies[joint.inboard.body].pose, joint.inboard.pose);
    for (const axis of joint.axes) {
      if (axis.kind !== "turn" || joint.axes.length > 2) continue;
      directionAt(frame, axis.direction, d);
      const s = sum.x * d[0] + sum.y * d[1] + sum.z * d[2] < 0 ? -1 : 1;
      sum.add(new Vector3(s * d[0], s * d[1], s * d[2]));
      n += 1;
    }
  }
  if (n === 0 || sum.length() < 0.97 * n) return iso;
  sum.normalize();
  if (Math.abs(sum.z) > 0.7) return { azimuth: -1.25, elevation: 0.95 };
  // From the front of a mechanism in a plane, a little from the side and from above.
  if (sum.y > 0.01 || (Math.abs(sum.y) <= 0.01 && sum.x < 0)) sum.negate();
  return { azimuth: Math.atan2(sum.y, sum.x) + 0.42, elevation: 0.3 };
}

// From how far away a box fills a picture, and where to aim (from its middle), seen from this direction.
export function fitted(
  half: readonly number[],
  angles: Angles,
  world: Upright,
  tanUp: number, // tangents of half the angles of view
  tanRight: number,
): { distance: number; aim: number[] } {
  const eye = directionOf(angles, world);
  const side = world.up.clone().cross(eye).normalize();
  const to = eye.toArray(); // towards the camera
  const right = side.toArray();
  const up = eye.clone().cross(side).toArray();
  const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => half.map((h, k) => ((i >> k) & 1 ? h : -h)));
  const aim = [0, 0, 0];
  let distance = 0;
  for (let pass = 0; pass < 4; ++pass) {
    distance = 0;
    for (const corner of corners) {
      const p = corner.map((x, k) => x - aim[k]);
      distance = Math.max(distance, Math.max(Math.abs(dot(p, right)) / tanRight, Math.abs(dot(p, up)) / tanUp) + dot(p, to));
    }
    const places = corners.map((corner) => {
      const p = corner.map((x, k) => x - aim[k]);
      return dot(p, up) / (distance - dot(p, to));
    });
    const off = ((Math.max(...places) + Math.min(...places)) / 2) * distance;
    for (let k = 0; k < 3; ++k) aim[k] += off * up[k];
  }
  return { distance, aim };
}
