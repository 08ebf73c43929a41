// Finds signals by any words of their name, unit or description.
import { el } from "../dom";
import { unitText } from "../format";
import type { ColumnInfo, Table } from "../table";

const most = 80;

// Names that match come before descriptions that do; then the order of the file.
export function matching(columns: readonly ColumnInfo[], query: string): ColumnInfo[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...columns];
  const rank = (c: ColumnInfo): number => {
    const name = c.name.toLowerCase();
    const all = `${name} ${c.unit} ${c.description}`.toLowerCase();
    if (!words.every((w) => all.includes(w))) return -1;
    return name === query.toLowerCase() ? 0 : words.every((w) => name.includes(w)) ? 1 : 2;
  };
  const ranked = columns.map((c) => ({ c, r: rank(c) })).filter(({ r }) => r >= 0);
  return ranked.sort((a, b) => a.r - b.r).map(({ c }) => c);
}

export class Search {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly list = el("ul", { class: "results", role: "listbox", "aria-label": "Signals" });
  private readonly columns: ColumnInfo[];
  private found: ColumnInfo[] = [];
  private active = 0;

  constructor(tables: readonly Table[], private readonly id: string, private readonly chosen: (column: string) => void) {
    this.columns = tables.flatMap((t) => [...t.columns]);
    this.input = el("input", {
      type: "search", placeholder: `Search ${this.columns.length} signals`, "aria-label": `Search ${this.columns.length} signals (/)`,
      role: "combobox", "aria-controls": `${id}-results`, "aria-expanded": "false", "aria-autocomplete": "list", autocomplete: "off",
      on: { input: () => this.open(), focus: () => this.open(), keydown: (e) => this.key(e as KeyboardEvent) },
    });
    this.list.id = `${id}-results`;
    this.list.hidden = true;
    this.element = el("div", { class: "search" }, this.input, this.list);
    this.element.addEventListener("focusout", (e) => {
      if (!this.element.contains(e.relatedTarget as Node | null)) this.close();
    });
  }

  // With room for its results.
  focus(): void {
    this.input.focus();
    const { top } = this.element.getBoundingClientRect();
    if (top < 0 || top + 400 > innerHeight) this.element.scrollIntoView({ block: "start" });
  }

  private open(): void {
    this.found = matching(this.columns, this.input.value);
    this.active = 0;
    this.list.replaceChildren();
    this.found.slice(0, most).forEach((column, i) => {
      const item = el("li", { role: "option", id: `${this.id}-signal-${i}`, "aria-selected": String(i === 0) },
        el("span", { class: "result-name" }, column.name), el("span", { class: "muted" }, unitText(column.unit)),
        el("span", { class: "result-what muted" }, column.description));
      item.addEventListener("pointerdown", (e) => {
        e.preventDefault(); // the focus stays in the field
        this.take(column);
      });
      this.list.append(item);
    });
    if (this.found.length === 0) this.list.append(el("li", { class: "muted" }, "No signal has these words."));
    if (this.found.length > most) this.list.append(el("li", { class: "muted" }, `and ${this.found.length - most} more: type to narrow`));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.mark();
  }

  private close(): void {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
  }

  private key(e: KeyboardEvent): void {
    const n = Math.min(this.found.length, most);
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      if (this.list.hidden) return this.open();
      this.active = (this.active + (e.key === "ArrowDown" ? 1 : -1) + n) % Math.max(1, n);
      this.mark();
    } else if (e.key === "Enter" && !this.list.hidden && this.found[this.active]) {
      e.preventDefault();
      this.take(this.found[this.active]);
    } else if (e.key === "Escape") {
      this.close();
      this.input.blur();
    }
  }

  private mark(): void {
    [...this.list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === this.active)));
    const item = this.list.children[this.active];
    if (item?.id) this.input.setAttribute("aria-activedescendant", item.id);
    item?.scrollIntoView({ block: "nearest" });
  }

  private take(column: ColumnInfo): void {
    this.input.value = "";
    this.close();
    this.chosen(column.name);
  }
}
