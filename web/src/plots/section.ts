// The section with the signals: a search, and plots with one zoom and one present time for all.
import type { App } from "../app";
import { el } from "../dom";
import type { PlotInfo, SignalsSection } from "../page";
import type { Table } from "../table";
import { onTheme, printing } from "../theme";
import { Plot, type PlotEvents } from "./plot";
import { Search } from "./search";

export interface SignalsPart {
  element: HTMLElement;
  plots: Plot[];
  plot: (column: string) => void; // adds one, or shows the one that is there
}

// `others`: plots of other sections, which share the zoom; `first`: its search is always there.
export function signalsSection(app: App, section: SignalsSection, others: Plot[], first: boolean): SignalsPart {
  const tables = section.tables.map((name) => app.tables.named(name)).filter((t): t is Table => t !== undefined);
  const plots: Plot[] = [];
  const host = el("div", { class: "plots" });
  const note = el("p", { class: "muted", role: "status" });
  let target: Plot | null = null; // gets the next signal; none: a new plot

  const events: PlotEvents = {
    zoomed: (min, max) => {
      for (const plot of others) plot.show(min, max);
    },
    removed: (plot) => {
      for (const list of [plots, others]) list.splice(list.indexOf(plot), 1);
      plot.element.remove();
      if (target === plot) target = null;
      search.element.hidden = false;
      search.input.focus();
      note.textContent = `Removed plot ${plot.title}`;
    },
    wanted: (plot) => {
      target = plot;
      note.textContent = `The next signal goes into plot ${plot.title}`;
      search.element.hidden = false;
      search.focus();
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

  const zoom = (): [number, number] => others[0]?.range ?? [app.clock.start, app.clock.end];
  function make(info: PlotInfo): Plot {
    const plot = new Plot(app, info, events);
    plots.push(plot);
    others.push(plot);
    plot.show(...zoom());
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
    const plot = there ?? make({ title: column, columns: [column] });
    if (!plot.built) plot.build();
    note.textContent = there ? `${column} is in plot ${plot.title}` : `Added a plot of ${column}`;
    plot.element.scrollIntoView({ block: "nearest" });
    plot.element.focus({ preventScroll: true });
  };
  const search = new Search(tables, section.id, add);
  search.element.hidden = !first;
  if (first) {
    app.actions.set("/", () => {
      search.focus();
    });
  }

  for (const info of section.plots) make(info);

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
    said && first ? el("p", { class: "muted thinned" }, said) : null,
  );
  return { element, plots, plot: add };
}
