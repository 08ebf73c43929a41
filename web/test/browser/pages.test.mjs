// What holds for every page: one of each kind that test/fixtures makes, and those that the program wrote into the
// folder TAKT_PAGES. Where NAME.csv lies beside NAME.html, the bodies must be where the CSV has them.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { write } from "../fixtures/pages.mjs";
import { faint } from "./contrast.mjs";
import { launch, open, overflow, phone, settled, shot } from "./browser.mjs";

const own = mkdtempSync(join(tmpdir(), "takt-pages-"));
write(own, ["run", "vehicle", "show", "gallery", "compare", "certify", "tune", "sweep", "index", "hostile"]);
const given = process.env.TAKT_PAGES;
const htmlIn = (folder) => readdirSync(folder, { recursive: true }).map(String).filter((n) => n.endsWith(".html")).map((n) => join(folder, n));
const files = [...htmlIn(own), ...(given ? htmlIn(given) : [])];

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(own, { recursive: true, force: true });
});

for (const file of files) {
  const name = `${file.startsWith(own) ? "fixture-" : ""}${basename(file, ".html")}`;
  test(`${name} opens from disk, in light and dark, on a desk and on a phone`, async () => {
    const { page, complaints, close } = await open(browser, file);
    assert.ok(await page.evaluate(() => window.takt?.openedAt > 0), "drawn");
    assert.ok((await page.locator("h1").innerText()).length > 0);
    assert.equal(await page.locator(".messages.bad").count(), 0, "all of it could be read");
    if (await page.evaluate(() => window.takt.scene !== null)) {
      assert.ok(await page.evaluate(() => window.takt.scene.works && window.takt.scene.drawn() > 0), "the mechanism is drawn");
    }
    await page.evaluate(async () => { // plots are drawn once one comes to them
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
        scrollTo({ top: y, behavior: "instant" });
        await new Promise((done) => setTimeout(done, 60));
      }
      scrollTo({ top: 0, behavior: "instant" });
    });
    await page.waitForTimeout(450); // the picture at rest
    await page.screenshot({ path: shot(`${name}-desktop-light`), fullPage: true });
    assert.ok((await overflow(page)) <= 0, "wider than the window");
    assert.deepEqual(await page.evaluate(faint), [], "contrast in light");

    await page.emulateMedia({ colorScheme: "dark" });
    await settled(page);
    assert.deepEqual(await page.evaluate(faint), [], "contrast in dark");
    await page.screenshot({ path: shot(`${name}-desktop-dark`) });

    await page.setViewportSize(phone);
    await settled(page);
    await page.waitForTimeout(450);
    assert.ok((await overflow(page)) <= 0, "wider than a phone");
    await page.screenshot({ path: shot(`${name}-phone-dark`), fullPage: true });
    assert.deepEqual(complaints, []);
    await close();
  });
}

for (const file of files) {
  const csv = file.replace(/\.html$/, ".csv");
  if (!existsSync(csv)) continue;
  test(`${basename(file)} has its bodies where ${basename(csv)} has them`, async () => {
    const { times, bodies } = readPoses(csv);
    assert.ok(bodies.size > 0, "the CSV has columns body.*");
    const { page, close } = await open(browser, file);
    const stored = await page.evaluate(() => {
      const scene = window.takt.page.sections.find((s) => s.type === "scene");
      return { times: Array.from(window.takt.tables.named(scene.table).time), size: scene.scene.size, bodies: scene.scene.bodies.slice(1).map((b) => b.name) };
    });
    const rows = new Map(times.map((t, i) => [t.toPrecision(9), i]));
    const step = Math.max(1, Math.floor(stored.times.length / 40));
    let compared = 0;
    for (let k = 0; k < stored.times.length; k += step) {
      const row = rows.get(stored.times[k].toPrecision(9));
      if (row === undefined) continue;
      const { poses, origin } = await drawnAt(page, stored.times[k], stored.bodies);
      for (const body of stored.bodies) {
        if (!bodies.has(body)) continue;
        near(poses[body], bodies.get(body)[row], origin, stored.size, `${body} at t = ${stored.times[k]}`);
        compared += 1;
      }
    }
    assert.ok(compared > 0, "no stored frame of the page is in the CSV");
    await close();
  });
}

async function drawnAt(page, t, names) {
  await page.evaluate((time) => window.takt.setTime(time), t);
  await settled(page);
  return page.evaluate((all) => ({
    poses: Object.fromEntries(all.map((n) => [n, window.takt.scene.bodyPose(n)])), origin: window.takt.scene.origin(),
  }), names);
}

function near(drawn, stored, origin, size, what) {
  const far = Math.hypot(...[0, 1, 2].map((k) => stored[k] - origin[k]));
  const allowed = 1e-5 * Math.max(size, far);
  const off = Math.hypot(...[0, 1, 2].map((k) => drawn[k] - stored[k]));
  assert.ok(off <= allowed, `${what}: ${off} m away; ${allowed} m are allowed`);
  const sign = [3, 4, 5, 6].reduce((sum, k) => sum + drawn[k] * stored[k], 0) < 0 ? -1 : 1;
  for (let k = 3; k < 7; ++k) assert.ok(Math.abs(drawn[k] - sign * stored[k]) <= 1e-5, `${what}: attitude ${drawn} is not ${stored}`);
}

function readPoses(file) {
  const lines = readFileSync(file, "utf8").split(/\r?\n/).filter((l) => l && !l.startsWith("#"));
  const names = lines[0].split(",").map((n) => n.trim().replace(/^"|"$/g, "").replace(/ \[.*\]$/, ""));
  const rows = lines.slice(1).map((l) => l.split(",").map(Number));
  const bodies = new Map();
  for (const name of names) {
    const body = /^body\.(.*)\.qw$/.exec(name)?.[1];
    if (body === undefined) continue;
    const at = ["x", "y", "z", "qw", "qx", "qy", "qz"].map((p) => names.indexOf(`body.${body}.${p}`));
    if (at.every((i) => i >= 0)) bodies.set(body, rows.map((r) => at.map((i) => r[i])));
  }
  return { times: rows.map((r) => r[names.indexOf("t")]), bodies };
}
