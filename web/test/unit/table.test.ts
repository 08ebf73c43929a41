import assert from "node:assert/strict";
import { test } from "node:test";
import { extremes, fraction, interpolated, rowAt, StoredTable, Tables } from "../../src/table";

const column = (name: string, values: number[]) => ({ name, unit: "m", description: "", values: Float64Array.from(values) });

test("a row is the last whose time is not after t", () => {
  const time = [0, 1, 1, 2];
  assert.equal(rowAt(time, -1), 0);
  assert.equal(rowAt(time, 0.5), 0);
  assert.equal(rowAt(time, 1), 2);
  assert.equal(rowAt(time, 9), 3);
});

test("values are exact at stored times and on a straight line between them", () => {
  const time = [0, 0.1, 0.3];
  const values = [1, 0.1 + 0.2, 7];
  assert.equal(interpolated(time, values, 0.1), 0.1 + 0.2);
  assert.ok(Math.abs(interpolated(time, values, 0.2) - (0.3 + 7) / 2) < 1e-12);
  assert.equal(interpolated(time, values, 5), 7);
  assert.equal(fraction(time, 2, 5), 0);
});

test("a column is found in whichever table has it", () => {
  const a = new StoredTable("series", Float64Array.of(0, 1), [column("q.a", [3, 5])]);
  const b = new StoredTable("frames", Float64Array.of(0, 2), [column("body.b.x", [0, 4])]);
  const tables = new Tables([a, b]);
  assert.equal(tables.at("body.b.x", 1), 2);
  assert.equal(tables.at("q.a", 1), 5);
  assert.ok(Number.isNaN(tables.at("nothing", 1)));
  assert.equal(tables.info("q.a")?.unit, "m");
});

test("extremes leave out what is no number", () => {
  assert.deepEqual(extremes([NaN, 3, -1, Infinity]), [-1, 3]);
});
