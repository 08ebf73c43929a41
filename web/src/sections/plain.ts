// Tables, statements, texts and links.
import { el } from "../dom";
import { prose } from "../format";
import type { LinksSection, StatementsSection, TableSection, TextSection } from "../page";

const numeric = /^[\s~≈<>≤≥±]*[-+−]?(\d[\d ,.']*)?\d([eE·x×][-+−\d⁻⁰¹²³⁴⁵⁶⁷⁸⁹^]*)?\s*(%|[a-zA-Zµ°/²³·]{0,8})?$/;

export function looksNumeric(text: string): boolean {
  return numeric.test(text.trim());
}

export function table(section: TableSection): HTMLElement {
  const right = section.columns.map((_, i) => {
    const cells = section.rows.map((row) => row[i] ?? "").filter((c) => c.trim() !== "" && c !== "-" && c !== "–");
    return cells.length > 0 && cells.filter(looksNumeric).length >= 0.6 * cells.length;
  });
  const side = (i: number): string | undefined => (right[i] ? "number" : undefined);
  const best = new Set(section.best ?? []);
  const headings = el("tr");
  section.columns.forEach((name, i) => headings.append(el("th", { scope: "col", class: side(i) }, name)));
  const body = el("tbody");
  section.rows.forEach((row, r) => {
    const line = el("tr", { class: best.has(r) ? "best" : undefined });
    row.forEach((cell, i) => line.append(el("td", { class: side(i) }, prose(cell))));
    body.append(line);
  });
  return scrolling(section.title, el("table", { class: "data" }, el("thead", {}, headings), body));
}

// Wider than a phone: it scrolls in its own box, also by keyboard.
export function scrolling(title: string, table: HTMLElement): HTMLElement {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, table);
}

export function statements(section: StatementsSection): HTMLElement {
  const held = section.rows.filter((r) => r.holds).length;
  const list = el("ul", { class: "statements" });
  for (const row of section.rows) {
    list.append(
      el("li", { class: row.holds ? "holds" : "fails" },
        el("span", { class: "mark", role: "img", "aria-label": row.holds ? "holds" : "does not hold" }, row.holds ? "✓" : "✗"),
        el("div", {},
          el("p", { class: "statement" }, prose(row.statement)),
          el("p", { class: "measured" }, prose(row.measured)),
          row.why ? el("p", { class: "muted" }, prose(row.why)) : null,
          row.from ? el("p", { class: "from muted" }, row.from) : null)),
    );
  }
  return el("div", {}, el("p", { class: "count" }, `${held} of ${section.rows.length} hold`), list);
}

export function text(section: TextSection): HTMLElement {
  return el("pre", { class: "terminal", tabindex: 0, "aria-label": section.title }, section.text);
}

export function links(section: LinksSection): HTMLElement {
  const list = el("ul", { class: "links" });
  for (const row of section.rows) {
    const tone = row.tone ?? "";
    const title = safe(row.href) ? el("a", { href: row.href }, row.title) : el("strong", {}, row.title);
    const say = tone === "good" ? "✓" : tone === "warn" ? "!" : tone === "bad" ? "✗" : "";
    list.append(el("li", { class: tone }, el("span", { class: "mark", "aria-hidden": "true" }, say), el("div", {}, title, el("p", { class: "muted" }, prose(row.text)))));
  }
  return list;
}

// A page links to pages beside it or on the web; never to a script.
export function safe(href: string): boolean {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(href.replace(/[\u0000-\u0020]/g, ""));
  return !scheme || ["http", "https", "file"].includes(scheme[1].toLowerCase());
}
