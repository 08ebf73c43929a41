// The section with the mechanism: picture, switches, what is selected.
import type { App } from "../app";
import { button, el } from "../dom";
import type { SceneSection } from "../page";
import { onTheme, printing } from "../theme";
import { Panel } from "./panel";
import { follow } from "./pointer";
import { SceneView } from "./view";

export interface ScenePart {
  element: HTMLElement;
  view: SceneView;
}

export function sceneSection(app: App, section: SceneSection, plot: (c: string) => void, showLine: (l: number) => void): ScenePart {
  const { clock, frame, selection } = app;
  const view = new SceneView(section.scene, app.tables, section.table, clock.start, !app.calm);
  const change = (): void => {
    view.dirty = true;
    frame.request();
  };

  const stage = el("div", { class: "stage" });
  const legend = el("div", { class: "arrow-legend", "aria-label": "Scale and colours of the arrows" });
  legend.hidden = true;
  const still = el("img", { class: "still", alt: `The mechanism: ${app.page.title}` });
  still.hidden = true;
  if (view.canvas) {
    const canvas = view.canvas;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", sentence(section));
    stage.append(canvas, view.labels.element, view.triad.element, legend, still);
    follow(canvas, view.camera, change, (x, y) => {
      const box = canvas.getBoundingClientRect();
      selection.set(view.pickAt(x - box.left, y - box.top), "scene");
    });
    new ResizeObserver(() => {
      view.resize(stage.clientWidth, stage.clientHeight);
      frame.request();
    }).observe(stage);
  } else {
    stage.classList.add("without");
    stage.append(
      el("p", {}, el("strong", {}, "The mechanism cannot be drawn: "),
        "this browser offers no WebGL. Everything else on the page works."),
    );
  }

  const panel = new Panel(app, view, plot, showLine);
  const element = el("div", { class: "scene" }, switches(app, view, legend, change), el("div", { class: "scene-body" }, stage, panel.element));

  clock.onChange(change);
  onTheme(() => {
    view.theme();
    frame.request();
  });
  selection.onChange(() => {
    view.select(selection.value);
    frame.request();
  });
  paper(view, stage, still, () => clock.t);

  let seen = true;
  new IntersectionObserver((entries) => {
    seen = entries[entries.length - 1].isIntersecting;
    if (seen) frame.request();
  }).observe(stage);
  let rest = 0;
  frame.onDraw(() => {
    panel.update();
    if (!seen || !view.canvas) return false;
    const before = view.drawn;
    const moving = view.draw(clock.t);
    if (view.drawn !== before) {
      clearTimeout(rest);
      if (!moving && !clock.playing) rest = window.setTimeout(() => view.refine(), 350);
    }
    return moving;
  });
  return { element, view };
}

// For paper, a picture of the picture: browsers do not print a canvas that WebGL has drawn.
function paper(view: SceneView, stage: HTMLElement, still: HTMLImageElement, now: () => number): void {
  const take = (on: boolean): void => {
    if (!view.canvas) return;
    if (on && stage.clientWidth > 0) still.src = view.picture(now());
    still.hidden = !on || !still.src;
    stage.classList.toggle("printed", on);
  };
  onTheme(() => take(printing()));
}

function sentence(section: SceneSection): string {
  const { bodies, joints, links } = section.scene;
  return (
    `${section.title}: ${bodies.length - 1} bodies, ${joints.length} joints, ${links.length} links. ` +
    "W A S D turn the view, Q and E zoom, drag to turn."
  );
}

function switches(app: App, view: SceneView, legend: HTMLElement, change: () => void): HTMLElement {
  const bar = el("div", { class: "switches", role: "toolbar", "aria-label": "The picture" });
  if (!view.canvas) return bar;
  const add = (label: string, key: string, title: string, get: () => boolean, set: (on: boolean) => void): void => {
    const b = button(label, `${title} (${key.toUpperCase()})`, () => toggle(), { class: "switch", "aria-pressed": String(get()) });
    const toggle = (): void => {
      set(!get());
      b.setAttribute("aria-pressed", String(get()));
      change();
    };
    app.actions.set(key, toggle);
    bar.append(b);
  };
  const { scene } = view;
  if (view.poses.moves) {
    add("Follow", "f", "The camera follows the mechanism", () => view.follow, (on) => (view.follow = on));
    const body = (): number => {
      const s = app.selection.value;
      return s?.kind === "body" && s.index > 0 ? s.index : scene.main;
    };
    add("Trail", "t", "Path of the selected body, else of the main one", () => view.trails.has(body()), () => view.trails.toggle(body()));
  }
  if (view.arrows.any) {
    const slider = el("input", {
      type: "range", min: -6, max: 6, step: 1, value: 0, class: "arrow-scale", "aria-label": "Length of the arrows",
      title: "Length of the arrows",
      on: { input: (e) => {
        view.arrows.longer(Number((e.target as HTMLInputElement).value));
        told();
        change();
      } },
    });
    const scale = el("strong");
    legend.append(scale, slider, ...view.arrows.kinds.map(({ name, colour }) => {
      const swatch = el("span", { class: "swatch" });
      swatch.style.background = `#${colour.toString(16).padStart(6, "0")}`;
      return el("span", { class: "arrow-kind" }, swatch, name);
    }));
    const told = (): void => {
      legend.hidden = !view.arrows.visible;
      scale.textContent = view.arrows.scaleText;
    };
    add("Forces", "r", "Forces and reactions as arrows", () => view.arrows.visible, (on) => {
      view.arrows.visible = on;
      told();
    });
  }
  if (scene.joints.length > 0) {
    add("Joints", "j", "Joints with their axes", () => view.joints.group.visible, (on) => (view.joints.group.visible = on));
  }
  let frames = false;
  add("Frames", "x", "Axes of bodies and their frames", () => frames, (on) => view.bodies.showFrames((frames = on)));
  view.labels.visible = app.page.kind === "show" && scene.bodies.length + scene.joints.length < 40;
  add("Names", "n", "Names", () => view.labels.visible, (on) => (view.labels.visible = on));
  add("X-ray", "v", "See through all bodies", () => view.bodies.xray, (on) => (view.bodies.xray = on));
  const all = button("Show all", "Show the bodies that are hidden (Shift+H)", () => view.hide(null), { class: "switch" });
  all.hidden = true;
  bar.append(all);
  view.onHide(() => {
    all.hidden = !view.bodies.anyHidden;
    change();
  });
  app.actions.set("h", () => {
    const s = app.selection.value;
    if (s?.kind === "body") view.hide(s.index);
  });
  app.actions.set("shift+h", () => view.hide(null));
  const act = (key: string, action: () => void): void => {
    app.actions.set(key, () => {
      action();
      change();
    });
  };
  act("a", () => view.camera.orbit(-0.15, 0));
  act("d", () => view.camera.orbit(0.15, 0));
  act("w", () => view.camera.orbit(0, 0.12));
  act("s", () => view.camera.orbit(0, -0.12));
  act("q", () => view.camera.zoom(1 / 1.2));
  act("e", () => view.camera.zoom(1.2));
  act("0", () => view.resetCamera());
  const run = (key: string) => () => app.actions.get(key)?.();
  bar.append(
    el("span", { class: "spring" }),
    button("−", "Zoom out (E)", run("e"), { class: "switch round" }),
    button("+", "Zoom in (Q)", run("q"), { class: "switch round" }),
    button("Reset", "The view as it was at first (0)", run("0"), { class: "switch" }),
  );
  return bar;
}
