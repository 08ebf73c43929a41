import assert from "node:assert/strict";
import { test } from "node:test";
import { domain, Scale } from "../../src/charts/scale";
import { colourIndices } from "../../src/charts/draw";
import { number, numberBeside, power, prose, tick } from "../../src/format";
import type { Curve } from "../../src/page";
import { decades, drawable, logSplits, lonely, plotData, upperOf } from "../../src/plots/data";
import { matching } from "../../src/plots/search";
import { looksNumeric, safe } from "../../src/sections/plain";
import { StoredTable, Tables } from "../../src/table";

const column = (name: string, values: number[], description = "") => ({ name, unit: "m", description, values: Float64Array.from(values) });

const gaps = (values: ArrayLike<number | null | undefined>) => Array.from(values, (x) => x ?? null);

test("numbers read well", () => {
  assert.equal(number(0.012345), "0.01235");
  assert.equal(number(-1234.5678), "−1235");
  assert.equal(number(1.23456e-9), "1.23·10⁻⁹");
  assert.equal(number(NaN), "–");
  assert.equal(power(-12), "10⁻¹²");
});

test("ticks show as many digits as tell them apart", () => {
  assert.deepEqual([0, 2.5, 5].map((x) => tick(x, 2.5)), ["0", "2.5", "5.0"]);
  assert.deepEqual([0.25, 0.3].map((x) => tick(x, 0.05)), ["0.25", "0.30"]);
  assert.equal(tick(-20000, 10000), "−20000");
  assert.equal(tick(3e-7, 1e-7), "3·10⁻⁷");
});

test("texts of the program write numbers as the page does", () => {
  assert.equal(prose("from -1.06e+04 J to 3e-5 J, 1e+02 %"), "from −1.06·10⁴ J to 3·10⁻⁵ J, 100 %");
  assert.equal(prose("bdf(tolerance=1e-6), 002 section 3-4, 2e5f, run-1e3.csv"), "bdf(tolerance=1e-6), 002 section 3-4, 2e5f, run-1e3.csv");
});

test("round-off beside larger values is 0", () => {
  assert.equal(numberBeside(5.16e-19, 1), "0");
  assert.equal(numberBeside(5.16e-9, 1), "5.16·10⁻⁹");
  assert.equal(numberBeside(5.16e-19, 6e-19), "5.16·10⁻¹⁹");
});

test("columns of one table are handed on; those of several share a time", () => {
  const tables = new Tables([
    new StoredTable("a", Float64Array.of(0, 1, 2), [column("p", [1, 2, 3]), column("q", [4, 5, 6])]),
    new StoredTable("b", Float64Array.of(0.5, 1), [column("r", [7, 8])]),
  ]);
  const one = plotData(tables, ["q"], false);
  assert.equal(one.data[1], tables.all[0].values("q"), "not copied");
  const both = plotData(tables, ["r", "q"], false);
  assert.deepEqual(Array.from(both.data[0]), [0, 0.5, 1, 2]);
  assert.deepEqual(gaps(both.data[1]), [null, 7, 8, null]);
  assert.deepEqual(gaps(both.data[2]), [4, null, 5, 6]);
});

test("on a log scale what is negative is a gap, and 0 lies on the floor", () => {
  assert.deepEqual(drawable(Float64Array.of(1, 0, -2, NaN, 3), true, 0.1), [1, 0.1, null, null, 3]);
  const tables = new Tables([new StoredTable("a", Float64Array.of(0, 1, 2), [column("p", [0, 3e-7, 2e-9]), column("q", [-1, 1, 0])])]);
  assert.deepEqual(plotData(tables, ["p"], true).data[1], [1e-9, 3e-7, 2e-9]);
  assert.deepEqual(plotData(tables, ["p", "q"], true).negative, ["q"]);
  assert.deepEqual(plotData(tables, ["p", "q"], false).negative, []);
  assert.deepEqual(drawable(Float64Array.of(1, NaN), false), [1, null]);
  assert.deepEqual(decades(2e-9, 3e-7), [1e-9, 1e-6]);
  assert.deepEqual(decades(null, null), [1e-3, 1]);
});

