// Writes src/api.ts (types) and src/shapes.ts (the places of unions, for decode.ts) from openapi.yaml:
//
//     node generate.mjs ../../openapi.yaml

import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { parse } from "yaml";

const SCHEMA = "#/components/schemas/";
const METHODS = ["get", "post", "put", "patch", "delete"];
const GENERATED = "// Generated from openapi.yaml by generate.mjs.\n\n";

/** Stands for any other text among the values of an enumeration. */
const ANY_TEXT = "any other text";

// Some generators cannot read the exact form of these, so openapi.yaml has it in extensions.
const document = parse(readFileSync(process.argv[2], "utf8"), (key, value) => {
  const { "x-any-of": anyOf, "x-known-values": known, ...others } = value ?? {};
  if (anyOf !== undefined) return { ...others, anyOf };
  return known === undefined ? value : { ...others, enum: [...known, ANY_TEXT] };
});
const schemas = document.components.schemas;

/** The schema itself, or the one it refers to. */
const resolved = (schema) => (schema.$ref?.startsWith(SCHEMA) ? schemas[schema.$ref.slice(SCHEMA.length)] : schema);

/** The unions: their tag, and the name of the schema for each of its values. */
const unions = {};
for (const [name, { oneOf }] of Object.entries(schemas)) {
  if (oneOf === undefined) continue;
  const kinds = {};
  let tag;
  for (const { $ref } of oneOf) {
    const [found, schema] = Object.entries(resolved({ $ref }).properties ?? {}).find(([, one]) => "const" in one) ?? [];
    if (found === undefined) continue; // the alternative for everything else
    tag = found;
    kinds[schema.const] = $ref.slice(SCHEMA.length);
  }
  if (tag !== undefined) unions[name] = { tag, kinds };
}

/** The names of the schemas that a member is made of: itself, its items, its alternatives. */
function* targets(schema) {
  if (schema.$ref?.startsWith(SCHEMA)) yield schema.$ref.slice(SCHEMA.length);
  for (const inner of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) yield* targets(inner);
  if (schema.items) yield* targets(schema.items);
}

const hasUnion = new Set(Object.keys(unions));
for (let before = -1; before !== hasUnion.size; ) {
  before = hasUnion.size;
  for (const [name, { properties = {} }] of Object.entries(schemas)) {
    if (Object.values(properties).some((one) => [...targets(one)].some((target) => hasUnion.has(target)))) hasUnion.add(name);
  }
}

function target(schema, where) {
  const found = [...new Set(targets(schema))].filter((name) => hasUnion.has(name));
  if (found.length > 1) throw new Error(`${where} is made of ${found.join(" and ")}: decode.ts cannot read it`);
  return found[0];
}

const shapes = { ...unions };
for (const [name, { properties = {} }] of Object.entries(schemas)) {
  const members = {};
  for (const [member, schema] of Object.entries(properties)) {
    const found = target(schema, `${name}.${member}`);
    if (found !== undefined) members[member] = found;
  }
  if (Object.keys(members).length > 0) shapes[name] = { members };
}

/** The schema of each operation's answer, where it has a union. */
const answers = {};
for (const [path, operations] of Object.entries(document.paths)) {
  for (const method of METHODS.filter((one) => one in operations)) {
    for (const [status, { content = {} }] of Object.entries(operations[method].responses)) {
      const media = content["application/json"] ?? content["text/event-stream"];
      const found = status.startsWith("2") && media && target(media.schema, `${method} ${path}`);
      if (found) answers[`${method} ${path}`] = found;
    }
  }
}

const codes = schemas.ErrorCode.enum.filter((code) => code !== ANY_TEXT);
const table = (name, type, value) => `export const ${name}: ${type} = ${JSON.stringify(value, null, 1)};\n`;
writeFileSync(
  "src/shapes.ts",
  GENERATED +
    `import type { Shape } from "./decode.js";\n\n` +
    table("SHAPES", "Readonly<Record<string, Shape>>", shapes) +
    table("ANSWERS", "Readonly<Record<string, string>>", answers) +
    `export const CODES = ${JSON.stringify(codes, null, 1)} as const;\n`,
);

// What decode.ts makes of a kind that a later release has added.
for (const [name, { tag }] of Object.entries(unions)) {
  const unknown = `ZUnknown${name}`;
  schemas[unknown] = {
    description: "A kind that this version of the package does not know; `raw` is what came.",
    type: "object",
    properties: { [tag]: { type: "string", const: "unknown" }, raw: { type: "object", additionalProperties: true } },
    required: [tag, "raw"],
  };
  const reference = SCHEMA + unknown;
  if (!schemas[name].oneOf.some(({ $ref }) => $ref === reference)) schemas[name].oneOf.push({ $ref: reference });
  delete schemas[name].discriminator;
}

const types = await openapiTS(document, {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  rootTypesKeepCasing: true,
  defaultNonNullable: false,
});
// `string` would swallow the known values; this form keeps them for the editor and takes any other text.
const open = astToString(types).replaceAll(JSON.stringify(ANY_TEXT), "(string & {})");
writeFileSync("src/api.ts", GENERATED + open);
