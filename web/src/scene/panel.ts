// What is known of the selected element: name, type, its line in the model, its values now.
import type { App } from "../app";
import { button, el, iconButton } from "../dom";
import { describe, signalsOf } from "../elements";
import { numberBeside, unitText } from "../format";
import type { Pose } from "../page";
import type { Selected } from "../selection";
import { extremes, type ColumnInfo } from "../table";
import { angles, attitude, convention, derive } from "./derived";
import type { SceneView } from "./view";

const most = 20;

export class Panel {
  readonly element = el("aside", { class: "panel", "aria-live": "polite", "aria-label": "Selected element" });
  private rows: { column: ColumnInfo; cell: HTMLElement; most: number }[] = [];

  constructor(
    private readonly app: App,
    private readonly view: SceneView,
    private readonly plot: (column: string) => void,
    private readonly showLine: (line: number) => void,
  ) {
    this.element.hidden = true;
    app.selection.onChange(() => this.fill());
    view.onHide(() => {
      const focused = this.element.contains(document.activeElement);
      this.fill();
      if (focused) this.element.querySelector<HTMLElement>(".panel-hide")?.focus();
    });
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
    if (selected.kind === "body" && view.canvas) {
      const { index } = selected;
      actions.append(button(view.bodies.hidden(index) ? "show" : "hide", "Hide it or show it again (H)", () => view.hide(index), { class: "panel-hide" }));
    }
    if (actions.childElementCount > 0) this.element.append(actions);
    if (selected.kind === "body" && view.poses.table) derive(view.poses.table, info.name);
    const columns = signalsOf(view.scene, selected, app.tables).slice(0, most);
    const read = columns.filter((c) => !isQuaternion(c));
    const rest = columns.filter(isQuaternion);
    if (read.length > 0) this.element.append(this.values(read, info.name));
    if (rest.length > 0) this.element.append(el("details", {}, el("summary", {}, "quaternion"), this.values(rest, info.name)));
    if (columns.length === 0 && selected.kind === "body" && selected.index > 0) this.element.append(this.atStart(view.scene.bodies[selected.index].pose));
    if (selected.kind === "body" && selected.index > 0) {
      this.element.append(el("p", { class: "muted panel-note" }, `x, y, z: its centre of mass in world axes. Attitude: ${convention}.`));
    }
    this.update();
    this.stepAside(selected);
  }

  // To the other side where it would cover what is selected.
  private stepAside(selected: Selected): void {
    this.element.classList.remove("left");
    const at = this.view.spotOf(selected);
    const [box, panel] = [this.view.canvas?.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (!box) return;
    const [x, y] = [box.left + at.x, box.top + at.y];
    const covered = x > panel.left - 30 && x < panel.right && y > panel.top - 30 && y < panel.bottom + 30;
    this.element.classList.toggle("left", covered && x > box.left + box.width / 2);
  }

  private values(columns: ColumnInfo[], element: string): HTMLElement {
    const body = el("tbody");
    const sizes = new Map<string, number>();
    const size = (c: ColumnInfo): number => Math.max(0, ...extremes(this.app.tables.with(c.name)!.values(c.name)!).map(Math.abs).filter(Number.isFinite));
    for (const c of columns) sizes.set(c.unit, Math.max(sizes.get(c.unit) ?? 0, size(c)));
    for (const column of columns) {
      const title = `Plot ${column.name}${column.description ? `: ${column.description}` : ""}`;
      const plot = (): void => this.plot(column.name);
      const name = button(shortName(column.name, element), title, plot);
      const cell = el("button", { type: "button", class: "panel-value", title, tabindex: -1, on: { click: plot } });
      body.append(el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "number" }, cell), el("td", {}, unitText(column.unit))));
      this.rows.push({ column, cell, most: sizes.get(column.unit) ?? 0 });
    }
    return el("div", { class: "scroll" }, el("table", {}, body));
  }

  // Of a drawing, which has no time.
  private atStart(pose: Pose): HTMLElement {
    const turned = attitude(pose[3], pose[4], pose[5], pose[6]);
    const body = el("tbody");
    const most = Math.max(...pose.slice(0, 3).map(Math.abs));
    ["x", "y", "z", ...angles].forEach((name, k) => {
      const value = k < 3 ? numberBeside(pose[k], most) : numberBeside(turned[k - 3], 180);
      body.append(el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "number" }, value), el("td", {}, k < 3 ? "m" : "°")));
    });
    return el("div", { class: "scroll" }, el("table", {}, body));
  }

  update(): void {
    for (const { column, cell, most } of this.rows) cell.textContent = numberBeside(this.app.tables.at(column.name, this.app.clock.t), most);
  }
}

function isQuaternion(column: ColumnInfo): boolean {
  return /^body\..*\.q[wxyz]$/.test(column.name);
}

// "body.arm.x" of arm is its x, "q.hinge" of hinge its q, "reaction.hinge.Fx" its reaction Fx.
function shortName(column: string, element: string): string {
  const at = column.indexOf(`.${element}`);
  if (at < 0) return column;
  const group = column.slice(0, at);
  const rest = column.slice(at + 1 + element.length).replace(/^\./, "");
  return rest === "" ? group : group === "body" ? rest : `${group} ${rest}`;
}
