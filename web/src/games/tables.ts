// Tables before their match: opened, filled, started.

import { type Game, type GameRequest, type GameSummary, Refused } from "flipside-client";
import { client, session, signInAsGuest } from "../session/session.ts";
import { keep } from "./my-games.ts";

/** The last wish for a table, until the service has answered it. */
let unanswered: { wish: string; command_id: string } | undefined;

/** Open a table and sit down at it. The same wish once more, after an answer was lost, is the same table. */
export async function openTable(body: GameRequest): Promise<Game> {
  const wish = JSON.stringify([session.peek()?.player, body]);
  if (unanswered?.wish !== wish) unanswered = { wish, command_id: crypto.randomUUID() };
  const { command_id } = unanswered;
  try {
    const { game } = await client.peek().post("/v1/games", { body: { ...body, command_id } });
    unanswered = undefined;
    keep(game);
    return game;
  } catch (error) {
    if (error instanceof Refused) unanswered = undefined;
    throw error;
  }
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

/** Go on with the seat of a player who has given it up, as a guest if need be. */
export async function takeOver(game: string, seat: number, invitation?: string): Promise<void> {
  if (session.peek() === null) await signInAsGuest();
  const path = { game_id: game, seat: String(seat) };
  await client.peek().post("/v1/games/{game_id}/seats/{seat}/takeover", { path, body: invitation === undefined ? {} : { invitation } });
}

/** Leave a seat, or remove the one who sits there. */
export async function freeSeat(game: string, seat: number): Promise<void> {
  await client.peek().delete("/v1/games/{game_id}/seats/{seat}", { path: { game_id: game, seat: String(seat) } });
}

/** Open a table with bots. Returns its id even if some did not come: its waiting room has what is missing. */
export async function openWithBots(body: GameRequest, bots: readonly string[], isStarted = false): Promise<string> {
  const { id } = await openTable(body);
  try {
    for (const bot of bots) await addBot(id, bot);
    if (isStarted) await startMatch(id);
  } catch (error) {
    if (!(error instanceof Refused || error instanceof TypeError)) throw error;
  }
  return id;
}

/** Open a table with bots on all other seats and start the match. Returns its id. */
export function playBots(body: GameRequest, bots: readonly string[]): Promise<string> {
  return openWithBots({ ...body, seats: bots.length + 1, private: true, clock: "none" }, bots, true);
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
