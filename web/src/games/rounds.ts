// The rounds of a match that are over, asked for where they are shown and once for each.

import type { Game, RoundScore } from "flipside-client";
import { useAnswer } from "../parts/answer.ts";
import { client } from "../session/session.ts";

/** The rounds of a match as they were asked for last. */
const asked = new Map<string, { ended: number; rounds: Promise<readonly RoundScore[]> }>();

/** A round with its number. */
export interface Round extends Pick<RoundScore, "points"> {
  number: number;
}

/** Causes for which a match ends with its last round; all others break a round off. */
const AFTER_A_ROUND = new Set(["target", "single_round"]);

/** The number of the last round that is over; 0 if none is. */
export function endedRound({ view: { phase, round, last_round, result } }: Pick<Game, "view">): number {
  if (last_round === null) return 0;
  const isOver = result === null ? phase === "round_over" : AFTER_A_ROUND.has(result.cause);
  return isOver ? round : round - 1;
}

/** The latest rounds that are over, oldest first. Before the service has answered it is the last one, which every view has. */
export function useRounds(game: Game, most: number): Round[] {
  const ended = endedRound(game);
  const asks = most > 1 && ended > 1;
  const answer = useAnswer(async () => (asks ? roundsOf(game.id, ended) : undefined), `${game.id} ${ended} ${asks}`);
  const last = game.view.last_round;
  const rounds = answer.value ?? (last === null ? [] : [last]);
  return rounds.map(({ points }, place) => ({ points, number: ended - rounds.length + place + 1 })).slice(-most);
}

async function roundsOf(id: string, ended: number): Promise<readonly RoundScore[]> {
  const known = asked.get(id);
  if (known?.ended === ended) return known.rounds;
  const rounds = client.peek().get("/v1/games/{game_id}", { path: { game_id: id }, query: { include: "rounds" } })
    .then((game) => game.rounds ?? []);
  rounds.catch(() => asked.delete(id)); // the next one asks again
  asked.set(id, { ended, rounds });
  return rounds;
}
