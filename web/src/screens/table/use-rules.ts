import type { Rules } from "flipside-client";
import { rulesOf } from "../../catalogue/rules.ts";
import { useAnswer } from "../../parts/answer.ts";

/** The rules of a game; undefined until the service has answered. Until then the link to them is there. */
export function useRules(game: string): Rules | undefined {
  return useAnswer(() => rulesOf(game), game).value;
}
