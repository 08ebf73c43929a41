// Pages that are cut off, changed or hostile, browsers without WebGL, and paper.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fourBarRun } from "../fixtures/mechanisms.mjs";
import { html } from "../fixtures/pack.mjs";
import { hostileText, pages } from "../fixtures/pages.mjs";
import { launch, open, settled, shot } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "takt-damaged-"));
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

function written(name, { page, tables }, change) {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, html(page, tables, change));
  return file;
}

const run = () => fourBarRun(241);
const messages = (page) => page.locator(".messages.bad li").allInnerTexts();

test("numbers that are cut off or changed: a message, and the rest is shown", async () => {
  const damages = {
    empty: () => "",
    "cut-early": (x) => x.slice(0, 100),
    "cut-half": (x) => x.slice(0, Math.floor(x.length / 2)),
    "cut-end": (x) => x.slice(0, -3),
    "changed-head": (x) => `A${x.slice(1)}`,
    "changed-middle": (x) => `${x.slice(0, x.length / 2)}${"Q".repeat(40)}${x.slice(x.length / 2 + 40)}`,
    "not-base64": (x) => `${x.slice(0, 400)}<>!${x.slice(403)}`.replaceAll("<", "&lt;"),
  };
  for (const [name, data] of Object.entries(damages)) {
    const { page, complaints, close } = await open(browser, written(name, run(), { data }));
    assert.ok((await messages(page)).length > 0, `${name}: a message`);
    assert.equal(await page.locator("h1").innerText(), "four-bar", `${name}: the title`);
    assert.ok(await page.locator("#model .line").count(), `${name}: the model`);
    assert.ok(await page.evaluate(() => window.takt.scene.works), `${name}: the mechanism`);
    if (name === "cut-end") assert.ok(await page.evaluate(() => window.takt.tables.all.length > 0), "what can be read is there");
    await page.evaluate(() => window.takt.setTime(1));
    await settled(page);
    if (name === "cut-half") await page.screenshot({ path: shot("damaged-cut-half"), fullPage: true });
    assert.deepEqual(complaints, [], name);
    await close();
  }
});

test("a description that cannot be read: a message instead of the page", async () => {
  const damages = {
    "json-cut": (x) => x.slice(0, 500),
    "json-none": () => "",
    "json-array": () => "[1,2,3]",
    "json-format": (x) => x.replace('"takt":1', '"takt":7'),
  };
  for (const [name, json] of Object.entries(damages)) {
    const { page, complaints, close } = await open(browser, written(name, run(), { json }));
    assert.equal((await messages(page)).length, 1, name);
    if (name === "json-format") await page.screenshot({ path: shot("damaged-format") });
    assert.deepEqual(complaints, [], name);
    await close();
  }
});

test("parts that are not as they must be: a message, and the others are shown", async () => {
  const damages = {
    scene: (x) => x.replace('"main":2', '"main":200'),
    cards: (x) => x.replace('"cards":[', '"cards":[7,{"label":null},'),
    sections: (x) => x.replace('"sections":[', '"sections":[null,{"type":"chart"},{"type":"constructor"},'),
    tables: (x) => x.replace('"type":"f8"', '"type":"f2"'),
    offset: (x) => x.replace(/"offset":\d+/g, '"offset":123456789'),
  };
  for (const [name, json] of Object.entries(damages)) {
    const { page, complaints, close } = await open(browser, written(`part-${name}`, run(), { json }));
    assert.ok((await messages(page)).length > 0, name);
    assert.ok(await page.locator("#model .line").count(), `${name}: the model is still there`);
    assert.deepEqual(complaints, [], name);
    await close();
  }
});

test("texts cannot become markup or script", async () => {
  const { page, complaints, close } = await open(browser, written("hostile", pages.hostile()));
  await page.waitForTimeout(200);
  for (const key of ["n", "r", "j", "x", "]", "]", "]", "?", "Escape", "/"]) await page.keyboard.press(key);
  for (const details of await page.locator("details").all()) await details.evaluate((d) => (d.open = true));
  await settled(page);
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img:not(.still), main script, main iframe, [onerror], [onload]").length), 0);
  assert.ok((await page.evaluate(() => document.body.innerText)).includes(hostileText(0)), "they are shown as they are");
  assert.equal(await page.locator('a[href^="javascript:"]').count(), 0);
  assert.deepEqual(complaints, []);
  await close();
});

test("the page may run nothing but its own bundle", async () => {
  const { page, close } = await open(browser, written("policy", run()));
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.foreign = 1";
    document.body.append(script);
    const fetched = await fetch("https://example.org/").then(() => true, () => false);
    return { foreign: window.foreign, fetched };
  });
  assert.deepEqual(ran, { foreign: undefined, fetched: false });
  await close();
});

test("without WebGL the page says so, and the rest works", async () => {
  const before = () => {
    const real = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return kind.startsWith("webgl") ? null : real.call(this, kind, ...more);
    };
  };
  const { page, complaints, close } = await open(browser, written("no-webgl", run()), { before });
  assert.match(await page.locator(".stage").innerText(), /WebGL/);
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(() => window.takt.clock.t), 4);
  await page.locator(".plot .u-over").first().waitFor();
  await page.keyboard.press("]");
  assert.equal(await page.locator(".panel strong").innerText(), "ground");
  await page.screenshot({ path: shot("no-webgl") });
  assert.deepEqual(complaints, []);
  await close();
});

test("on paper: a picture of the mechanism, all plots, light, no controls", async () => {
  const { page, close } = await open(browser, written("paper", run()), { scheme: "dark" });
  await page.evaluate(() => window.takt.setTime(1));
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.waitForFunction(() => document.querySelector(".still")?.naturalWidth > 0);
  assert.equal(await page.locator(".player").isVisible(), false);
  assert.equal(await page.locator(".switches").isVisible(), false);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  assert.equal(await page.locator(".plot canvas").count(), 4);
  await page.screenshot({ path: shot("paper"), fullPage: true });
  const pdf = await page.pdf();
  assert.ok(pdf.length > 20000);
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await settled(page);
  assert.ok(await page.locator(".player").isVisible());
  await close();
});
