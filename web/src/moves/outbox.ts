// Moves on their way. They are written down on the device before they are sent, so a tunnel loses none. All tabs share
// them: each may add one, one tab at a time sends them, and all hear what became of them.

import { effect, signal } from "@preact/signals";
import { type Client, type Command, type Game, Outbox, type Outcome, type Waiting } from "flipside-client";
import { del, get, update } from "../device/database.ts";
import { noteMove } from "../session/first-move.ts";
import { pauseAfter } from "../session/retry.ts";
import { client, session } from "../session/session.ts";
import { type Place, sharedStorage } from "./outbox-storage.ts";

/** Commands that are not answered yet, of all games. */
export const waiting = signal<readonly Waiting[]>([]);

/** Commands that are just being written down, so that a second tap finds the first. */
const started = signal<readonly { game: string; command: Command }[]>([]);

/** What became of the last command of each game, until it is dismissed. */
export const outcomes = signal<ReadonlyMap<string, Outcome>>(new Map());

/** The commands and outcomes of one player on this device. */
interface Box {
  player: string;
  asked: Client;
  commands: Place<readonly Waiting[]>;
  /** Outcomes that are no success: they are kept until somebody has read them. */
  failures: Place<readonly Outcome[]>;
  channel: BroadcastChannel;
  /** Aborted when the person signs out. */
  ended: AbortSignal;
}

let box: Box | undefined;
let isDelivering = false;
/** Ends the pause between two attempts. */
let wake = new AbortController();

effect(() => {
  const player = session.value?.player;
  waiting.value = [];
  outcomes.value = new Map();
  if (player === undefined) return undefined;
  const controller = new AbortController();
  const opened: Box = {
    player,
    asked: client.value,
    commands: place(`outbox-${player}`),
    failures: place(`outcomes-${player}`),
    channel: new BroadcastChannel(`outbox-${player}`),
    ended: controller.signal,
  };
  opened.channel.onmessage = ({ data }: MessageEvent<Outcome | null>) => {
    if (data !== null) show(data);
    void refresh(opened);
  };
  box = opened;
  void refresh(opened).then(deliver);
  return () => {
    controller.abort();
    opened.channel.close();
    box = undefined;
    wake.abort();
  };
});

addEventListener("online", () => void deliver());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void deliver();
});

/**
 * Keep a command of a game, and send it as soon as the service can be reached. Not if another tab has one on its way: the
 * player has not seen yet what that does.
 */
export async function send(game: string, command: Command, version: number | null): Promise<void> {
  if (box === undefined) return;
  const to = box;
  const start = { game, command };
  started.value = [...started.peek(), start];
  try {
    dismiss(game);
    await alone(`${to.channel.name}-adding`, async () => {
      await refresh(to);
      if (waiting.peek().some((one) => one.game === game)) return;
      const outbox = await Outbox.open(to.asked, { storage: sharedStorage(to.commands) });
      await outbox.put(game, command, version);
      await tell(to, null);
    });
  } finally {
    started.value = started.peek().filter((one) => one !== start);
  }
  void deliver();
}

/** Forget what became of the last command of a game. */
export function dismiss(game: string): void {
  const others = new Map(outcomes.peek());
  if (!others.delete(game)) return;
  outcomes.value = others;
  void box?.failures.update((kept = []) => kept.filter((one) => one.waiting.game !== game));
}

/** Forget all commands of a player and what became of them, as they sign out. */
export async function forget(player: string): Promise<void> {
  await Promise.all([del(`outbox-${player}`), del(`outcomes-${player}`)]);
}

/** The commands of a game that are not answered yet, or whose answer is newer than the game on the screen. */
export function onTheWay({ id, version }: Pick<Game, "id" | "version">): Command[] {
  const outcome = outcomes.value.get(id);
  const isAhead = outcome?.type === "accepted" && outcome.accepted.version > version;
  const unanswered = [...started.value, ...waiting.value].filter(({ game }) => game === id);
  return [...unanswered.map(({ command }) => command), ...(isAhead ? [outcome.waiting.command] : [])];
}

export function isOnItsWay(game: Pick<Game, "id" | "version">): boolean {
  return onTheWay(game).length > 0;
}

/** Send everything, with longer and longer pauses; at once if somebody asks meanwhile. */
async function deliver(): Promise<void> {
  wake.abort();
  if (isDelivering) return;
  isDelivering = true;
  try {
    for (let failures = 0; box !== undefined && !(await flush(box)); failures++) {
      wake = new AbortController();
      await pauseAfter(failures, wake.signal);
    }
  } catch {
    // The token is not accepted any more. The commands wait until the same person signs in again.
  } finally {
    isDelivering = false;
  }
}

/** Send what is there, as the only tab. False: not all was answered. */
async function flush(from: Box): Promise<boolean> {
  return alone(`${from.channel.name}-delivery`, async () => {
    for (;;) {
      if (from.ended.aborted) return true;
      const told: Promise<void>[] = [];
      const outbox = await Outbox.open(from.asked, {
        storage: sharedStorage(from.commands),
        onOutcome: (outcome) => told.push(tell(from, outcome)),
      });
      const isDone = await outbox.flush();
      await Promise.all(told);
      // Another tab may have added one meanwhile.
      if (!isDone || ((await from.commands.get()) ?? []).length === 0) return isDone;
    }
  });
}

/** Tell all tabs, this one too, that the commands have changed, and what became of one. */
async function tell(to: Box, outcome: Outcome | null): Promise<void> {
  if (outcome?.type === "accepted" && !to.ended.aborted) noteMove(to.player);
  if (outcome !== null && outcome.type !== "accepted") {
    await to.failures.update((kept = []) => [...kept.filter((one) => one.waiting.game !== outcome.waiting.game), outcome]);
  }
  if (to.ended.aborted) return;
  to.channel.postMessage(outcome);
  if (outcome !== null) show(outcome);
  await refresh(to);
}

function show(outcome: Outcome): void {
  outcomes.value = new Map(outcomes.peek()).set(outcome.waiting.game, outcome);
}

/** Read again what the tabs share. */
async function refresh(from: Box): Promise<void> {
  const [commands = [], failures = []] = await Promise.all([from.commands.get(), from.failures.get()]);
  if (from.ended.aborted) return;
  waiting.value = commands;
  const accepted = [...outcomes.peek().values()].filter((one) => one.type === "accepted");
  outcomes.value = new Map([...failures, ...accepted].map((one) => [one.waiting.game, one]));
}

function place<Value>(key: string): Place<Value> {
  return { get: () => get<Value>(key), update: (change) => update<Value>(key, change) };
}

/** Run it in no other tab at the same time. A page without https has no locks. */
async function alone<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return navigator.locks === undefined ? run() : navigator.locks.request(name, run);
}
