// Bundles the tests beside it, and runs them with Node's own runner. Arguments: words that names of files contain.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const tests = readdirSync(here)
  .filter((name) => name.endsWith(".test.ts") || name.endsWith(".test.tsx"))
  .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
const target = mkdtempSync(join(tmpdir(), "flipside-web-tests-"));

await build({
  absWorkingDir: join(here, ".."),
  entryPoints: tests.map((name) => join(here, name)),
  outdir: target,
  outExtension: { ".js": ".mjs" },
  alias: {
    "flipside-client": join(here, "../../clients/typescript/src/index.ts"),
    "idb-keyval": join(here, "idb-keyval.ts"),
  },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  jsx: "automatic",
  jsxImportSource: "preact",
  sourcemap: "inline",
  loader: { ".css": "empty" },
  // What a browser has and Node has not, before the modules that ask for it.
  inject: [join(here, "browser.ts")],
  logLevel: "warning",
});
for (const name of readdirSync(here).filter((one) => one.endsWith(".json"))) cpSync(join(here, name), join(target, name));
const files = readdirSync(target).filter((name) => name.endsWith(".test.mjs"));
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=spec", ...files.map((one) => join(target, one))], {
  cwd: join(here, ".."),
  stdio: "inherit",
});
rmSync(target, { recursive: true });
process.exitCode = status ?? 1;
