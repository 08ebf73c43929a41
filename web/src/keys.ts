// The keyboard, and the overlay that tells what its keys do.
import type { App } from "./app";
import { el, iconButton } from "./dom";

const told: [string, string, "time" | "picture" | "page"][] = [
  ["Space", "play, pause", "time"],
  ["← →", "one stored step; with Shift ten", "time"],
  ["Home End", "start, end", "time"],
  ["+ −", "faster, slower", "time"],
  ["F", "the camera follows", "picture"],
  ["W A S D", "turn the view", "picture"],
  ["Q E", "nearer, further", "picture"],
  ["0", "the view as at first", "picture"],
  ["R", "forces and reactions", "picture"],
  ["T", "trail", "picture"],
  ["J X N", "joints, frames, names", "picture"],
  ["V", "X-ray: see through all bodies", "picture"],
  ["H", "hide the selected body; with Shift show all", "picture"],
  ["[ ]", "select the element before, after", "picture"],
  ["/", "search signals", "page"],
  ["I O", "on a plot: zoom in, out", "page"],
  ["L", "light or dark", "page"],
  ["Esc", "deselect, close", "page"],
  ["?", "these keys", "page"],
];

export function keys(app: App, timed: boolean, pictured: boolean): { help: () => void } {
  const { clock, actions } = app;
  if (timed) {
    actions.set(" ", () => clock.toggle());
    actions.set("arrowleft", () => clock.step(-1));
    actions.set("arrowright", () => clock.step(1));
    actions.set("shift+arrowleft", () => clock.step(-10));
    actions.set("shift+arrowright", () => clock.step(10));
    actions.set("home", () => clock.set(clock.start));
    actions.set("end", () => clock.set(clock.end));
    for (const key of ["+", "="]) actions.set(key, () => clock.faster(1));
    for (const key of ["-", "_"]) actions.set(key, () => clock.faster(-1));
  }
  const groups = ([timed && "time", pictured && "picture", "page"] as const).filter((g) => g !== false);
  const dialog = overlay(groups);
  document.body.append(dialog);
  const help = (): void => {
    if (dialog.open) dialog.close();
    else dialog.showModal();
  };
  actions.set("?", help);
  actions.set("escape", () => app.selection.set(null, "keys"));

  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return;
    const at = e.target as HTMLElement;
    const key = e.key.toLowerCase();
    if (dialog.open && key !== "?") return;
    if (at.closest("input:not([type=range]), select, textarea")) return;
    const pressed = key === " " || key === "enter";
    if (pressed && at.closest("button, summary, a")) return; // these keys press it
    // A slider of its own, such as that of the arrows, keeps its keys; that of the time is ours.
    const slider = at.closest("input[type=range]");
    if (slider && !slider.classList.contains("scrub") && /^(arrow|home|end|page)/.test(key)) return;
    const scrolls = at.closest(".scroll, .source, .terminal, .contents");
    if (scrolls && /^(arrow|home|end)/.test(key)) return;
    const action = (e.shiftKey && actions.get(`shift+${key}`)) || actions.get(key);
    if (!action) return;
    e.preventDefault();
    action();
  });
  return { help };
}

function overlay(groups: readonly string[]): HTMLDialogElement {
  const dialog = el("dialog", { class: "help", "aria-labelledby": "help-title" });
  const titles: { [group: string]: string } = { time: "Time", picture: "Picture", page: "Page" };
  dialog.append(el("header", {}, el("h2", { id: "help-title" }, "Keys"), iconButton("close", "Close", () => dialog.close())));
  for (const group of groups) {
    const list = el("dl");
    for (const [key, what, of] of told) {
      if (of !== group) continue;
      const term = el("dt");
      for (const k of key.split(" ")) term.append(el("kbd", {}, k), " ");
      list.append(el("div", {}, term, el("dd", {}, what)));
    }
    dialog.append(el("h3", {}, titles[group]), list);
  }
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  return dialog;
}
