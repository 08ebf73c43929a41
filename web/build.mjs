// Bundles src/ into one HTML template: node build.mjs OUT_DIR writes OUT_DIR/page.html. The program
// puts in the title, the page and the numbers where @TAKT_TITLE@, @TAKT_PAGE@ and @TAKT_DATA@ stand.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
export const placeholders = ["@TAKT_TITLE@", "@TAKT_PAGE@", "@TAKT_DATA@"];

function bundle(entry, more) {
  const { outputFiles } = buildSync({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    target: ["chrome100", "firefox113", "safari16.4"],
    legalComments: "none", // licences.txt says it once for all
    logLevel: "warning",
    ...more,
  });
  return outputFiles[0].text.trim();
}

export function template() {
  const licences = readFileSync(join(here, "src/licences.txt"), "utf8").trim();
  const script = `/*!\n${licences}\n*/\n${bundle("src/main.ts", { format: "iife" })}`;
  const style = bundle("src/style.css", {});
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) {
    throw new Error("the bundle holds text that ends its own element");
  }
  const parts = {
    "@BUNDLE_HASH@": createHash("sha256").update(script, "utf8").digest("base64"),
    "@BUNDLE_STYLE@": style,
    "@BUNDLE_SCRIPT@": script,
  };
  let html = readFileSync(join(here, "src/page.html"), "utf8");
  for (const [name, text] of Object.entries(parts)) html = html.replace(name, () => text);
  for (const name of placeholders) {
    if (html.split(name).length !== 2) throw new Error(`${name} must be in the template once`);
  }
  return html;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (!folder) {
    console.error("usage: node build.mjs OUT_DIR");
    process.exit(2);
  }
  const html = template();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "page.html"), html);
  console.log(`${join(folder, "page.html")}: ${Math.round(html.length / 1000)} kB`);
}
