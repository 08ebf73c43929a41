import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pose, Scene } from "../../src/page";
import { fitted } from "../../src/scene/framing";
import { roundLength } from "../../src/scene/grid";
import { Pace } from "../../src/scene/pace";
import { composed, directionAt, pointAt, Poses } from "../../src/scene/poses";
import { Ground } from "../../src/scene/shadow";
import { anglesOf, directionOf, upright } from "../../src/scene/upright";
import { StoredTable } from "../../src/table";

const start: Pose = [9, 9, 9, 1, 0, 0, 0];
const body = (name: string) => ({ name, pose: start, shapes: [], frames: [], automatic: false });
const scene = { bodies: [body("ground"), body("arm")], joints: [], links: [], arrows: [], surfaces: [], main: 1, size: 1 } as Scene;

function table(rows: number[][]): StoredTable {
  const names = ["x", "y", "z", "qw", "qx", "qy", "qz"];
  return new StoredTable("frames", Float64Array.from(rows, (_, i) => i),
    names.map((n, k) => ({ name: `body.arm.${n}`, unit: "", description: "", values: Float64Array.from(rows, (r) => r[k]) })));
}

const close = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).forEach((x, i) => assert.ok(Math.abs(x - b[i]) < 1e-12, `${Array.from(a)} is not ${Array.from(b)}`));

test("a pose is the stored row at its time, and has unit length between rows", () => {
  const s = Math.SQRT1_2;
  const rows = [[0, 0, 0, 1, 0, 0, 0], [2, 4, 6, -s, 0, 0, -s]]; // the second is a quarter turn, with the other sign
  const poses = new Poses(scene, table(rows));
  const out: number[] = [];
  poses.at(1, 1, out);
  assert.deepEqual(out, rows[1]);
  poses.at(1, 0.5, out);
  close(out, [1, 2, 3, Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)]);
});

test("a body without columns stays where it starts", () => {
  const poses = new Poses(scene, undefined);
  const out: number[] = [];
  poses.at(1, 3, out);
  assert.deepEqual(out, start);
  assert.equal(poses.moves, false);
});

test("points and directions turn with a pose", () => {
  const s = Math.SQRT1_2;
  const pose = [1, 2, 3, s, 0, 0, s]; // x becomes y
  const out = [0, 0, 0];
  pointAt(pose, [1, 0, 0], out);
  close(out, [1, 3, 3]);
  directionAt(pose, [0, 1, 0], out);
  close(out, [-1, 0, 0]);
  close(composed(pose, [1, 0, 0, s, 0, 0, s]), [1, 3, 3, 0, 0, 0, 1]);
});

test("a box that is aimed at fills its picture and does not leave it", () => {
  const half = [2, 0.3, 0.8];
  const [azimuth, elevation, up, right] = [-0.9, 0.4, 0.28, 0.5];
  const { distance, aim } = fitted(half, { azimuth, elevation }, upright(), up, right);
  const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
  let most = 0;
  for (let i = 0; i < 8; ++i) {
    const p = half.map((h, k) => ((i >> k) & 1 ? h : -h) - aim[k]);
    const depth = distance - (p[0] * ce * ca + p[1] * ce * sa + p[2] * se);
    const x = (-sa * p[0] + ca * p[1]) / depth / right;
    const y = (-se * ca * p[0] - se * sa * p[1] + ce * p[2]) / depth / up;
    most = Math.max(most, Math.abs(x), Math.abs(y));
  }
  assert.ok(most <= 1.01 && most > 0.95, `reaches ${most} of the edge`);
});

test("grids have round spacings", () => {
  assert.deepEqual([0.013, 0.9, 2.4, 7, 80].map(roundLength).map((x) => Number(x.toPrecision(3))), [0.01, 1, 2, 5, 100]);
});

test("the ground is the highest triangle that is not above", () => {
  const square = (z: number, slope = 0) => ({ points: [0, 0, z, 4, 0, z + 4 * slope, 4, 4, z + 4 * slope, 0, 4, z], triangles: [0, 1, 2, 0, 2, 3] });
  const ground = new Ground([square(0), square(1, 0.5), square(9)], 1);
  assert.ok(Math.abs(ground.heightUnder(1, 2.5, 5)! - 1.5) < 1e-12);
  assert.equal(ground.heightUnder(1, 2.5, 1.2), 0);
  assert.equal(ground.heightUnder(-1, 2, 5), null);
  const plane = ground.planeUnder(2, 2, 5, 0.5)!;
  assert.ok(Math.abs(plane.z - 2) < 1e-12);
  assert.ok(Math.abs(plane.normal.x / plane.normal.z + 0.5) < 1e-12 && plane.normal.y === 0);
});

test("a slow machine draws fewer points, a fast one all of them", () => {
  const pace = new Pace();
  let now = 0;
  for (let i = 0; i < 200; ++i) pace.drawn((now += 60));
  assert.equal(pace.ratio, 0.5);
  for (let i = 0; i < 300; ++i) pace.drawn((now += 10));
  assert.equal(pace.ratio, 1);
  const rested = new Pace();
  for (let i = 0; i < 100; ++i) rested.drawn((now += 1000));
  assert.equal(rested.ratio, 1, "rest is not slowness");
});

test("up is where the scene says, and the view is the one of the drawing", () => {
  const usual = upright();
  close(usual.east.toArray(), [1, 0, 0]);
  close(usual.north.toArray(), [0, 1, 0]);
  for (const up of [[0, 1, 0], [0, 0, -1], [0.6, 0, 0.8]]) {
    const world = upright(up);
    close(world.up.toArray(), up);
    close(world.east.clone().cross(world.north).toArray(), up);
    const towards = [0.48, 0.6, 0.64];
    const angles = anglesOf(towards, world);
    close(directionOf(angles, world).toArray(), towards);
    assert.ok(Math.abs(Math.sin(angles.elevation) - up.reduce((s, x, k) => s + x * towards[k], 0)) < 1e-12);
  }
});
