// The rules of a game in words, asked once for each game and language.

import type { Rules } from "flipside-client";
import { client } from "../session/session.ts";
import { language } from "../texts/language.ts";

const asked = new Map<string, Promise<Rules>>();

export function rulesOf(game: string): Promise<Rules> {
  const key = `${game} ${language.value}`;
  let rules = asked.get(key);
  if (rules === undefined) {
    const query = { language: language.value };
    rules = client.peek().get("/v1/games/{game_id}/rules", { path: { game_id: game }, query }) as Promise<Rules>;
    rules.catch(() => asked.delete(key)); // the next one asks again
    asked.set(key, rules);
  }
  return rules;
}
