// Why a card cannot be played now, with the way to the paragraph of the rules behind it.

import type { CardView, Game } from "flipside-client";
import { Link } from "wouter-preact";
import { cardName, words } from "../../catalogue/catalogue.ts";
import { sentence } from "../../catalogue/sentences.ts";
import { CloseIcon } from "./icons.tsx";
import { tableTexts } from "./texts.ts";

export function WhyNot({ game, card, onClose }: { game: Game; card: CardView; onClose: () => void }) {
  const say = tableTexts();
  const anchor = card.why_not?.paragraph ?? null;
  const reason = sentence(words.value?.refusals[card.why_not?.code ?? ""], { ...card.why_not }, game);
  return (
    <div class="why-not" role="status">
      <p>
        <strong>{say.why(cardName(card.card))}</strong> {reason}{" "}
        {anchor !== null && <Link href={`/games/${game.id}/rules#${anchor}`}>{say.rule}</Link>}
      </p>
      <button type="button" class="tool" aria-label={say.close} onClick={onClose}><CloseIcon /></button>
    </div>
  );
}
