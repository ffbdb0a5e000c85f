// Tables before their match: opened, filled, started.

import type { Game, GameRequest, GameSummary } from "flipside-client";
import { client } from "../session/session.ts";
import { keep } from "./my-games.ts";

/** Open a table and sit down at it. */
export async function openTable(body: GameRequest): Promise<Game> {
  const { game } = await client.peek().post("/v1/games", { body });
  keep(game);
  return game;
}

/** Put a bot on a free seat. */
export async function addBot(game: string, bot: string, seat?: number): Promise<void> {
  const body = seat === undefined ? { bot } : { bot, seat };
  await client.peek().post("/v1/games/{game_id}/bots", { path: { game_id: game }, body });
}

export async function startMatch(game: string): Promise<void> {
  await client.peek().post("/v1/games/{game_id}/start", { path: { game_id: game }, body: {} });
}

export async function takeSeat(game: string): Promise<void> {
  await client.peek().post("/v1/games/{game_id}/seats", { path: { game_id: game }, body: {} });
}

/** Leave a seat, or remove the one who sits there. */
export async function freeSeat(game: string, seat: number): Promise<void> {
  await client.peek().delete("/v1/games/{game_id}/seats/{seat}", { path: { game_id: game, seat: String(seat) } });
}

/** Open a table with bots on all other seats and start the match. Returns its id. */
export async function playBots(body: GameRequest, bots: readonly string[]): Promise<string> {
  const { id } = await openTable({ ...body, seats: bots.length + 1, private: true, clock: "none" });
  for (const bot of bots) await addBot(id, bot);
  await startMatch(id);
  return id;
}

/** What a new table takes over from this one: its rules, clock and seats. */
export function sameTable({ options, seats, private: isPrivate, spectators, clock }: GameSummary | Game): GameRequest {
  const control = clock?.control ?? null;
  return {
    options,
    seats: seats.length,
    private: isPrivate,
    spectators: isPrivate || !["none", "delayed", "open"].includes(spectators) ? null : (spectators as "none"),
    clock: clock?.preset ?? (control === null ? "none" : { ...control }),
  };
}
