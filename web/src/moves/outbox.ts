// Moves on their way. They are written down on the device before they are sent, so a tunnel loses none.

import { computed, effect, signal } from "@preact/signals";
import { type Command, Outbox, type Outcome, type Waiting } from "flipside-client";
import { get, set } from "idb-keyval";
import { client, session } from "../session/session.ts";

/** Commands that are not answered yet, of all games. */
export const waiting = signal<readonly Waiting[]>([]);

/** What became of the last command of each game, until it is dismissed. */
export const outcomes = signal<ReadonlyMap<string, Outcome>>(new Map());

let outbox: Promise<Outbox> | undefined;
let controller = new AbortController();

effect(() => {
  controller.abort();
  controller = new AbortController();
  outbox = undefined;
  if (session.value === null) return;
  const key = `outbox-${session.value.player}`;
  const storage = {
    load: async () => (waiting.value = (await get<Waiting[]>(key)) ?? []),
    save: async (commands: readonly Waiting[]) => {
      await set(key, commands);
      waiting.value = commands;
    },
  };
  outbox = Outbox.open(client.value, { storage, onOutcome: tell });
  void deliver();
});

addEventListener("online", () => void deliver());

/** Keep a command of a game, and send it as soon as the service can be reached. */
export async function send(game: string, command: Command, version: number | null): Promise<void> {
  dismiss(game);
  await (await outbox)?.put(game, command, version);
  void deliver();
}

/** Forget what became of the last command of a game. */
export function dismiss(game: string): void {
  const others = new Map(outcomes.peek());
  if (others.delete(game)) outcomes.value = others;
}

/** The commands of a game that are not answered yet. */
export function waitingIn(game: string) {
  return computed(() => waiting.value.filter((one) => one.game === game));
}

function tell(outcome: Outcome): void {
  outcomes.value = new Map(outcomes.peek()).set(outcome.waiting.game, outcome);
}

async function deliver(): Promise<void> {
  await (await outbox)?.deliver(controller.signal).catch(() => {}); // the session is over
}
