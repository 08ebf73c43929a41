// What somebody needs who has never seen such a page: the motion first, and nothing lost, hidden or unreadable.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fourBar, fourBarRun } from "../fixtures/mechanisms.mjs";
import { html } from "../fixtures/pack.mjs";
import { write } from "../fixtures/pages.mjs";
import { desktop, launch, open, phone, settled, shot } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "takt-reader-"));
write(folder, ["run", "vehicle", "compare", "tune", "certify"]);
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name) => join(folder, `${name}.html`);
// A page of the four-bar linkage, changed.
function changed(name, change, rows = 481) {
  const made = fourBarRun(rows);
  change(made.page, made.tables);
  writeFileSync(file(name), html(made.page, made.tables));
  return file(name);
}
const press = (page, key) => page.keyboard.press(key);

test("the mechanism is on the first screen, of a desk and of a phone", async () => {
  for (const viewport of [desktop, phone]) {
    const { page, close } = await open(browser, file("run"), { viewport });
    const seen = await page.evaluate(() => {
      const stage = document.querySelector(".stage").getBoundingClientRect();
      return Math.min(stage.bottom, document.querySelector(".player").getBoundingClientRect().top) - stage.top;
    });
    assert.ok(seen >= 300, `${seen} px of the picture at ${viewport.width} px`);
    await close();
  }
});

test("notes of cards, the method's explanation and further warnings unfold", async () => {
  const { page, close } = await open(browser, changed("warned", (p) => p.warnings.push("A second.", "A third.")));
  const note = page.locator(".card .note").first();
  assert.equal(await note.isVisible(), false);
  await page.locator(".cards-box button").click();
  assert.equal(await note.isVisible(), true);
  assert.equal(await page.getByText("index-2 equations").isVisible(), false);
  await page.locator(".method summary").click();
  assert.equal(await page.getByText("index-2 equations").isVisible(), true);
  assert.equal(await page.getByText("A third.").isVisible(), false);
  await page.locator(".more-messages summary").click();
  assert.equal(await page.getByText("A third.").isVisible(), true);
  await close();
});

test("of thinned sizes on a log scale all points are drawn, zeros on the floor, and the bound", async () => {
  const path = changed("drift", (p, tables) => {
    tables[0].thinned = 48100;
    const drift = tables[0].columns.find((c) => c.name === "drift.position");
    drift.values = drift.values.map((_, i) => (i % 2 === 0 ? 0 : i === 301 ? 3.55e-10 : 1e-13));
    p.sections.splice(2, 0, { type: "signals", id: "drift", title: "Constraint drift", tables: ["series"], plots: [
      { title: "Largest violation", columns: ["drift.position"], log: true, upper: true, marks: [{ y: 1e-8, text: "bound 1e-08" }] }] });
  });
  const { page, complaints, close } = await open(browser, path);
  await page.locator("#drift").scrollIntoViewIfNeeded();
  await settled(page);
  const plots = await page.evaluate(() => window.takt.plots());
  assert.deepEqual(plots.find((p) => p.title === "Largest violation").drawn, [481]);
  const over = page.locator("#drift .u-over");
  const box = await over.boundingBox();
  await page.mouse.move(box.x + (301 / 480) * box.width, box.y + 40);
  await settled(page);
  assert.equal(await page.locator("#drift .chip-value").innerText(), "3.55·10⁻¹⁰", "the peak, under the cursor");
  assert.ok(Math.abs((await page.evaluate(() => window.takt.clock.t)) - (4 * 301) / 480) < 0.02, "and the mechanism is there");
  assert.deepEqual(complaints, []);
  await page.screenshot({ path: shot("drift-desktop-light") });
  await close();
});

test("a log scale says that it leaves out negative values", async () => {
  const { page, close } = await open(browser, changed("negative", (_p, tables) => {
    const force = tables[0].columns.find((c) => c.name === "force.strut");
    force.values = force.values.map((f) => f - 170);
  }));
  const plot = page.locator(".plot").nth(1);
  await plot.scrollIntoViewIfNeeded();
  await settled(page);
  assert.equal(await plot.locator(".plot-note").isVisible(), false);
  await plot.getByRole("button", { name: "Logarithmic scale" }).click();
  assert.equal(await plot.locator(".plot-note").isVisible(), true);
  assert.match(await plot.locator(".plot-note").innerText(), /Negative values .*force\.strut/);
  await close();
});

