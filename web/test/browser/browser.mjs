// Debian's Chromium without a screen, drawing WebGL in software, and pages that are watched.
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

const shots = process.env.TAKT_SHOTS || mkdtempSync(join(tmpdir(), "takt-shots-"));
mkdirSync(shots, { recursive: true });
export const shot = (name) => join(shots, `${name}.png`);

export async function launch() {
  return chromium.launch({
    executablePath: process.env.TAKT_CHROMIUM || "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic",
      "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    ],
  });
}

// Opens a file. `complaints` gathers errors, and requests for anything but the file itself.
export async function open(browser, file, settings = {}) {
  const { before, viewport = desktop, scheme = "light", motion = "reduce" } = settings;
  const context = await browser.newContext({ viewport, colorScheme: scheme, reducedMotion: motion });
  const page = await context.newPage();
  const complaints = [];
  const address = pathToFileURL(file).href;
  page.on("console", (m) => m.type() === "error" && complaints.push(`console: ${m.text()}`));
  page.on("pageerror", (e) => complaints.push(`uncaught: ${e.message}`));
  page.on("dialog", (d) => {
    complaints.push(`dialog: ${d.message()}`);
    void d.dismiss();
  });
  page.on("request", (r) => {
    const url = r.url();
    if (url !== address && !/^(data|blob):/.test(url)) complaints.push(`request: ${url}`);
  });
  if (before) await page.addInitScript(before);
  await page.goto(address);
  await page.waitForFunction(() => window.takt?.openedAt > 0 || document.querySelector(".messages.bad"), null, { timeout: 30000 });
  return { page, complaints, close: () => context.close() };
}

// The next picture is drawn.
export async function settled(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

export const overflow = (page) =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - document.documentElement.clientWidth);