test("of a thinned column of sizes the larger value of each interval is drawn, and none is lost", () => {
  const pairs = [0, 3e-10, 2e-13, 0, 0, 0, 5e-14];
  const thin = new StoredTable("a", Float64Array.of(0, 1, 2, 3, 4, 5, 6), [column("v", pairs)], 700);
  assert.deepEqual(Array.from(upperOf(thin, "v")), [3e-10, 3e-10, 2e-13, 2e-13, 0, 0, 5e-14]);
  const { data } = plotData(new Tables([thin]), ["v"], true, true);
  assert.ok(Array.from(data[1]).every((x) => x !== null && x! > 0));
  assert.equal(Math.max(...(data[1] as number[])), 3e-10);
  const all = new StoredTable("a", Float64Array.of(0, 1), [column("v", [0, 1])]);
  assert.deepEqual(Array.from(upperOf(all, "v")), [0, 1], "rows that are not pairs stay");
});

test("points without neighbours are found", () => {
  assert.deepEqual(lonely([1, null, 2, 3, null, null, 4]), [0, 6]);
  assert.deepEqual(lonely([1]), [0]);
});

test("a log axis has no more lines than room", () => {
  assert.deepEqual(logSplits(1e-17, 1e-1, 6).map((x) => Math.log10(x)), [-17, -14, -11, -8, -5, -2]);
  assert.deepEqual(logSplits(1e-3, 1e-1, 6), [1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 1e-1]);
  for (let n = 1; n < 20; ++n) assert.ok(logSplits(1, Number(`1e${n}`), 6).length <= 7, `${n} decades`);
});

test("signals are found by all words, names first", () => {
  const all = [column("x.other", [], "the crank arm"), column("q.crank", [], "angle"), column("v.crank", [], "speed")];
  assert.deepEqual(matching(all, "CRANK").map((c) => c.name), ["q.crank", "v.crank", "x.other"]);
  assert.deepEqual(matching(all, "crank speed").map((c) => c.name), ["v.crank"]);
  assert.equal(matching(all, "").length, 3);
});

test("axes hold all values, and log axes only what is positive", () => {
  const [low, high] = domain([1e-6, 0, -3, 1e-2], true, false);
  assert.ok(low > 0 && low < 1e-6 && high > 1e-2);
  assert.deepEqual(domain([], false, false), [0, 1]);
  const [a, b] = domain([5, 5], false, false);
  assert.ok(a < 5 && b > 5);
  assert.equal(domain([3, 7], false, true)[0], 0);
  const scale = new Scale(1, 100, true, 0, 200);
  assert.equal(Math.round(scale.place(10)), 100);
  assert.deepEqual(scale.ticks(5).filter((t) => t.text).map((t) => t.text), ["10⁰", "10¹", "10²"]);
});

test("a dashed curve has the colour of the one it is named after", () => {
  const curve = (name: string, dashed = false) => ({ name, dashed }) as Curve;
  assert.deepEqual(colourIndices([curve("ggl"), curve("bdf"), curve("ggl, fitted", true), curve("paper", true)]), [0, 1, 0, 2]);
});

test("what is a number is told from what is text", () => {
  for (const text of ["3.1e-7 m", "12", "−4 %", "88.5 µs", "8·10⁻¹¹ m", "< 3", "1 234.5"]) assert.ok(looksNumeric(text), text);
  for (const text of ["ggl + trbdf2", "asked for", "2 of 3 agree", ""]) assert.ok(!looksNumeric(text), text);
});

test("links lead to pages, never to scripts", () => {
  for (const href of ["a.html", "a.html#b", "https://example.org/", "../x/"]) assert.ok(safe(href), href);
  for (const href of ["javascript:alert(1)", " JaVaScript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "vbscript:x"]) assert.ok(!safe(href), href);
});
