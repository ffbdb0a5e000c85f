// Why a card cannot be played now, with the paragraph of the rules behind it.

import type { CardView, Game } from "flipside-client";
import { Link } from "wouter-preact";
import { cardName, words } from "../../catalogue/catalogue.ts";
import { sentence } from "../../catalogue/sentences.ts";
import { CloseIcon } from "./icons.tsx";
import { tableTexts } from "./texts.ts";
import { useRules } from "./use-rules.ts";

export function WhyNot({ game, card, onClose }: { game: Game; card: CardView; onClose: () => void }) {
  const say = tableTexts();
  const rules = useRules(game.id);
  const anchor = card.why_not?.paragraph ?? null;
  const paragraph = rules?.sections.flatMap(({ paragraphs }) => paragraphs).find((one) => one.anchor === anchor);
  const reason = sentence(words.value?.refusals[card.why_not?.code ?? ""], { ...card.why_not }, game);
  return (
    <div class="why-not" role="status">
      <div>
        <p><strong>{say.why(cardName(card.card))}</strong> {reason}</p>
        {anchor !== null && (
          <p class="why-rule">
            {paragraph?.text} <Link href={`/games/${game.id}/rules#${anchor}`}>{say.rule}</Link>
          </p>
        )}
      </div>
      <button type="button" class="tool" aria-label={say.close} onClick={onClose}><CloseIcon /></button>
    </div>
  );
}
