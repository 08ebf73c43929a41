// Checks the description of a page, part by part. A part that is not as page.ts says is left out and
// named; the rest is shown.
import type { Page, Scene, Section } from "./page";

type Test = (x: unknown) => boolean;

const text: Test = (x) => typeof x === "string";
const real: Test = (x) => typeof x === "number" && Number.isFinite(x);
const flag: Test = (x) => typeof x === "boolean";
const whole: Test = (x) => Number.isInteger(x) && (x as number) >= 0;
const orNull = (test: Test): Test => (x) => x === null || test(x);
const optional = (test: Test): Test => (x) => x === undefined || test(x);
const oneOf = (...words: unknown[]): Test => (x) => words.includes(x);
const list = (test: Test): Test => (x) => Array.isArray(x) && x.every(test);
const reals = (n: number): Test => (x) => Array.isArray(x) && x.length === n && x.every(real);
const object = (fields: { [name: string]: Test }): Test => (x) =>
  typeof x === "object" && x !== null && !faulty(x as object, fields);
const below = (n: number): Test => (x) => whole(x) && (x as number) < n;

function faulty(x: object, fields: { [name: string]: Test }): string | undefined {
  return Object.keys(fields).find((name) => !fields[name]((x as { [name: string]: unknown })[name]));
}

const tone = optional(oneOf("good", "warn", "bad"));
const line = optional(whole);
const pose = reals(7);
const point = reals(3);
const direction: Test = (x) => point(x) && Math.hypot(...(x as number[])) > 0.5;

const shapeSizes: { [kind: string]: number } = {
  box: 3, cylinder: 2, sphere: 1, capsule: 2, tube: 3, cone: 2, wheel: 2, line: 3, mesh: 0,
};
function mesh(points: unknown, triangles: unknown): boolean {
  if (!list(real)(points) || !Array.isArray(triangles)) return false;
  const n = (points as number[]).length / 3;
  return Number.isInteger(n) && triangles.length % 3 === 0 && triangles.every(below(n));
}
const shape: Test = (x) => {
  if (!object({ kind: text, size: list(real), pose, part: optional(text) })(x)) return false;
  const s = x as { kind: string; size: number[]; points?: unknown; triangles?: unknown };
  if (!Object.hasOwn(shapeSizes, s.kind) || s.size.length < shapeSizes[s.kind]) return false;
  return s.kind !== "mesh" || mesh(s.points, s.triangles);
};
const surface: Test = (x) => {
  const fields = { name: text, kind: oneOf("road", "rail", "plane"), lines: optional(list(list(real))) };
  const s = x as { points?: unknown; triangles?: unknown };
  return object(fields)(x) && mesh(s.points, s.triangles);
};

const scene: Test = (x) => {
  const s = x as Scene;
  if (!object({ bodies: list(Boolean), main: whole, size: real })(x) || s.bodies.length === 0) return false;
  const body = below(s.bodies.length);
  const end = object({ body, pose });
  const at = object({ body, p: point });
  const frame = object({ name: text, pose });
  const axis = object({ kind: oneOf("turn", "slide"), direction: point });
  return object({
    bodies: list(object({ name: text, pose, shapes: list(shape), frames: list(frame), line, automatic: flag })),
    joints: list(
      object({ name: text, type: text, inboard: end, outboard: end, axes: list(axis), cut: flag, driven: flag, reaction: optional(text), line }),
    ),
    links: list(object({ name: text, kind: text, a: at, b: at, force: optional(text), line })),
    arrows: list(object({ name: text, body, p: point, force: text, direction: point, axes: oneOf("world", "body"), line })),
    surfaces: list(surface),
    main: body,
    size: (n) => real(n) && (n as number) > 0,
    up: optional(direction),
    towards: optional(direction),
  })(x);
};

const axis = object({ label: text, unit: text, log: optional(flag) });
const curve: Test = (x) => {
  const style = oneOf("line", "points", "both", "bars", "area");
  const fields = { name: text, x: list(real), y: list(orNull(real)), style, dashed: optional(flag), labels: optional(list(text)) };
  return object(fields)(x) && (x as { x: unknown[] }).x.length === (x as { y: unknown[] }).y.length;
};
const mark = object({ x: optional(real), y: optional(real), text });

const sections: { [type in Section["type"]]: { [name: string]: Test } } = {
  scene: { scene, table: optional(text) },
  signals: { tables: list(text), plots: list(object({ title: text, columns: list(text), log: optional(flag), upper: optional(flag), marks: optional(list(object({ y: real, text }))) })) },
  chart: { x: axis, y: axis, curves: list(curve), marks: optional(list(mark)), equal: optional(flag) },
  cases: {
    columns: list(object({ name: text, metric: flag, words: optional(list(text)), values: list(orNull(real)) })),
    cases: list(whole), failed: list(flag), commands: list(text),
  },
  table: { columns: list(text), rows: list(list(text)), best: optional(list(whole)) },
  statements: {
    rows: list(object({ from: text, statement: text, measured: text, holds: flag, why: text })),
  },
  text: { text },
  source: { text, name: text, settings: list(text) },
  links: { rows: list(object({ href: text, title: text, text, tone })) },
};

const column = object({ name: text, unit: text, description: text, type: oneOf("f4", "f8"), offset: whole });
const table = object({ name: text, rows: whole, thinned: optional(whole), columns: list(column) });
const card = object({ label: text, value: text, note: optional(text), tone });

export function valid(raw: object): { value: Page; problems: string[] } {
  const problems: string[] = [];
  const given = raw as { [name: string]: unknown };

  function kept<T>(name: string, test: Test, called: (x: unknown, i: number) => string): T[] {
    const all = given[name];
    if (!Array.isArray(all)) {
      problems.push(`The page says nothing of its ${name}.`);
      return [];
    }
    return all.filter((x, i) => {
      if (test(x)) return true;
      problems.push(`${called(x, i)} is not as it must be; it is left out.`);
      return false;
    }) as T[];
  }
  function one<T>(name: string, test: Test, otherwise: T): T {
    if (test(given[name])) return given[name] as T;
    problems.push(`The page lacks its ${name}.`);
    return otherwise;
  }

  const section: Test = (x) => {
    const s = x as { type: Section["type"] };
    const titled = { id: text, title: text, note: optional(text) };
    return object(titled)(x) && Object.hasOwn(sections, s.type) && !faulty(s, sections[s.type]);
  };
  const named = (x: unknown, i: number): string => {
    const title = (x as { title?: unknown } | null)?.title;
    return typeof title === "string" ? `Section "${title}"` : `Section ${i + 1}`;
  };

  const value: Page = {
    takt: 1,
    kind: one("kind", text, "run"),
    title: one("title", text, "Takt"),
    subtitle: text(given.subtitle) ? (given.subtitle as string) : undefined,
    method: object({ text, explained: text })(given.method) ? (given.method as Page["method"]) : undefined,
    opensAt: real(given.opensAt) ? (given.opensAt as number) : undefined,
    warnings: kept("warnings", text, (_, i) => `Warning ${i + 1}`),
    cards: kept("cards", card, (_, i) => `Card ${i + 1}`),
    sections: kept("sections", section, named),
    made: one("made", object({ version: text, command: text, run: optional(text) }), { version: "", command: "" }),
    tables: kept("tables", table, (_, i) => `Table ${i + 1} of numbers`),
  };
  return { value, problems };
}
