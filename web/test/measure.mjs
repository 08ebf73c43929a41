// How fast a page opens and scrubs: node test/measure.mjs FILE.html, medians of 5 runs as JSON.
// In headless Chromium at 1280 x 720 that draws in software.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./browser/browser.mjs";

const runs = 5;
const seconds = 2; // of scrubbing
const file = process.argv[2];
if (!file) {
  console.error("usage: node test/measure.mjs FILE.html");
  process.exit(2);
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function once(browser) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.waitForFunction(() => window.takt?.openedAt > 0, null, { timeout: 60000 });
  const open = await page.evaluate(() => window.takt.openedAt);
  await page.evaluate(() => document.querySelector(".stage")?.scrollIntoView({ block: "center", behavior: "instant" }));
  // At rest: the plots further down are drawn, too.
  await page.waitForFunction(() => [...document.querySelectorAll(".plot")].every((p) => p.querySelector(".uplot")), null, { timeout: 30000 });
  await page.waitForTimeout(1000);
  const frames = await page.evaluate((limit) => new Promise((done) => {
    const { clock, setTime, scene } = window.takt;
    const drawnBefore = scene?.drawn() ?? 0;
    let first = 0;
    let n = 0;
    const step = (now) => {
      first ||= now;
      const s = (now - first) / 1000 / limit;
      if (s >= 1) {
        done({ fps: n / ((now - first) / 1000), pictures: ((scene?.drawn() ?? 0) - drawnBefore) / ((now - first) / 1000) });
        return;
      }
      n += 1;
      setTime(clock.start + s * (clock.end - clock.start));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }), seconds);
  const software = await page.evaluate(() => window.takt.scene?.software ?? null);
  await context.close();
  return { open, ...frames, software };
}

const browser = await launch();
const all = [];
for (let i = 0; i < runs; ++i) all.push(await once(browser));
await browser.close();
console.log(JSON.stringify({
  file, runs,
  open_ms: Math.round(median(all.map((r) => r.open))),
  scrub_fps: Number(median(all.map((r) => r.fps)).toFixed(1)),
  scene_pictures_per_second: Number(median(all.map((r) => r.pictures)).toFixed(1)),
  software: all[0].software,
}));
