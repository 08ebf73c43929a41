// The cases of a study: a click picks one, in both pictures.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { write } from "../fixtures/pages.mjs";
import { launch, open, settled, shot } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "takt-cases-"));
write(folder, ["sweep"]);
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const commandShown = (page) => page.locator(".case-detail code").innerText();

test("a click on a point or a line shows the command of its case", async () => {
  const { page, complaints, close } = await open(browser, join(folder, "sweep.html"));
  await settled(page);
  assert.equal(await page.locator(".case-line").count(), 40, "a line for each case");
  assert.equal(await page.locator(".case-line.dashed").count(), 3, "failed ones are dashed");
  const points = page.locator(".cases-scatter .curve-0.point");
  const [x, y] = (await points.first().getAttribute("d")).match(/[\d.]+/g).map(Number); // one symbol begins there
  const scatter = await page.locator(".cases-scatter svg").boundingBox();
  await page.mouse.click(scatter.x + x, scatter.y + y);
  const first = await commandShown(page);
  assert.match(first, /^takt run iltis --set 'speed=4(\.\d+)?' --until 8$/);
  assert.equal(await page.locator(".case-picked").count(), 1, "it is marked beside the others");

  // The line of the case with the largest load ends in the highest place of the last axis.
  await page.locator(".cases-parallel").scrollIntoViewIfNeeded();
  const parallel = await page.locator(".cases-parallel svg").boundingBox();
  const ends = await page.locator(".case-line").evaluateAll((all) => all.map((p) => {
    const end = p.getPointAtLength(p.getTotalLength());
    return { x: end.x, y: end.y };
  }));
  const last = ends.at(-1);
  await page.mouse.click(parallel.x + last.x - 1, parallel.y + last.y);
  assert.match(await commandShown(page), /speed=4.975/);
  assert.match(await page.locator(".case-detail p").innerText(), /^case 117: speed 4.97500, method hybrid/);

  await page.locator(".cases-axes select").first().selectOption("3");
  await settled(page);
  assert.match(await page.locator(".cases-scatter").innerText(), /load/);
  await page.screenshot({ path: shot("cases") });
  assert.deepEqual(complaints, []);
  await close();
});
