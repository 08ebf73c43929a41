// Title, method, warnings and cards: what one reads first.
import { el, iconButton } from "../dom";
import { prose } from "../format";
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
  const short = inShort(page.subtitle ?? "");
  return el(
    "header",
    { class: "head" },
    el("div", { class: "head-row" },
      el("div", {}, el("p", { class: "kind" }, `Takt · ${kinds[page.kind] ?? page.kind}`), el("h1", {}, page.title)), tools),
    short ? el("p", { class: "subtitle" }, short) : null,
    about(page, short),
  );
}

// The method and, unfolded, what it is, with what a long description goes on to say.
function about(page: Page, short: string): HTMLElement | null {
  const rest = page.subtitle !== undefined && page.subtitle !== short ? el("p", {}, page.subtitle) : null;
  const explained = page.method?.explained ? el("p", {}, page.method.explained) : null;
  const name = page.method ? el("code", {}, ...breakable(page.method.text)) : null;
  if (!rest && !explained) return name ? el("p", { class: "method" }, name) : null;
  return el("details", { class: "method" }, el("summary", { title: "What it is" }, name ?? "About it"), rest, explained);
}

const longest = 150; // of a description that stands there as it is

// The first sentence of a long description.
export function inShort(text: string): string {
  if (text.length <= longest) return text;
  const end = /[.;:](?=\s)/.exec(text.slice(40));
  const sentence = end ? text.slice(0, 40 + end.index) : text;
  return sentence.length <= longest ? `${sentence} …` : `${sentence.slice(0, sentence.lastIndexOf(" ", longest))} …`;
}

// A long word of a method may break after its signs, and not inside a name.
function breakable(text: string): (Node | string)[] {
  return text.split(/(?<=[+(,;])/).flatMap((part, i) => (i === 0 ? [part] : [el("wbr"), part]));
}

// Of many, the first says what matters most; the others unfold.
export function messages(label: string, texts: readonly string[], tone: "warn" | "bad"): HTMLElement | null {
  if (texts.length === 0) return null;
  const list = (some: readonly string[]): HTMLElement => {
    const all = el("ul", { class: `messages ${tone}`, "aria-label": label });
    for (const text of some) all.append(el("li", {}, prose(text)));
    return all;
  };
  if (texts.length <= 2 || tone === "bad") return list(texts);
  return el("div", {}, list(texts.slice(0, 1)),
    el("details", { class: "more-messages" }, el("summary", {}, `and ${texts.length - 1} more`), list(texts.slice(1))));
}

const tones = { good: ["✓", "good"], warn: ["!", "look at this"], bad: ["✗", "bad"] } as const;

// `compact`: a row of values above the mechanism, whose notes unfold.
export function cards(all: readonly Card[], compact: boolean): HTMLElement | null {
  if (all.length === 0) return null;
  const list = el("dl", { class: compact ? "cards compact" : "cards" });
  for (const card of all) {
    const [sign, said] = card.tone ? tones[card.tone] : ["", ""];
    const note = card.note ? prose(card.note) : "";
    list.append(
      el("div", { class: `card ${card.tone ?? ""}`, title: compact && note ? note : undefined },
        el("dt", {}, card.label, sign ? el("span", { class: "mark", role: "img", "aria-label": said }, sign) : null),
        el("dd", { class: card.value.length > 15 ? "value long" : "value" }, ...breakable(prose(card.value))),
        note ? el("dd", { class: "note" }, note) : null),
    );
  }
  if (!compact) return el("div", { class: "cards-box" }, list);
  const more = el("button", { type: "button", class: "switch small", "aria-expanded": "false", on: { click: () => {
    const open = list.classList.toggle("open");
    more.setAttribute("aria-expanded", String(open));
    more.textContent = open ? "Less" : "Details";
  } } }, "Details");
  return el("div", { class: "cards-box row" }, list, more);
}

export function contents(titles: readonly { id: string; title: string }[]): HTMLElement | null {
  if (titles.length < 3) return null;
  const nav = el("nav", { class: "contents", "aria-label": "Sections" });
  for (const { id, title } of titles) nav.append(el("a", { href: `#${id}` }, title));
  nav.classList.toggle("many", titles.length > 14);
  // On a phone it is one line; its end fades as long as there is more.
  const fade = (): void => {
    nav.classList.toggle("goes-on", nav.scrollLeft + nav.clientWidth < nav.scrollWidth - 8);
  };
  nav.addEventListener("scroll", fade, { passive: true });
  new ResizeObserver(fade).observe(nav);
  return nav;
}
