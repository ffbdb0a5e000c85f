// Builds src/ into dist/. With --check: fails if dist/ is not what src/ makes; with --watch: builds after every change.

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const checks = process.argv.includes("--check");
const watches = process.argv.includes("--watch");
const target = checks ? mkdtempSync(join(tmpdir(), "flipside-web-")) : join(here, "dist");

/** Writes index.html, which names the hashed files, once they are known. */
const page = {
  name: "page",
  setup({ onEnd }) {
    onEnd(({ metafile }) => {
      if (metafile === undefined) return;
      const outputs = Object.entries(metafile.outputs);
      const [script, { cssBundle }] = outputs.find(([, { entryPoint }]) => entryPoint === "src/main.tsx");
      const address = (file) => `/${relative(target, join(here, file)).replaceAll("\\", "/")}`;
      const html = readFileSync(join(here, "src/index.html"), "utf8");
      const filled = html.replace("{script}", address(script)).replace("{style}", address(cssBundle));
      writeFileSync(join(target, "index.html"), filled);
    });
  },
};

const options = {
  absWorkingDir: here,
  entryPoints: ["src/main.tsx"],
  outdir: join(target, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  alias: { "flipside-client": join(here, "../clients/typescript/src/index.ts") },
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  metafile: true,
  legalComments: "eof",
  logLevel: "warning",
  plugins: [page],
};

if (!watches) rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
if (watches) await (await context(options)).watch();
else await build(options);

if (checks) {
  const [made, kept] = [digests(target), digests(join(here, "dist"))];
  rmSync(target, { recursive: true });
  const names = new Set([...Object.keys(made), ...Object.keys(kept)]);
  const stale = [...names].filter((name) => made[name] !== kept[name]);
  if (stale.length > 0) {
    console.error(`web/dist is not what web/src makes: ${stale.sort().join(", ")}. Run 'make web'.`);
    process.exitCode = 1;
  }
}

/** The files below a directory with their hashes. */
function digests(directory) {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files.map((one) => {
      const path = join(one.parentPath ?? one.path, one.name);
      return [relative(directory, path), createHash("sha256").update(readFileSync(path)).digest("hex")];
    }),
  );
}
