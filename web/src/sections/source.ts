// The text of the model with numbered lines; those of an element select it, and show where it stands.
import type { App } from "../app";
import { el } from "../dom";
import { describe, everyElement } from "../elements";
import type { SourceSection } from "../page";
import type { Selected } from "../selection";

export interface SourcePart {
  element: HTMLElement;
  show: (line: number) => void;
}

export function source(app: App, section: SourceSection): SourcePart {
  const lines = section.text.replace(/\n$/, "").split("\n");
  const owners = app.scene ? ownersOf(lines, app) : new Map<number, Selected>();
  const rows: HTMLElement[] = [];
  const box = el("div", { class: "source", tabindex: 0, role: "region", "aria-label": `Model ${section.name}` });
  lines.forEach((line, i) => {
    const owner = owners.get(i + 1);
    const row = el("div", { class: "line" }, el("span", { class: "line-number", "aria-hidden": "true" }, String(i + 1)));
    if (owner && app.scene) {
      const start = lineOf(app, owner)!;
      const starts = start === i + 1;
      const select = (): void => app.selection.set(nextAt(app, start), "source");
      row.append(
        starts
          ? el("button", { type: "button", class: "code", on: { click: select }, title: `Select ${describe(app.scene, owner).name}` }, ...painted(line, true))
          : el("span", { class: "code", on: { click: select } }, ...painted(line)),
      );
    } else {
      row.append(el("span", { class: "code" }, ...painted(line)));
    }
    rows.push(row);
    box.append(row);
  });

  const mark = (): void => {
    const selected = app.selection.value;
    const line = selected ? lineOf(app, selected) : undefined;
    rows.forEach((row, i) => {
      const owner = owners.get(i + 1);
      row.classList.toggle("selected", line !== undefined && owner !== undefined && lineOf(app, owner) === line);
    });
  };
  const show = (line: number): void => {
    const row = rows[line - 1];
    if (row) box.scrollTop = row.offsetTop - box.clientHeight / 3;
  };
  app.selection.onChange((from) => {
    mark();
    const selected = app.selection.value;
    const line = selected ? lineOf(app, selected) : undefined;
    if (line && from !== "source") show(line);
  });

  const caption = el("p", { class: "caption" }, el("code", {}, section.name));
  if (section.settings.length > 0) {
    caption.append(" with ");
    for (const setting of section.settings) caption.append(el("code", {}, `--set ${setting}`), " ");
  }
  return { element: el("div", {}, caption, box), show };
}

function lineOf(app: App, selected: Selected): number | undefined {
  return app.scene ? describe(app.scene, selected).line : undefined;
}

// A line of a template stands for several elements: each click selects the next of them.
function nextAt(app: App, line: number): Selected {
  const all = everyElement(app.scene!).filter((s) => lineOf(app, s) === line);
  const now = app.selection.value;
  return all[(all.findIndex((s) => s.kind === now?.kind && s.index === now.index) + 1) % all.length];
}

// From the line where an element starts to the next line that is not indented deeper.
function ownersOf(lines: readonly string[], app: App): Map<number, Selected> {
  const owners = new Map<number, Selected>();
  const started = everyElement(app.scene!)
    .map((selected) => ({ selected, line: describe(app.scene!, selected).line ?? 0 }))
    .filter(({ line }) => line >= 1 && line <= lines.length)
    .sort((a, b) => a.line - b.line); // what starts later is further inside
  for (const { selected, line } of started) {
    // Where several elements share a line, the first one keeps it.
    if (owners.has(line) && describe(app.scene!, owners.get(line)!).line === line) continue;
    const indent = indentOf(lines[line - 1]);
    owners.set(line, selected);
    for (let i = line + 1; i <= lines.length; ++i) {
      const text = lines[i - 1];
      if (text.trim() === "" || indentOf(text) <= indent) break;
      owners.set(i, selected);
    }
  }
  return owners;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

// Keys and comments of YAML in their own colours. The name of the element that a line selects looks like a link:
// the first key of the line.
function painted(line: string, selects = false): (Node | string)[] {
  const comment = /(^|\s)#.*$/.exec(line);
  const code = comment ? line.slice(0, comment.index) : line;
  const parts: (Node | string)[] = [];
  const key = /[\w.-]+(?=:(\s|$))/g;
  let at = 0;
  let first = selects;
  for (let m = key.exec(code); m; m = key.exec(code)) {
    parts.push(code.slice(at, m.index), el("span", { class: first ? "key named" : "key" }, m[0]));
    first = false;
    at = m.index + m[0].length;
  }
  parts.push(code.slice(at));
  if (comment) parts.push(el("span", { class: "comment" }, line.slice(comment.index)));
  if (line === "") parts.push("\u200b");
  return parts;
}
