// What a card has to match: the color in force, and the top card. Used by the table and, short, by the list of games.

import type { Game } from "flipside-client";
import { colorName, words as catalogue } from "../catalogue/catalogue.ts";
import { texts } from "../texts/language.ts";
import { ColorSign } from "./face.tsx";

const words = texts({
  en: { match: "Match", or: "or", sameSign: "the same sign", orWild: ", or a wild", nothingFits: "No card of yours fits." },
  ru: { match: "Подойдёт", or: "или", sameSign: "тот же знак", orWild: ", или дикая карта", nothingFits: "Ни одна ваша карта не подходит." },
  fr: { match: "Suivez", or: "ou", sameSign: "le même signe", orWild: ", ou un joker", nothingFits: "Aucune de vos cartes ne convient." },
});

/** What a view says of it. */
type Matched = Pick<Game["view"], "color" | "discard" | "decision" | "phase" | "hand">;

/** Whether cards are matched now: no color is in force while a wild waits for one. */
export function isMatching({ color, discard, decision, phase }: Omit<Matched, "hand">): boolean {
  return phase === "turn" && decision === null && color !== null && catalogue.value?.card.has(discard[0] ?? "") === true;
}

/** `isShort`: without what goes without saying. Shown where `isMatching`. */
export function Match({ view, isShort = false }: { view: Matched; isShort?: boolean }) {
  const say = words();
  const { color, discard, hand } = view;
  const top = catalogue.value?.card.get(discard[0] ?? "");
  if (color === null || top === undefined) return null;
  if (hand !== null && hand.every(({ playable }) => playable === false)) return <>{say.nothingFits}</>;
  return (
    <>
      {say.match} <ColorSign color={color} /> <b>{colorName(color)}</b>
      {top.kind === "number" && <> {say.or} <b>{top.symbol.replace("*", "")}</b></>}
      {top.kind === "action" && <> {say.or} {say.sameSign}</>}
      {!isShort && say.orWild}
    </>
  );
}
