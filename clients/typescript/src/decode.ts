// Reads answers: a kind that this version does not know becomes `{ type: "unknown", raw }`, so that a `switch` over all
// kinds stays complete. Everything else stays as it came, members and values that are new included.

import { SHAPES } from "./shapes.js";

/** Where unions are: a union by the values of its tag, or an object by its members that hold unions. */
export type Shape =
  | { readonly tag: string; readonly kinds: Readonly<Record<string, string>> }
  | { readonly members: Readonly<Record<string, string>> };

/** Read `value`, of the schema `name` or a list of it. */
export function decode(value: unknown, name: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => decode(each, name));
  const shape = name === undefined ? undefined : SHAPES[name];
  if (shape === undefined || value === null || typeof value !== "object") return value;
  const given = value as Record<string, unknown>;
  if ("kinds" in shape) {
    const kind = String(given[shape.tag]);
    return Object.hasOwn(shape.kinds, kind) ? decode(given, shape.kinds[kind]) : { [shape.tag]: "unknown", raw: given };
  }
  const read = { ...given };
  for (const [member, inner] of Object.entries(shape.members)) {
    if (member in read) read[member] = decode(read[member], inner);
  }
  return read;
}

/** A body as JSON; what was read as unknown is sent as it came. */
export function encode(body: unknown): string {
  return JSON.stringify(body, (_, value: unknown) => (isUnknown(value) ? value.raw : value));
}

function isUnknown(value: unknown): value is { raw: unknown } {
  if (value === null || typeof value !== "object" || !("raw" in value)) return false;
  const { type, kind } = value as { type?: unknown; kind?: unknown };
  return (type ?? kind) === "unknown";
}
