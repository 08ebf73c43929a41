// Time, mechanism, plots and model are linked: what one moves, the others follow.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fourBar, vehicleRun } from "../fixtures/mechanisms.mjs";
import { write } from "../fixtures/pages.mjs";
import { launch, open, phone, settled, shot } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "takt-linked-"));
write(folder, ["run", "vehicle", "far"]);
const file = (name) => join(folder, `${name}.html`);
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const pose = (page, name) => page.evaluate((n) => window.takt.scene.bodyPose(n), name);
const time = (page) => page.evaluate(() => window.takt.clock.t);
const close = (a, b, allowed) => a.slice(0, 3).forEach((x, k) => assert.ok(Math.abs(x - b[k]) <= allowed, `${a.slice(0, 3)} is not ${b.slice(0, 3)}`));

test("at stored frames bodies are where the run had them, also 10 km away", async () => {
  for (const [name, x0] of [["vehicle", 0], ["far", 10000]]) {
    const { page, close: shut } = await open(browser, file(name));
    const frames = vehicleRun({ x0 }).tables[1].columns;
    const value = (c, row) => frames.find((f) => f.name === c).values[row];
    for (const row of [0, 1, 77, 300, 599, 600]) {
      await page.evaluate((t) => window.takt.setTime(t), value("t", row));
      await settled(page);
      const origin = await page.evaluate(() => window.takt.scene.origin());
      for (const body of ["chassis", "rear_left"]) {
        const stored = ["x", "y", "z"].map((p) => value(`body.${body}.${p}`, row));
        const far = Math.hypot(...stored.map((s, k) => s - origin[k]));
        assert.ok(far < 300, `the origin of the view is near: ${far}`);
        close(await pose(page, body), stored, 1e-5 * Math.max(1, far));
      }
      const at = await page.evaluate(() => window.takt.scene.place("chassis"));
      const box = await page.locator(".stage").boundingBox();
      assert.ok(at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height, "the camera follows");
    }
    await shut();
  }
});

test("the cursor on a plot moves the mechanism and the other plots", async () => {
  const { page, complaints, close: shut } = await open(browser, file("run"));
  await page.locator("#signals").scrollIntoViewIfNeeded();
  const over = page.locator(".plot .u-over").first();
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  for (const part of [0.25, 0.8]) {
    await page.mouse.move(box.x + part * box.width, box.y + 40);
    await settled(page);
    const t = await time(page);
    assert.ok(Math.abs(t - part * 4) < 0.02, `t = ${t}`);
    close(await pose(page, "coupler"), fourBar(t).coupler, 1e-4); // between two stored frames
    const lines = await page.evaluate(() => [...document.querySelectorAll(".plot")].filter((p) => p.querySelector(".now")).slice(0, 2)
      .map((p) => p.querySelector(".now").getBoundingClientRect().left - p.querySelector(".u-over").getBoundingClientRect().left)
      .map((x, i) => x / document.querySelectorAll(".u-over")[i].clientWidth));
    for (const x of lines) assert.ok(Math.abs(x - part) < 0.01, `the line of a plot is at ${x}`);
    const shown = await page.locator(".chip-value").first().innerText();
    assert.ok(Math.abs(Number(shown) - fourBar(t).phi) < 2e-3 * 10, `q.motor is shown as ${shown}`);
  }
  assert.deepEqual(complaints, []);
  await shut();
});

test("dragging on a plot zooms all of them, a double click goes back", async () => {
  const { page, close: shut } = await open(browser, file("run"));
  const over = page.locator(".plot .u-over").first();
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  await page.mouse.move(box.x + 0.25 * box.width, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.4 * box.width, box.y + 60, { steps: 4 });
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 60, { steps: 4 });
  await page.mouse.up();
  const ticks = () => page.evaluate(() => window.takt.ranges());
  for (const [low, high] of await ticks()) assert.ok(Math.abs(low - 1) < 0.05 && Math.abs(high - 2) < 0.05, `${low} to ${high}`);
  await page.mouse.dblclick(box.x + 0.5 * box.width, box.y + 60);
  for (const [low, high] of await ticks()) assert.deepEqual([low, high], [0, 4]);
  await shut();
});

test("the slider moves the mechanism", async () => {
  const { page, close: shut } = await open(browser, file("run"));
  const box = await page.locator(".scrub").boundingBox();
  await page.mouse.click(box.x + 0.5 * box.width, box.y + box.height / 2);
  await settled(page);
  const t = await time(page);
  assert.ok(Math.abs(t - 2) < 0.05, `t = ${t}`);
  close(await pose(page, "crank"), fourBar(t).crank, 1e-4);
  await shut();
});

