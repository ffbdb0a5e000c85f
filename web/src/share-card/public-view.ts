// What everybody may see of a match. A share card is drawn from nothing else, for nobody knows who will look at it.

import { Client, type Game, Refused, type State } from "flipside-client";
import { client } from "../session/session.ts";
import { language } from "../texts/language.ts";

/** The match as the service shows it without a token; null if it does not. */
export async function publicGame(game: Game): Promise<Game | null> {
  return unlessRefused(asker(game)?.get("/v1/games/{game_id}", { path: { game_id: game.id } }));
}

/** The table at a version, as the service shows it without a token; null if it does not, or not yet. */
export async function publicState(game: Game, version: number): Promise<State | null> {
  const shown = await publicGame(game);
  if (shown === null || shown.version < version) return null;
  const path = { game_id: game.id, version: `${version}` };
  return unlessRefused(asker(game)?.get("/v1/games/{game_id}/states/{version}", { path }));
}

/** Whether the match is one that its player may show though it is private: over, and nobody else sat there. */
function isOwn({ status, seats, your_seat }: Game): boolean {
  return status === "finished" && your_seat !== null && seats.every(({ seat, kind }) => seat === your_seat || kind === "bot");
}

function asker(game: Game): Client | undefined {
  if (game.status === "running" && game.spectators === "none") return undefined;
  if (!game.private) return new Client(location.origin, { language: language.peek() });
  return isOwn(game) ? client.peek() : undefined;
}

async function unlessRefused<Answer>(asked: Promise<Answer> | undefined): Promise<Answer | null> {
  try {
    return (await asked) ?? null;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
