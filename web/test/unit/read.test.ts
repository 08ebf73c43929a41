import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { test } from "node:test";
import type { DataTable } from "../../src/page";
import { readBlock, readPage, readTables } from "../../src/read";

const page = {
  takt: 1, kind: "run", title: "x", warnings: [], cards: [], tables: [], made: { version: "1", command: "c" },
  sections: [{ type: "text", id: "a", title: "A", text: "hello" }],
};

// 1000 rows of t and two columns of noise, which does not become small.
function block(): { bytes: Buffer; table: DataTable } {
  const n = 1000;
  const t = Float64Array.from({ length: n }, (_, i) => i / 10);
  const noise = Float32Array.from({ length: 2 * n }, (_, i) => Math.sin(i * i) * 1e3);
  const bytes = Buffer.concat([Buffer.from(t.buffer), Buffer.from(noise.buffer)]);
  const column = (name: string, type: "f4" | "f8", offset: number) => ({ name, unit: "m", description: "", type, offset });
  return { bytes, table: { name: "series", rows: n, columns: [column("t", "f8", 0), column("a", "f4", 8 * n), column("b", "f4", 12 * n)] } };
}

test("a page is read", () => {
  const { value, problems } = readPage(JSON.stringify(page));
  assert.deepEqual(problems, []);
  assert.equal(value?.sections.length, 1);
});

test("no page, half a page and another format are refused with a message", () => {
  for (const text of [undefined, "", "{", JSON.stringify(page).slice(0, 90), "7", "null", JSON.stringify({ ...page, takt: 2 })]) {
    const { value, problems } = readPage(text);
    assert.equal(value, null);
    assert.equal(problems.length, 1);
  }
  assert.match(readPage(JSON.stringify({ ...page, takt: 2 })).problems[0], /format 2/);
});

test("a section that is not as it must be is left out and named; the others stay", () => {
  const odd = { type: "chart", id: "b", title: "Odd", x: { label: "x", unit: "" }, y: { label: "y", unit: "" }, curves: [{ name: "c", x: [1, 2], y: [1], style: "line" }] };
  const { value, problems } = readPage(JSON.stringify({ ...page, sections: [odd, null, { type: "toString", id: "", title: "" }, ...page.sections] }));
  assert.equal(value?.sections.length, 1);
  assert.equal(problems.length, 3);
  assert.match(problems[0], /"Odd"/);
});

test("a scene whose indices lead nowhere is left out", () => {
  const pose = [0, 0, 0, 1, 0, 0, 0];
  const body = { name: "ground", pose, shapes: [] as unknown[], frames: [], automatic: false };
  const scene = { bodies: [body], joints: [], links: [], arrows: [], surfaces: [], main: 0, size: 1 };
  const read = (change: object) => readPage(JSON.stringify({ ...page, sections: [{ type: "scene", id: "s", title: "S", scene: { ...scene, ...change } }] })).value!.sections.length;
  assert.equal(read({}), 1);
  assert.equal(read({ main: 1 }), 0);
  assert.equal(read({ size: 0 }), 0);
  assert.equal(read({ links: [{ name: "l", kind: "rod", a: { body: 0, p: [0, 0, 0] }, b: { body: 4, p: [0, 0, 0] } }] }), 0);
  assert.equal(read({ bodies: [{ ...body, shapes: [{ kind: "mesh", size: [], pose, points: [0, 0, 0], triangles: [0, 0, 1] }] }] }), 0);
  assert.equal(read({ bodies: [{ ...body, shapes: [{ kind: "constructor", size: [], pose }] }] }), 0);
});

test("numbers come back as they went in", async () => {
  const { bytes, table } = block();
  const { value, problems } = await readBlock(deflateSync(bytes).toString("base64"));
  assert.deepEqual(problems, []);
  const [series] = readTables([table], value).value;
  assert.equal(series.rows, 1000);
  assert.equal(series.time[999], 99.9);
  assert.equal(series.values("b")![3], Math.fround(Math.sin(1003 * 1003) * 1e3));
});

test("what lies before a cut is kept, with a message", async () => {
  const { bytes, table } = block();
  const text = deflateSync(bytes).toString("base64");
  const names: number[] = [];
  for (const part of [0, 0.1, 0.5, 0.9, 0.999]) {
    const { value, problems } = await readBlock(text.slice(0, Math.floor(part * text.length)));
    assert.ok(problems.length > 0, `cut at ${part}`);
    names.push(readTables([table], value).value[0]?.columns.length ?? -1);
  }
  assert.deepEqual(names, [...names].sort((a, b) => a - b), "the later the cut the more is read");
  assert.equal(names[0], -1);
});

test("bytes that changed are noticed", async () => {
  const { bytes } = block();
  const packed = deflateSync(bytes);
  for (const at of [0, 1, Math.floor(packed.length / 2), packed.length - 1]) {
    const changed = Buffer.from(packed);
    changed[at] ^= 0x55;
    const { problems } = await readBlock(changed.toString("base64"));
    assert.ok(problems.length > 0, `byte ${at}`);
  }
  assert.match((await readBlock("AAAA$AAA")).problems[0], /place 4/);
});

test("times that fall and columns outside the block are left out", () => {
  const bytes = new Uint8Array(Float64Array.of(1, 0).buffer);
  const column = { name: "t", unit: "s", description: "", type: "f8" as const, offset: 0 };
  assert.match(readTables([{ name: "a", rows: 2, columns: [column] }], bytes).problems[0], /do not rise/);
  assert.match(readTables([{ name: "a", rows: 2, columns: [{ ...column, offset: 4 }] }], bytes).problems[0], /no times/);
});
