import type { Rules } from "flipside-client";
import { useEffect, useState } from "preact/hooks";
import { rulesOf } from "../../catalogue/rules.ts";
import { language } from "../../texts/language.ts";

/** The rules of a game; undefined until the service has answered. */
export function useRules(game: string): Rules | undefined {
  const [rules, show] = useState<Rules | undefined>(undefined);
  const inLanguage = language.value;
  useEffect(() => {
    let isShown = true;
    rulesOf(game).then(
      (found) => isShown && show(found),
      () => {}, // the link to the rules is still there
    );
    return () => {
      isShown = false;
    };
  }, [game, inLanguage]);
  return rules;
}
