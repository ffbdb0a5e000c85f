// The last games that were seen, kept on the device: without a line they can still be read.

import { effect, type Signal } from "@preact/signals";
import type { Game, GameSummary } from "flipside-client";
import { clear, createStore, delMany, entries, get, set } from "idb-keyval";
import { session } from "../session/session.ts";
import { type Kept, tooMany } from "./kept.ts";

const games = createStore("flipside-games", "games");
const lists = createStore("flipside-lists", "lists");
const LIST = "mine";

/** Fill a game with what is remembered of it until the service answers, and remember it whenever it changes. */
export function keepGame(id: string, game: Signal<Game | undefined>): void {
  void recallGame(id).then((kept) => {
    game.value ??= kept;
  });
  effect(() => {
    if (game.value !== undefined) void rememberGame(game.value);
  });
}

/** The same for the list of my games. */
export function keepList(list: Signal<ReadonlyMap<string, GameSummary> | undefined>): void {
  effect(() => {
    if (session.value === null) return;
    void recallList().then((kept) => {
      if (kept !== undefined) list.value ??= new Map(kept.map((one) => [one.id, one]));
    });
  });
  effect(() => {
    if (list.value !== undefined) void rememberList([...list.value.values()]);
  });
}

/** Keep a game as it was seen last. */
async function rememberGame(game: Game): Promise<void> {
  const player = session.peek()?.player;
  if (player === undefined) return;
  await orNothing(() => set(game.id, { player, seen: Date.now(), value: game } satisfies Kept<Game>, games));
}

/** The game as it was seen last on this device, by the person who is signed in. */
export async function recallGame(id: string): Promise<Game | undefined> {
  return mine(await orNothing(() => get<Kept<Game>>(id, games)));
}

/** Keep the list of games as it was seen last. */
async function rememberList(list: readonly GameSummary[]): Promise<void> {
  const player = session.peek()?.player;
  if (player === undefined) return;
  await orNothing(() => set(LIST, { player, seen: Date.now(), value: list } satisfies Kept<readonly GameSummary[]>, lists));
}

async function recallList(): Promise<readonly GameSummary[] | undefined> {
  return mine(await orNothing(() => get<Kept<readonly GameSummary[]>>(LIST, lists)));
}

function mine<Value>(kept: Kept<Value> | undefined): Value | undefined {
  return kept !== undefined && kept.player === session.peek()?.player ? kept.value : undefined;
}

/** A browser that is full, or that keeps nothing for pages, remembers nothing. */
async function orNothing<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await act();
  } catch {
    return undefined;
  }
}

async function forgetOldGames(): Promise<void> {
  await delMany(tooMany(await entries<string, Kept<Game>>(games)), games);
}

void orNothing(forgetOldGames);

// A person leaves nothing to the next one on this device.
let owner: string | undefined;
effect(() => {
  const player = session.value?.player;
  if (owner !== undefined && owner !== player) void orNothing(() => Promise.all([clear(games), clear(lists)]));
  owner = player;
});
