// Title, method, warnings and cards: what one reads first.
import { el, iconButton } from "../dom";
import type { Card, Page } from "../page";

const kinds: { [kind: string]: string } = {
  sweep: "parameter study",
  run: "Report of a run",
  show: "Drawing",
  compare: "Comparison",
  tune: "Choice of settings",
  certify: "Certificate",
  reproduce: "Reproduction",
  index: "Index",
};

export function head(page: Page, theme: () => void, help: () => void): HTMLElement {
  const tools = el(
    "div",
    { class: "tools" },
    el("button", { type: "button", class: "icon-button", title: "Keys (?)", "aria-label": "Keys", on: { click: help } }, "?"),
    iconButton("theme", "Light or dark (L)", theme),
  );
  return el(
    "header",
    { class: "head" },
    el("div", { class: "head-row" }, el("p", { class: "kind" }, `Takt · ${kinds[page.kind] ?? page.kind}`), tools),
    el("h1", {}, page.title),
    page.subtitle ? el("p", { class: "subtitle" }, page.subtitle) : null,
    page.method
      ? el("p", { class: "method" }, el("code", {}, page.method.text), el("span", {}, page.method.explained))
      : null,
  );
}

export function messages(label: string, texts: readonly string[], tone: "warn" | "bad"): HTMLElement | null {
  if (texts.length === 0) return null;
  const list = el("ul", { class: `messages ${tone}`, "aria-label": label });
  for (const text of texts) list.append(el("li", {}, text));
  return list;
}

const tones = { good: ["✓", "good"], warn: ["!", "look at this"], bad: ["✗", "bad"] } as const;

export function cards(all: readonly Card[]): HTMLElement | null {
  if (all.length === 0) return null;
  const list = el("dl", { class: "cards" });
  for (const card of all) {
    const [sign, said] = card.tone ? tones[card.tone] : ["", ""];
    list.append(
      el("div", { class: `card ${card.tone ?? ""}` },
        el("dt", {}, card.label, sign ? el("span", { class: "mark", role: "img", "aria-label": said }, sign) : null),
        el("dd", { class: card.value.length > 15 ? "value long" : "value" }, card.value),
        card.note ? el("dd", { class: "note" }, card.note) : null),
    );
  }
  return list;
}

export function contents(titles: readonly { id: string; title: string }[]): HTMLElement | null {
  if (titles.length < 3) return null;
  const nav = el("nav", { class: "contents", "aria-label": "Sections" });
  for (const { id, title } of titles) nav.append(el("a", { href: `#${id}` }, title));
  return nav;
}
