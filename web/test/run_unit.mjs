// Compiles test/unit/*.test.ts into a temporary folder and runs them with node's own test runner.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = mkdtempSync(join(tmpdir(), "takt-unit-"));
const names = readdirSync(join(here, "unit")).filter((n) => n.endsWith(".test.ts"));
buildSync({
  entryPoints: names.map((n) => join(here, "unit", n)),
  bundle: true, platform: "node", format: "esm", outdir: out, outExtension: { ".js": ".mjs" }, logLevel: "warning",
});
const files = names.map((n) => join(out, n.replace(/\.ts$/, ".mjs")));
const { status } = spawnSync(process.execPath, ["--test", "--test-reporter=spec", ...files], { stdio: "inherit" });
rmSync(out, { recursive: true, force: true });
process.exit(status ?? 1);
