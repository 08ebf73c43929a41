import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "../../src/clock";

test("time stays within what is stored", () => {
  const clock = new Clock([1, 2, 3]);
  assert.equal(clock.t, 1);
  clock.set(9);
  assert.equal(clock.t, 3);
  clock.set(NaN);
  assert.equal(clock.t, 3);
});

test("steps go by stored times, back to the row before", () => {
  const clock = new Clock([0, 1, 2, 4]);
  clock.set(1.5);
  clock.step(-1);
  assert.equal(clock.t, 1);
  clock.step(-1);
  assert.equal(clock.t, 0);
  clock.step(3);
  assert.equal(clock.t, 4);
});

test("playing goes with the time of the pictures times the speed, and ends at the end", () => {
  const clock = new Clock([0, 1]);
  clock.setSpeed(0.5);
  clock.play();
  clock.tick(1000);
  assert.equal(clock.t, 0);
  clock.tick(1050);
  assert.ok(Math.abs(clock.t - 0.025) < 1e-12);
  clock.setSpeed(50);
  clock.tick(1150);
  assert.equal(clock.t, 1);
  assert.equal(clock.playing, false);
  clock.play();
  assert.equal(clock.t, 0, "from the start again");
});

test("a tab that slept does not jump", () => {
  const clock = new Clock([0, 100]);
  clock.play();
  clock.tick(0);
  clock.tick(60000);
  assert.ok(clock.t <= 0.1);
});

test("without stored times nothing plays", () => {
  const clock = new Clock([]);
  clock.play();
  clock.step(1);
  assert.equal(clock.playing, false);
  assert.equal(clock.t, 0);
});
