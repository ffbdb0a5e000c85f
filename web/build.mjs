// Builds src/ into dist/. With --check: fails if dist/ is not what src/ makes; with --watch: builds after every change.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const checks = process.argv.includes("--check");
const watches = process.argv.includes("--watch");
const target = checks ? mkdtempSync(join(tmpdir(), "flipside-web-")) : join(here, "dist");

/** The first parts of the addresses of screens, as in config/web_client.py. */
const screens = ["games", "tables", "new", "join", "sign-in", "replays", "audit", "rules", "inbox", "players", "you"];

const common = {
  absWorkingDir: here,
  alias: { "flipside-client": join(here, "../clients/typescript/src/index.ts") },
  bundle: true,
  target: ["es2022", "safari16.4"],
  minify: true,
  legalComments: "eof",
  logLevel: "warning",
};

/** Adds what names the hashed files, once they are known: the page and the service worker. */
const page = {
  name: "page",
  setup({ onEnd }) {
    onEnd(async ({ metafile }) => {
      if (metafile === undefined) return;
      const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([file, one]) => [address(file), one]));
      cpSync(join(here, "public"), target, { recursive: true });
      writePage(outputs);
      await buildServiceWorker(Object.keys(outputs).sort());
    });
  },
};

const options = {
  ...common,
  entryPoints: ["src/main.tsx"],
  outdir: join(target, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  splitting: true,
  external: ["node:*"], // the verifier reads files with them on a command line, which the page does not
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
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

/** The path of an output in the address of the service. */
function address(file) {
  return `/${relative(target, join(here, file)).replaceAll("\\", "/")}`;
}

function writePage(outputs) {
  const [script, { cssBundle, imports }] = Object.entries(outputs).find(([, one]) => one.entryPoint === "src/main.tsx");
  const first = imports.filter((one) => one.kind === "import-statement").map((one) => address(one.path));
  const html = readFileSync(join(here, "src/index.html"), "utf8")
    .replace("{script}", script)
    .replace("{style}", address(cssBundle))
    .replace("{preload}", first.map((one) => `<link rel="modulepreload" href="${one}">`).join("\n    "));
  writeFileSync(join(target, "index.html"), html);
}

async function buildServiceWorker(assets) {
  const name = createHash("sha256").update(assets.join("\n")).digest("hex").slice(0, 8);
  await build({
    ...common,
    entryPoints: ["src/worker/service-worker.ts"],
    outfile: join(target, "service-worker.js"),
    format: "iife",
    define: { ASSETS: JSON.stringify(assets), BUILD: JSON.stringify(name), SCREENS: JSON.stringify(screens) },
  });
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
