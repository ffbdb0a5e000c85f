// What everybody may see of a match. A share card is drawn from nothing else, for nobody knows who will look at it.

import { Client, type Game, type LogEntry, Refused, type State } from "flipside-client";
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

/** The table when the last round ended, as the service shows it without a token; null if it does not, or not yet. */
export async function publicRound(game: Game): Promise<State["view"] | null> {
  const shown = await publicGame(game);
  const asked = asker(game);
  if (shown === null || asked === undefined) return null;
  if (shown.view.phase === "round_over") return shown.view;
  const log: LogEntry[] = [];
  for (let more = true; more; ) {
    const query = { after: log.at(-1)?.seq ?? 0, limit: 500 };
    const page = await asked.get("/v1/games/{game_id}/events", { path: { game_id: game.id }, query });
    log.push(...page.events);
    more = page.more;
  }
  const ended = log.findLast(({ event }) => event.type === "round_ended");
  const last = log.findLast(({ command_id }) => command_id === ended?.command_id); // there is a table after whole commands only
  return ended === undefined || last === undefined ? null : ((await publicState(game, last.seq))?.view ?? null);
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
