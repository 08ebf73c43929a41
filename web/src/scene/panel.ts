// What is known of the selected element: name, type, its line in the model, its values now.
import type { App } from "../app";
import { button, el, iconButton } from "../dom";
import { describe, signalsOf } from "../elements";
import { number, unitText } from "../format";
import type { ColumnInfo } from "../table";
import type { SceneView } from "./view";

const most = 20;

export class Panel {
  readonly element = el("aside", { class: "panel", "aria-live": "polite", "aria-label": "Selected element" });
  private rows: { column: ColumnInfo; cell: HTMLElement }[] = [];

  constructor(
    private readonly app: App,
    private readonly view: SceneView,
    private readonly plot: (column: string) => void,
    private readonly showLine: (line: number) => void,
  ) {
    this.element.hidden = true;
    app.selection.onChange(() => this.fill());
  }

  private fill(): void {
    const { app, view } = this;
    const selected = app.selection.value;
    this.rows = [];
    this.element.replaceChildren();
    this.element.hidden = selected === null;
    if (!selected) return;
    const info = describe(view.scene, selected);
    const close = iconButton("close", "Deselect (Escape)", () => app.selection.set(null, "panel"));
    this.element.append(el("header", {}, el("strong", {}, info.name), close), el("p", { class: "muted" }, info.type));
    const actions = el("p", { class: "panel-actions" });
    const { line } = info;
    if (line) actions.append(button(`line ${line}`, "Show in the model", () => this.showLine(line)));
    if (selected.kind === "body" && selected.index > 0 && view.poses.moves) {
      const { index } = selected;
      actions.append(
        button("follow", "The camera follows this body", () => {
          view.followBody(index);
          app.frame.request();
        }),
        button("trail", "Draw its path", () => {
          view.trails.toggle(index);
          view.dirty = true;
          app.frame.request();
        }),
      );
    }
    if (actions.childElementCount > 0) this.element.append(actions);
    const columns = signalsOf(view.scene, selected, app.tables).slice(0, most);
    if (columns.length > 0) this.element.append(this.values(columns, info.name));
    this.update();
  }

  private values(columns: ColumnInfo[], element: string): HTMLElement {
    const body = el("tbody");
    for (const column of columns) {
      const cell = el("td", { class: "number" });
      const name = button(shortName(column.name, element), `Plot ${column.name}${column.description ? `: ${column.description}` : ""}`, () =>
        this.plot(column.name),
      );
      body.append(el("tr", {}, el("th", { scope: "row" }, name), cell, el("td", {}, unitText(column.unit))));
      this.rows.push({ column, cell });
    }
    return el("div", { class: "scroll" }, el("table", {}, body));
  }

  update(): void {
    for (const { column, cell } of this.rows) cell.textContent = number(this.app.tables.at(column.name, this.app.clock.t));
  }
}

// "body.arm.x" of arm is its x, "q.hinge" of hinge its q, "reaction.hinge.Fx" its reaction Fx.
function shortName(column: string, element: string): string {
  const at = column.indexOf(`.${element}`);
  if (at < 0) return column;
  const group = column.slice(0, at);
  const rest = column.slice(at + 1 + element.length).replace(/^\./, "");
  return rest === "" ? group : group === "body" ? rest : `${group} ${rest}`;
}
