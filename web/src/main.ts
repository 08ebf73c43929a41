// Draws the page that the document holds.
import type { App } from "./app";
import { casesSection } from "./charts/cases";
import { chart } from "./charts/section";
import { Clock } from "./clock";
import { el } from "./dom";
import { everyElement } from "./elements";
import { prose } from "./format";
import { Frame } from "./frame";
import { keys } from "./keys";
import type { Page, SceneSection, Section } from "./page";
import { player } from "./player";
import type { Plot } from "./plots/plot";
import { signalsSection, type SignalsPart } from "./plots/section";
import { readBlock, readPage, readTables } from "./read";
import { sceneSection, type ScenePart } from "./scene/section";
import { cards, contents, head, messages } from "./sections/head";
import { foot } from "./sections/foot";
import { links, statements, table, text } from "./sections/plain";
import { source, type SourcePart } from "./sections/source";
import { Selection } from "./selection";
import { Tables, type Table } from "./table";
import { expose } from "./expose";
import { toggleTheme } from "./theme";

async function start(): Promise<void> {
  const main = document.getElementById("page")!;
  const held = (id: string): string | null | undefined => document.getElementById(id)?.textContent;
  const { value: page, problems } = readPage(held("takt-page"));
  if (!page) {
    main.append(...shown(messages("This page cannot be shown", problems, "bad")));
    return;
  }
  let tables: Table[] = [];
  if (page.tables.length > 0) {
    const block = await readBlock(held("takt-data"));
    const read = readTables(page.tables, block.value);
    problems.push(...block.problems, ...read.problems);
    tables = read.value;
  }
  show(main, page, new Tables(tables), problems);
}

function shown(...elements: (HTMLElement | null)[]): HTMLElement[] {
  return elements.filter((e) => e !== null);
}

function show(main: HTMLElement, page: Page, tables: Tables, problems: readonly string[]): void {
  const isScene = (s: Section): s is SceneSection => s.type === "scene";
  const first = page.sections.find(isScene);
  const times =
    (first?.table === undefined ? undefined : tables.named(first.table)) ??
    page.sections.flatMap((s) => (s.type === "signals" ? s.tables : [])).map((n) => tables.named(n)).find((t) => t !== undefined);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const app: App = {
    page, tables, calm,
    clock: new Clock(times?.time ?? []),
    selection: new Selection(),
    frame: new Frame(),
    scene: first?.scene ?? null,
    actions: new Map(),
  };
  const timed = app.clock.end > app.clock.start;
  // First of all drawers: it moves the clock.
  const bar = timed ? player(app) : null;

  const failures: string[] = [];
  let scene: ScenePart | null = null;
  let signals: SignalsPart | null = null; // the first, which also shows what is asked for elsewhere
  const plots: Plot[] = [];
  let code: SourcePart | null = null;
  const plot = (column: string): void => signals?.plot(column);
  const showLine = (line: number): void => {
    if (!code) return;
    code.show(line);
    code.element.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  };
  const part = (section: Section): HTMLElement => {
    switch (section.type) {
      case "scene": {
        const made = sceneSection(app, section, plot, showLine);
        scene ??= made;
        return made.element;
      }
      case "signals": {
        const made = signalsSection(app, section, plots, signals === null);
        signals ??= made;
        return made.element;
      }
      case "source":
        code = source(app, section);
        return code.element;
      case "chart":
        return chart(section);
      case "cases":
        return casesSection(section);
      case "table":
        return table(section);
      case "statements":
        return statements(section);
      case "text":
        return text(section);
      case "links":
        return links(section);
    }
  };
  const sections: { section: Section; element: HTMLElement }[] = [];
  for (const section of page.sections) {
    try {
      const body = part(section);
      const wide = section.type === "scene" || section.type === "signals" || section.type === "source";
      const element = el("section", { id: section.id, class: `section of-${section.type}${wide ? " wide" : ""}`, "aria-label": section.title },
        el("h2", {}, section.title), section.note ? el("p", { class: "section-note" }, prose(section.note)) : null, body);
      sections.push({ section, element });
    } catch (error) {
      failures.push(`Section "${section.title}" cannot be drawn (${error instanceof Error ? error.message : String(error)}).`);
    }
  }
  // On a phone the cards come after the mechanism.
  const parts = laidOut(sections);
  for (const later of parts.slice(1)) later.classList.add("later");
  const { help } = keys(app, timed, scene !== null);
  app.actions.set("l", toggleTheme);
  stepThroughElements(app);

  main.classList.add(`kind-${page.kind}`);
  main.classList.toggle("pictured", scene !== null);
  main.append(
    ...shown(
      head(page, toggleTheme, help),
      messages("What could not be read", [...problems, ...failures], "bad"),
      messages("Warnings", page.warnings, "warn"),
      cards(page.cards, scene !== null),
      contents(page.sections),
    ),
    ...parts,
    foot(page, first?.scene.up),
  );
  if (bar) {
    document.body.append(bar);
    document.body.classList.add("timed");
  }
  // The address may name a section that did not exist when the browser looked for it.
  const anchor = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  anchor?.scrollIntoView();

  const failed = page.opensAt !== undefined;
  if (failed) app.clock.set(page.opensAt!);
  expose(app, scene, plots, timed && !calm && !failed && scene !== null);
}

// A mechanism and the signals that follow it stand side by side where there is room, and so do charts.
function laidOut(sections: readonly { section: Section; element: HTMLElement }[]): HTMLElement[] {
  const out: HTMLElement[] = [];
  for (let i = 0; i < sections.length; ) {
    const is = (k: number, type: Section["type"]): boolean => sections[k]?.section.type === type;
    let n = 1;
    let group = "";
    if (is(i, "scene") && is(i + 1, "signals")) [n, group] = [2, "bench"];
    while (is(i, "chart") && is(i + n, "chart")) [n, group] = [n + 1, "pair"];
    const elements = sections.slice(i, i + n).map((s) => s.element);
    if (group) out.push(el("div", { class: group }, ...elements));
    else out.push(...elements);
    i += n;
  }
  return out;
}

function stepThroughElements(app: App): void {
  if (!app.scene) return;
  const all = everyElement(app.scene);
  const step = (by: number) => () => {
    const now = app.selection.value;
    const at = now ? all.findIndex((s) => s.kind === now.kind && s.index === now.index) : by > 0 ? -1 : 0;
    app.selection.set(all[(at + by + all.length) % all.length], "keys");
  };
  app.actions.set("[", step(-1));
  app.actions.set("]", step(1));
}

void start();
