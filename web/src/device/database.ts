// What the page keeps in the browser's database. Where the browser offers none, as in some private windows, it is kept
// in memory until the tab closes.

import * as kept from "idb-keyval";

const memory = new Map<string, unknown>();
let asked: Promise<boolean> | undefined;

export async function get<Value>(key: string): Promise<Value | undefined> {
  return (await hasDatabase()) ? kept.get<Value>(key) : (memory.get(key) as Value | undefined);
}

export async function set(key: string, value: unknown): Promise<void> {
  if (await hasDatabase()) await kept.set(key, value);
  else memory.set(key, value);
}

/** Change a value; with a database, in one transaction. */
export async function update<Value>(key: string, change: (value: Value | undefined) => Value): Promise<void> {
  if (await hasDatabase()) await kept.update(key, change);
  else memory.set(key, change(memory.get(key) as Value | undefined));
}

export async function del(key: string): Promise<void> {
  if (await hasDatabase()) await kept.del(key);
  else memory.delete(key);
}

/** Delete all whose key begins with one of these. */
export async function delBeginning(...beginnings: string[]): Promise<void> {
  const kind = (key: unknown) => beginnings.some((one) => String(key).startsWith(one));
  if (await hasDatabase()) await kept.delMany((await kept.keys()).filter(kind));
  else for (const key of [...memory.keys()].filter(kind)) memory.delete(key);
}

/** Asked once: what was kept in one place is looked for in the same place. */
function hasDatabase(): Promise<boolean> {
  return (asked ??= opens());
}

async function opens(): Promise<boolean> {
  try {
    await kept.get("session");
    return true;
  } catch {
    return false;
  }
}
