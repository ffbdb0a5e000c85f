// Where an outbox keeps its commands. An app on a phone gives it a storage of its own.

import type { Waiting } from "./outbox.js";

export interface OutboxStorage {
  load(): Promise<readonly Waiting[]> | readonly Waiting[];
  /** All or nothing: what was there before is kept until the new list is safe. */
  save(waiting: readonly Waiting[]): Promise<void> | void;
}

/** Forgets everything with the page or process. */
export function memoryStorage(): OutboxStorage {
  let kept: readonly Waiting[] = [];
  return {
    load: () => kept,
    save: (waiting) => {
      kept = waiting;
    },
  };
}

/** `localStorage` or `sessionStorage` of a browser. */
export function webStorage(storage: Storage, key = "flipside-outbox"): OutboxStorage {
  return {
    load: () => JSON.parse(storage.getItem(key) ?? "[]") as Waiting[],
    save: (waiting) => storage.setItem(key, JSON.stringify(waiting)),
  };
}