test("a thing in the picture selects its line in the model, and the line the thing", async () => {
  const { page, complaints, close: shut } = await open(browser, file("run"));
  await page.locator(".stage").scrollIntoViewIfNeeded();
  await settled(page);
  const at = await page.evaluate(() => window.takt.scene.place("coupler"));
  await page.mouse.click(at.x, at.y);
  assert.equal(await page.locator(".panel strong").innerText(), "coupler");
  assert.match(await page.locator(".line.selected").first().innerText(), /coupler/);
  assert.equal(await page.locator(".line.selected").count(), 3, "its key and what is indented below it");
  await page.screenshot({ path: shot("selected-desktop-light") });
  await page.locator(".source button.code", { hasText: "strut" }).click();
  assert.equal(await page.locator(".panel strong").innerText(), "strut");
  const force = page.locator(".panel tr", { hasText: "force" });
  assert.ok((await force.locator("td").first().innerText()).length > 1);
  await force.locator("th button").click();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".panel").isVisible(), false);
  assert.deepEqual(complaints, []);
  await shut();
});

test("all of it works by keyboard", async () => {
  const { page, complaints, close: shut } = await open(browser, file("vehicle"));
  const press = (key) => page.keyboard.press(key);
  await press("ArrowRight");
  assert.ok(Math.abs((await time(page)) - 20 / 600) < 1e-9, "one stored step");
  await press("Shift+ArrowRight");
  assert.ok(Math.abs((await time(page)) - (11 * 20) / 600) < 1e-9, "ten");
  await press("ArrowLeft");
  assert.ok(Math.abs((await time(page)) - (10 * 20) / 600) < 1e-9);
  await press("End");
  assert.equal(await time(page), 20);
  await press("Home");
  assert.equal(await time(page), 0);
  await press("+");
  assert.equal(await page.evaluate(() => window.takt.clock.speed), 2);
  await press(" ");
  await page.waitForFunction(() => window.takt.clock.t > 0, null, { timeout: 5000 }); // plays
  await press(" ");
  assert.equal(await page.evaluate(() => window.takt.clock.playing), false);
  const pressed = (label) => page.locator(".switch", { hasText: label }).first().getAttribute("aria-pressed");
  const follows = await pressed("Follow");
  await press("f");
  assert.notEqual(await pressed("Follow"), follows);
  for (const key of ["f", "r", "t", "n", "x", "w", "a", "q", "0"]) await press(key);
  assert.equal(await pressed("Forces"), "true");
  await press("]");
  await press("]");
  assert.equal(await page.locator(".panel strong").innerText(), "chassis");
  await page.waitForTimeout(500);
  await page.locator(".stage").scrollIntoViewIfNeeded();
  await page.screenshot({ path: shot("keyboard-desktop-light") });
  await press("?");
  assert.ok(await page.locator("dialog.help").isVisible());
  await page.screenshot({ path: shot("help-desktop-light") });
  await press("Escape");
  assert.equal(await page.locator("dialog.help").isVisible(), false);
  await press("/");
  await page.keyboard.type("hub rear left");
  assert.equal(await page.locator(".results [role=option]").count(), 1);
  await press("Enter");
  assert.deepEqual((await page.evaluate(() => window.takt.plots())).at(-1).columns, ["q.hub_rear_left"]);
  assert.match(await page.evaluate(() => document.activeElement.className), /plot/, "the new plot has the focus");
  await press("i");
  const [low, high] = (await page.evaluate(() => window.takt.ranges())).at(-1);
  assert.ok(high - low < 11, "zoomed by keyboard");
  const dark = () => page.evaluate(() => document.documentElement.dataset.theme);
  await press("l");
  assert.equal(await dark(), "dark");

  // Everything that Tab comes to shows that it has the focus, and there are no traps.
  await page.locator(".tools button").first().focus();
  const seen = new Set();
  for (let i = 0; i < 90; ++i) {
    await press("Tab");
    const at = await page.evaluate(() => {
      const e = document.activeElement;
      const style = getComputedStyle(e);
      return { name: e.getAttribute("aria-label") || e.textContent.trim().slice(0, 40), body: e === document.body, shown: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 };
    });
    if (at.body) break;
    assert.ok(at.name, "has a name");
    assert.ok(at.shown, `${at.name} shows the focus`);
    seen.add(at.name);
  }
  for (const name of ["Play (Space)", "Time", "Speed"]) assert.ok(seen.has(name), `Tab comes to ${name}: ${[...seen]}`);
  assert.ok([...seen].some((n) => n.startsWith("Plot ")), "and to the plots");
  assert.deepEqual(complaints, []);
  await shut();
});

test("it plays by itself only for who has not asked for less motion", async () => {
  for (const [motion, plays] of [["reduce", false], ["no-preference", true]]) {
    const { page, close: shut } = await open(browser, file("run"), { motion, viewport: phone });
    await page.waitForTimeout(300);
    assert.equal((await time(page)) > 0, plays, motion);
    await shut();
  }
});
