// The section with the signals: a search, and plots with one zoom and one present time for all.
import type { App } from "../app";
import { el } from "../dom";
import type { SignalsSection } from "../page";
import type { Table } from "../table";
import { onTheme, printing } from "../theme";
import { Plot, type PlotEvents } from "./plot";
import { Search } from "./search";

export interface SignalsPart {
  element: HTMLElement;
  plots: Plot[];
  plot: (column: string) => void; // adds one, or shows the one that is there
  buildVisible: () => void;
}

export function signalsSection(app: App, section: SignalsSection): SignalsPart {
  const tables = section.tables.map((name) => app.tables.named(name)).filter((t): t is Table => t !== undefined);
  const plots: Plot[] = [];
  const host = el("div", { class: "plots" });
  const note = el("p", { class: "muted", role: "status" });
  let target: Plot | null = null; // gets the next signal; none: a new plot

  const events: PlotEvents = {
    zoomed: (min, max) => {
      for (const plot of plots) plot.show(min, max);
    },
    removed: (plot) => {
      plots.splice(plots.indexOf(plot), 1);
      plot.element.remove();
      if (target === plot) target = null;
      search.input.focus();
      note.textContent = `Removed plot ${plot.title}`;
    },
    wanted: (plot) => {
      target = plot;
      note.textContent = `The next signal goes into plot ${plot.title}`;
      search.input.focus();
      search.element.scrollIntoView({ block: "nearest" });
    },
  };

  const watch = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const plot = plots.find((p) => p.element === entry.target);
        if (!plot) continue;
        plot.visible = entry.isIntersecting;
        if (plot.visible && !plot.built) plot.build();
        if (plot.visible) plot.update();
      }
    },
    { rootMargin: "150px" },
  );
  const sizes = new ResizeObserver(() => {
    for (const plot of plots) plot.resize();
  });
  sizes.observe(host);

  function make(title: string, columns: string[], log: boolean): Plot {
    const plot = new Plot(app, title, columns, log, events);
    plots.push(plot);
    host.append(plot.element);
    watch.observe(plot.element);
    return plot;
  }

  const add = (column: string): void => {
    if (target) {
      target.add(column);
      note.textContent = `Added ${column} to plot ${target.title}`;
      target.element.scrollIntoView({ block: "nearest" });
      target = null;
      return;
    }
    const there = plots.find((p) => p.columns.includes(column));
    const plot = there ?? make(column, [column], false);
    if (!plot.built) plot.build();
    note.textContent = there ? `${column} is in plot ${plot.title}` : `Added a plot of ${column}`;
    plot.element.scrollIntoView({ block: "nearest" });
    plot.element.focus({ preventScroll: true });
  };
  const search = new Search(tables, add);
  app.actions.set("/", () => {
    search.input.focus();
    search.element.scrollIntoView({ block: "nearest" });
  });

  for (const { title, columns, log } of section.plots) make(title, [...columns], log ?? false);

  app.frame.onDraw(() => {
    for (const plot of plots) if (plot.visible) plot.update();
    return false;
  });
  onTheme(() => {
    for (const plot of plots) {
      if (printing() && !plot.built) plot.build();
      plot.theme();
    }
  });

  const thinned = tables.filter((t) => t.thinned !== undefined);
  const said = thinned.map((t) => `${t.name}: ${t.rows} of ${t.thinned} rows, the extremes kept`).join("; ");
  const element = el(
    "div",
    { class: "signals" },
    tables.length > 0 ? search.element : el("p", { class: "muted" }, "The numbers of these signals are not on this page."),
    note,
    host,
    said ? el("p", { class: "muted thinned" }, said) : null,
  );
  const buildVisible = (): void => {
    for (const plot of plots) {
      const box = plot.element.getBoundingClientRect();
      if (!plot.built && box.top < innerHeight && box.bottom > 0) plot.build();
    }
  };
  return { element, plots, plot: add, buildVisible };
}
