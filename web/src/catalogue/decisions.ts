// What a game waits for, in the service's words.

import type { Game, Sentence } from "flipside-client";
import { seatName } from "../games/names.ts";
import { language } from "../texts/language.ts";
import { cardName, words } from "./catalogue.ts";

/** The sentence for what is to be decided, `Name a color.`; an empty one before the catalogue is there. */
export function decisionSentence({ view, seats, turn, your_seat }: Game): string {
  const decision = { seat: turn, ...(view.decision ?? { kind: "turn" }) };
  const sentences = words.value?.decisions[decision.kind] ?? words.value?.decisions.turn ?? [];
  const facts = Object.entries(decision);
  const text = sentences.find((one) => isFor(one, facts, your_seat))?.text ?? "";
  return text.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = (decision as Record<string, unknown>)[field];
    if (field === "card") return cardName(String(value));
    if (field === "sector") return words.value?.sectors[String(value)] ?? "";
    const seat = field === "seat" || field === "by" ? seats[Number(value)] : undefined;
    return seat === undefined ? String(value ?? "") : seatName(seat);
  });
}

/** Whether a sentence's conditions hold: `you` is the reader's seat, a plural category goes with a number. */
function isFor({ when }: Sentence, facts: readonly [string, unknown][], you: number | null): boolean {
  return Object.entries(when).every(([field, wanted]) => {
    const value = facts.find(([name]) => name === field)?.[1];
    if (wanted === "you") return Array.isArray(value) ? value.includes(you) : value === you;
    if (String(value) === wanted) return true;
    return typeof value === "number" && new Intl.PluralRules(language.value).select(value) === wanted;
  });
}
