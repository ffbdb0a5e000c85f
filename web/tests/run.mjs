// Runs the tests of the folder: bundles each with what it imports, since Node itself reads no TypeScript.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = mkdtempSync(join(tmpdir(), "flipside-web-tests-"));
const tests = readdirSync(here).filter((name) => name.endsWith(".test.ts"));

await build({
  absWorkingDir: here,
  alias: { "flipside-client": join(here, "../../clients/typescript/src/index.ts") },
  bundle: true,
  entryPoints: tests,
  outdir: target,
  outExtension: { ".js": ".mjs" },
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "inline",
});
for (const name of readdirSync(here).filter((one) => one.endsWith(".json"))) cpSync(join(here, name), join(target, name));
const files = tests.map((name) => join(target, name.replace(/\.ts$/, ".mjs")));
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], { stdio: "inherit" });
rmSync(target, { recursive: true });
process.exitCode = status ?? 1;
