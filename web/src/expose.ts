// window.takt: for tests, measurements and the console of the browser.
import type { App } from "./app";
import type { Pose } from "./page";
import type { Plot } from "./plots/plot";
import type { ScenePart } from "./scene/section";

export interface Exposed {
  page: App["page"];
  clock: App["clock"];
  tables: App["tables"];
  selection: App["selection"];
  scene: {
    bodyPose(name: string): Pose | null; // world, read back from what is drawn
    origin(): number[]; // world: what positions of the picture are counted from
    place(name: string): { x: number; y: number } | null; // of a body, px of the window
    drawn(): number;
    software: boolean;
    works: boolean;
  } | null;
  plots(): { title: string; columns: string[]; drawn: number[] }[]; // drawn: how many values of each column
  ranges(): [number, number][]; // of time, of the plots
  setTime(t: number): void;
  frameTimes: number[];
  openedAt: number; // ms since the navigation began: the scene and the plots in view are drawn
}

export function expose(app: App, scene: ScenePart | null, plots: readonly Plot[], autoplay: boolean): void {
  const view = scene?.view;
  const exposed: Exposed = {
    page: app.page,
    clock: app.clock,
    tables: app.tables,
    selection: app.selection,
    scene: view
      ? {
          bodyPose: (name) => view.drawnPose(name),
          origin: () => view.origin.toArray(),
          place: (name) => view.placeOnScreen(name),
          drawn: () => view.drawn,
          software: view.software,
          works: view.canvas !== null,
        }
      : null,
    plots: () => plots.map(({ title, columns, drawn }) => ({ title, columns: [...columns], drawn })),
    ranges: () => plots.map((p) => p.range),
    setTime: (t) => {
      app.clock.pause();
      app.clock.set(t);
    },
    frameTimes: app.frame.times,
    openedAt: NaN,
  };
  (window as unknown as { takt: Exposed }).takt = exposed;

  for (const plot of plots) {
    const box = plot.element.getBoundingClientRect();
    if (box.top < innerHeight && box.bottom > 0) plot.build();
  }
  // The second picture after this begins when the first one is done.
  const opened = (tries: number): void => {
    const waits = view?.canvas && view.drawn === 0 && tries > 0;
    if (waits) {
      requestAnimationFrame(() => opened(tries - 1));
      return;
    }
    view?.finish();
    exposed.openedAt = performance.now();
    setTimeout(() => buildRest(plots), 300);
    if (autoplay && document.visibilityState === "visible") app.clock.play();
  };
  requestAnimationFrame(() => opened(30));
}

// The plots further down, one after the other while nothing else is to be done.
function buildRest(plots: readonly Plot[]): void {
  const next = plots.find((p) => !p.built);
  if (!next) return;
  const later = window.requestIdleCallback ?? ((f: () => void) => setTimeout(f, 50));
  later(() => {
    if (!next.built) next.build();
    buildRest(plots);
  });
}
