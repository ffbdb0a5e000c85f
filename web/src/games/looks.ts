// Games as the list shows them: with their table. A summary has none, so each game in sight is read, few at a time, and
// again when it has moved on.

import { signal, type Signal } from "@preact/signals";
import { type Game, type GameSummary, Refused } from "flipside-client";
import { useEffect } from "preact/hooks";
import { client, session } from "../session/session.ts";
import { keep, myGames } from "./my-games.ts";

const AT_ONCE = 3;

const looks = new Map<string, Signal<Game | undefined>>();
const queue: string[] = [];
let running = 0;
let owner: string | undefined;

/** The last look at a game, while a newer one is on its way; undefined until the first has come, or if it is out of sight. */
export function useLook(game: GameSummary, isInSight = true): Game | undefined {
  if (owner !== session.value?.player) {
    looks.clear();
    owner = session.value?.player;
  }
  const look = lookAt(game.id);
  useEffect(() => {
    if (!isInSight || (look.peek()?.version ?? 0) >= game.version) return undefined;
    ask(game.id);
    return () => forget(game.id);
  }, [look, game.id, game.version, isInSight]);
  return look.value;
}

function lookAt(id: string): Signal<Game | undefined> {
  const known = looks.get(id) ?? signal<Game | undefined>(undefined);
  looks.set(id, known);
  return known;
}

function ask(id: string): void {
  if (!queue.includes(id)) queue.push(id);
  work();
}

function forget(id: string): void {
  const place = queue.indexOf(id);
  if (place >= 0) queue.splice(place, 1);
}

function work(): void {
  while (running < AT_ONCE) {
    const id = queue.shift();
    if (id === undefined) return;
    running += 1;
    void read(id).finally(() => {
      running -= 1;
      work();
    });
  }
}

async function read(id: string): Promise<void> {
  const look = lookAt(id);
  try {
    const game = await client.peek().get("/v1/games/{game_id}", { path: { game_id: id } });
    if ((look.peek()?.version ?? 0) <= game.version) look.value = game;
    if (myGames.peek()?.has(id) === true) keep(game); // or I have left it meanwhile
  } catch (error) {
    if (error instanceof Refused || error instanceof TypeError) return; // the row stays as its summary has it
    throw error;
  }
}
