// Where commands on their way are kept, so that several tabs may add to them and take from them at the same time.

import type { OutboxStorage, Waiting } from "flipside-client";

/** A value on the device. `update` is one transaction: no other tab comes between reading and writing. */
export interface Place<Value> {
  get(): Promise<Value | undefined>;
  update(change: (value: Value | undefined) => Value): Promise<void>;
}

/** A storage for one outbox. It saves what this outbox has added and removed, and leaves what others did. */
export function sharedStorage(place: Place<readonly Waiting[]>): OutboxStorage {
  let known: readonly Waiting[] = [];
  return {
    load: async () => (known = (await place.get()) ?? []),
    save: async (commands) => {
      const settled = missingIn(commands, known);
      const added = missingIn(known, commands);
      await place.update((kept = []) => [...missingIn(settled, kept), ...missingIn(kept, added)]);
      known = commands;
    },
  };
}

/** The commands of a list that another list does not have. */
function missingIn(others: readonly Waiting[], list: readonly Waiting[]): Waiting[] {
  const ids = new Set(others.map((one) => one.command_id));
  return list.filter((one) => !ids.has(one.command_id));
}
