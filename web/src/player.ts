// The bar at the bottom: play, step, scrub, speed. It moves the clock and shows it.
import type { App } from "./app";
import { speeds } from "./clock";
import { el, icon, iconButton } from "./dom";
import { seconds } from "./format";

const fine = 100000; // places of the slider

export function player(app: App): HTMLElement {
  const { clock } = app;
  const play = iconButton("play", "Play (Space)", () => clock.toggle(), { class: "icon-button primary" });
  const time = el("output", { class: "time", "aria-label": "Time" });
  const scrub = el("input", {
    type: "range", min: 0, max: fine, step: 1, value: 0, class: "scrub", "aria-label": "Time",
    on: { input: () => {
      clock.pause();
      clock.set(clock.start + (Number(scrub.value) / fine) * (clock.end - clock.start));
    } },
  });
  const speed = el("select", { "aria-label": "Speed", title: "Speed (+ and −)", on: { change: () => clock.setSpeed(Number(speed.value)) } });
  for (const s of speeds) speed.append(el("option", { value: s }, `${s}×`));
  const bar = el("div", { class: "player", role: "group", "aria-label": "Time" },
    play,
    iconButton("back", "One step back (←)", () => clock.step(-1), { class: "icon-button wide-only" }),
    iconButton("forward", "One step on (→)", () => clock.step(1), { class: "icon-button wide-only" }),
    scrub, time, speed);

  let playing: boolean | null = null;
  const show = (): void => {
    const part = clock.end > clock.start ? (clock.t - clock.start) / (clock.end - clock.start) : 0;
    const value = String(Math.round(part * fine));
    if (scrub.value !== value) scrub.value = value;
    scrub.style.setProperty("--part", `${(100 * part).toFixed(2)}%`);
    const text = `${seconds(clock.t, clock.end)} s`;
    time.textContent = `${seconds(clock.t, clock.end)} / ${seconds(clock.end, clock.end)} s`;
    if (!clock.playing) scrub.setAttribute("aria-valuetext", text);
    if (playing === clock.playing) return;
    playing = clock.playing;
    play.replaceChildren(icon(playing ? "pause" : "play"));
    play.setAttribute("aria-label", playing ? "Pause (Space)" : "Play (Space)");
    play.title = playing ? "Pause (Space)" : "Play (Space)";
  };
  const speedShown = (): void => {
    if (speed.value !== String(clock.speed)) speed.value = String(clock.speed);
  };
  speedShown();
  clock.onChange(() => {
    speedShown();
    app.frame.request();
  });
  app.frame.onDraw((ms) => {
    clock.tick(ms);
    show();
    return clock.playing;
  });
  return bar;
}
