// What the page derives from results for the card of an element and for arrows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { freePlace } from "../../src/charts/draw";
import { forceText, oneTwoFive } from "../../src/scene/arrows";
import { attitude, derive } from "../../src/scene/derived";
import { inShort } from "../../src/sections/head";
import { StoredTable } from "../../src/table";

const near = (a: number, b: number, allowed = 1e-9) => assert.ok(Math.abs(a - b) <= allowed, `${a} is not ${b}`);

test("roll, pitch and yaw turn back into the quaternion they come from", () => {
  const half = (deg: number): [number, number] => [Math.cos((deg * Math.PI) / 360), Math.sin((deg * Math.PI) / 360)];
  for (const [roll, pitch, yaw] of [[10, 20, 30], [-170, 80, -100], [0, 0, 179], [45, -60, 0]]) {
    const [[cr, sr], [cp, sp], [cy, sy]] = [half(roll), half(pitch), half(yaw)];
    const q: [number, number, number, number] = [
      cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy,
    ];
    attitude(...q).forEach((a, k) => near(a, [roll, pitch, yaw][k]));
  }
});

test("a body's angles go on counting and its speed is that of its path", () => {
  const n = 400;
  const time = Float64Array.from({ length: n }, (_, i) => i * 1e-3);
  const turn = (t: number) => 40 * t; // rad
  const of = (name: string, g: (t: number) => number) => ({ name: `body.wheel.${name}`, unit: "", description: "", values: time.map(g) });
  const table = new StoredTable("frames", time, [
    of("x", (t) => 3 * t), of("y", (t) => 4 * t), of("z", () => 1),
    of("qw", (t) => Math.cos(turn(t) / 2)), of("qx", () => 0), of("qy", () => 0), of("qz", (t) => Math.sin(turn(t) / 2)),
  ]);
  derive(table, "wheel");
  derive(table, "wheel"); // once more adds nothing
  assert.deepEqual(table.columns.slice(7).map((c) => c.name), ["roll", "pitch", "yaw", "speed"].map((p) => `body.wheel.${p}`));
  const yaw = table.values("body.wheel.yaw")!;
  near(yaw[n - 1], (turn(time[n - 1]) * 180) / Math.PI, 1e-4);
  for (const row of [0, 200, n - 1]) near(table.values("body.wheel.speed")![row], 5, 1e-9);
});

test("scales of arrows are round, and forces have the unit one would say", () => {
  assert.deepEqual([-4, -3, -1, 0, 1, 2, 3, 13].map(oneTwoFive), [0.05, 0.1, 0.5, 1, 2, 5, 10, 20000]);
  assert.equal(forceText(36623), "36.6 kN");
  assert.equal(forceText(50000, 1), "50 kN");
  assert.equal(forceText(0), "0 N");
  assert.equal(forceText(0.0421), "42.1 mN");
});

test("a text stands where it covers no other", () => {
  const within = { left: 0, right: 200 };
  const places = [{ x: 150, y: 20 }, { x: 10, y: 20 }, { x: 10, y: 60 }];
  assert.deepEqual(freePlace(places, 40, [], within), places[0]);
  assert.deepEqual(freePlace(places, 40, [[140, 8, 190, 23]], within), places[1]);
  assert.deepEqual(freePlace(places, 60, [[0, 8, 80, 23]], within), places[2], "the first would leave the chart");
});

test("of a long description the first sentence stands there, of a short one all", () => {
  assert.equal(inShort("A four-bar linkage. It swings."), "A four-bar linkage. It swings.");
  const long = `A vehicle with four independent suspensions on uneven roads. ${"More of it. ".repeat(20)}`;
  assert.equal(inShort(long), "A vehicle with four independent suspensions on uneven roads …");
  assert.ok(inShort("word ".repeat(80)).length < 160);
});
