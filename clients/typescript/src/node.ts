// What only Node has.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Waiting } from "./outbox.js";
import type { OutboxStorage } from "./storage.js";

/** A file. It is replaced as a whole. */
export function fileStorage(file: string): OutboxStorage {
  return {
    load: () => (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Waiting[]) : []),
    save: (waiting) => {
      writeFileSync(`${file}.new`, JSON.stringify(waiting));
      renameSync(`${file}.new`, file);
    },
  };
}
