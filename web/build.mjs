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

/** The first parts of the addresses of screens, as in config/web_client.py, with the file that the first of them is in. */
const screens = {
  games: "table/table.tsx",
  tables: "find-table/find-table.tsx",
  new: "new-table/new-table.tsx",
  join: "join/join.tsx",
  "sign-in": "sign-in/sign-in.tsx",
  replays: "replay/replay.tsx",
  audit: "audit/audit.tsx",
  rules: "rules/rules.tsx",
  inbox: "inbox/inbox.tsx",
  players: "player/player.tsx",
  you: "you/you.tsx",
};

const common = {
  absWorkingDir: here,
  alias: { "flipside-client": join(here, "../clients/typescript/src/index.ts") },
  bundle: true,
  target: ["es2022", "safari16.4"],
  minify: true,
  charset: "utf8", // else each letter of the Russian texts takes six characters
  legalComments: "eof",
  logLevel: "warning",
};

/**
 * Lets whatever is loaded later import all that is loaded first. Without it, each set of screens that share something has
 * a file of its own for it, and a first visit waits for seventeen files instead of two. Paths are relative: esbuild puts
 * them into the hashes of names, and the build is the same in every folder.
 */
const together = {
  name: "together",
  setup({ onLoad, onResolve, resolve }) {
    onResolve({ filter: /^\.\.?\/.*\.tsx?$/ }, async ({ kind, path, resolveDir, importer }) => {
      if (kind !== "dynamic-import") return undefined;
      const found = await resolve(path, { kind: "import-statement", resolveDir, importer });
      return { ...found, path: relative(here, found.path), namespace: "later" };
    });
    onLoad({ filter: /./, namespace: "later" }, ({ path }) => {
      const own = JSON.stringify(`./${path}`);
      const whole = /^export default /m.test(readFileSync(join(here, path), "utf8")) ? `export { default } from ${own};` : "";
      return { contents: `import "./src/main.tsx"; export * from ${own}; ${whole}`, resolveDir: here };
    });
  },
};

/** Adds what names the hashed files, once they are known: the pages and the service worker. */
const page = {
  name: "page",
  setup({ onEnd }) {
    onEnd(async ({ metafile }) => {
      if (metafile === undefined) return;
      const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([file, one]) => [address(file), one]));
      cpSync(join(here, "public"), target, { recursive: true });
      writePages(outputs);
      await buildServiceWorker(Object.keys(outputs).sort());
    });
  },
};

const options = {
  ...common,
  entryPoints: ["src/main.tsx", "src/app.css"],
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
  plugins: [together, page],
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

/** One page for the list of games, and one for each other screen: they differ in the files that they load early. */
function writePages(outputs) {
  const outputOf = (file) => Object.keys(outputs).find((name) => outputs[name].entryPoint === file);
  const script = outputOf("src/main.tsx");
  const template = readFileSync(join(here, "src/index.html"), "utf8")
    .replace("{script}", script)
    .replace("{style}", outputOf("src/app.css"));
  const write = (name, files) => {
    const preload = [...files].filter((one) => one !== script).map((one) => `<link rel="modulepreload" href="${one}">`);
    writeFileSync(join(target, `${name}.html`), template.replace("{preload}", preload.join("\n    ")));
  };
  const first = withImports(outputs, script);
  write("index", first);
  for (const [name, file] of Object.entries(screens)) {
    write(name, new Set([...first, ...withImports(outputs, outputOf(`later:${join("src/screens", file)}`))]));
  }
}

/** A file and all that it imports. */
function withImports(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { kind, path } of outputs[file].imports) {
    if (kind === "import-statement") withImports(outputs, address(path), found);
  }
  return found;
}

async function buildServiceWorker(assets) {
  const name = createHash("sha256").update(assets.join("\n")).digest("hex").slice(0, 8);
  await build({
    ...common,
    entryPoints: ["src/worker/service-worker.ts"],
    outfile: join(target, "service-worker.js"),
    format: "iife",
    define: { ASSETS: JSON.stringify(assets), BUILD: JSON.stringify(name), SCREENS: JSON.stringify(Object.keys(screens)) },
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
