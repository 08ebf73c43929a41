// A picture of a page for the documentation: node test/picture.mjs FILE.html OUT.png SECONDS
// The upper part of the page as it is on a screen, with the clock at that time.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./browser/browser.mjs";

const [file, out, seconds] = process.argv.slice(2);
if (!seconds) {
  console.error("usage: node test/picture.mjs FILE.html OUT.png SECONDS");
  process.exit(2);
}
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 1240 }, reducedMotion: "reduce" });
await page.goto(pathToFileURL(resolve(file)).href);
await page.waitForFunction(() => window.takt?.openedAt > 0);
await page.evaluate((t) => window.takt.setTime(t), Number(seconds));
await page.waitForTimeout(1500); // until the plots further down are drawn
await page.screenshot({ path: out });
await browser.close();