test("a single row is drawn as dots over its one time", async () => {
  const path = changed("onerow", (p, tables) => {
    for (const t of tables) for (const c of t.columns) c.values = c.values.slice(0, 1);
  });
  const { page, complaints, close } = await open(browser, path);
  await page.locator(".plot").first().scrollIntoViewIfNeeded();
  await settled(page);
  const painted = await page.evaluate(() => {
    const canvas = document.querySelector(".plot canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let n = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 2] - data[i] > 100 && data[i + 3] > 200) n += 1; // the blue of the first curve
    return n;
  });
  assert.ok(painted > 10, `${painted} pixels of the first curve`);
  assert.deepEqual(complaints, []);
  await close();
});

test("up is against gravity, and the picture shows the world's axes", async () => {
  const heights = [];
  for (const [name, up] of [["upright", [0, 0, 1]], ["upside-down", [0, 0, -1]]]) {
    const { page, close } = await open(browser, changed(name, (p) => {
      Object.assign(p.sections[0].scene, { up, towards: [0.2, -0.9, 0.3 * up[2]] });
    }));
    await page.evaluate(() => window.takt.setTime(0.5));
    await settled(page);
    const at = fourBar(0.5);
    const [low, high] = at.crank[2] < at.coupler[2] ? ["crank", "coupler"] : ["coupler", "crank"];
    heights.push(await page.evaluate(([a, b]) => window.takt.scene.place(a).y - window.takt.scene.place(b).y, [low, high]));
    assert.equal(await page.locator(".triad text").count(), 3);
    assert.match(await page.locator(".foot").innerText(), up[2] > 0 ? / z up/ : / −z up/);
    await close();
  }
  assert.ok(heights[0] > 10 && heights[1] < -10, `${heights} px`);
});

test("arrows have a scale, a legend and a value", async () => {
  const { page, complaints, close } = await open(browser, file("run"));
  assert.equal(await page.locator(".arrow-legend").isVisible(), false);
  await press(page, "r");
  const scale = page.locator(".arrow-legend strong");
  assert.match(await scale.innerText(), /^1 m = \d+ k?N$/);
  assert.deepEqual(await page.locator(".arrow-kind").allInnerTexts(), ["tension", "reaction"]);
  const before = await scale.innerText();
  await page.locator(".arrow-scale").focus();
  await press(page, "ArrowRight");
  assert.notEqual(await scale.innerText(), before, "the slider changes it by keyboard");
  await page.evaluate(() => window.takt.selection.set({ kind: "link", index: 0 }, "test"));
  await settled(page);
  assert.match(await page.locator(".label-value").innerText(), /^[\d.]+ N$/);
  await page.screenshot({ path: shot("arrows-desktop-light") });
  assert.deepEqual(complaints, []);
  await close();
});

test("a body can be hidden, seen through, and shown again", async () => {
  const { page, complaints, close } = await open(browser, file("run"));
  await page.evaluate(() => window.takt.selection.set({ kind: "body", index: 2 }, "test"));
  await settled(page);
  const at = await page.evaluate(() => window.takt.scene.place("coupler"));
  await page.locator(".panel-hide").focus();
  await press(page, "h");
  assert.equal(await page.locator(".panel-hide").innerText(), "show");
  assert.match(await page.evaluate(() => document.activeElement.className), /panel-hide/, "the focus stays");
  await press(page, "Escape");
  await page.mouse.click(at.x, at.y);
  assert.equal(await page.locator(".panel strong").isVisible() && (await page.locator(".panel strong").innerText()) === "coupler", false, "it cannot be clicked on");
  await page.getByRole("button", { name: "Show the bodies that are hidden" }).click();
  await settled(page);
  await page.mouse.click(at.x, at.y);
  assert.equal(await page.locator(".panel strong").innerText(), "coupler");
  await press(page, "v");
  assert.equal(await page.locator(".switch", { hasText: "X-ray" }).getAttribute("aria-pressed"), "true");
  await settled(page);
  await page.screenshot({ path: shot("xray-desktop-light") });
  assert.deepEqual(complaints, []);
  await close();
});

test("a body says its attitude and speed, and a click on a value plots it", async () => {
  const { page, complaints, close } = await open(browser, file("run"));
  await page.evaluate(() => window.takt.setTime(1));
  await page.evaluate(() => window.takt.selection.set({ kind: "body", index: 1 }, "test"));
  await settled(page);
  const row = (name) => page.locator(".panel tr").filter({ has: page.getByText(name, { exact: true }) });
  assert.ok(Math.abs(Number((await row("speed").locator("td").first().innerText())) - 2 * 0.3) < 2e-3, "half the crank's length times its rate");
  await row("speed").locator("td button").click();
  assert.deepEqual((await page.evaluate(() => window.takt.plots())).at(-1).columns, ["body.crank.speed"]);
  assert.deepEqual(complaints, []);
  await close();
});

test("a run that failed opens where it failed, and does not play", async () => {
  const { page, close } = await open(browser, changed("failed", (p) => (p.opensAt = 3.25)), { motion: "no-preference" });
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => window.takt.clock.t), 3.25);
  await close();
});

test("no text of a chart lies on another", async () => {
  for (const name of ["compare", "tune", "certify"]) {
    for (const viewport of [desktop, phone]) {
      const { page, close } = await open(browser, file(name), { viewport });
      const covered = await page.evaluate(() => [...document.querySelectorAll(".chart-picture")].flatMap((chart) => {
        const texts = [...chart.querySelectorAll("text")].map((t) => ({ text: t.textContent, box: t.getBoundingClientRect() }));
        return texts.flatMap((a, i) => texts.slice(i + 1).filter((b) =>
          a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1 && a.box.top < b.box.bottom - 2 && b.box.top < a.box.bottom - 2)
          .map((b) => `${a.text} | ${b.text}`));
      }));
      assert.deepEqual(covered, [], `${name} at ${viewport.width} px`);
      await close();
    }
  }
});

test("the names of elements in the model look like what they are: links", async () => {
  const { page, close } = await open(browser, file("run"));
  const lines = await page.locator(".source button.code .named").evaluateAll((all) => all.map((e) => [e.textContent, getComputedStyle(e).textDecorationLine]));
  assert.ok(lines.length >= 5);
  for (const [name, line] of lines) assert.equal(line, "underline", name);
  assert.ok(lines.some(([name]) => name === "coupler"));
  await close();
});
