// Why a card cannot be played now: the paragraph of the rules that says so.

import type { CardView, Game } from "flipside-client";
import { Link } from "wouter-preact";
import { cardName } from "../../catalogue/catalogue.ts";
import { CloseIcon } from "./icons.tsx";
import { tableTexts } from "./texts.ts";
import { whyWords } from "./why-words.ts";
import { useRules } from "./use-rules.ts";

export function WhyNot({ game, card, onClose }: { game: Game; card: CardView; onClose: () => void }) {
  const say = tableTexts();
  const rules = useRules(game.id);
  const anchor = card.why_not?.paragraph ?? null;
  const paragraph = rules?.sections.flatMap(({ paragraphs }) => paragraphs).find((one) => one.anchor === anchor);
  const reason = whyWords(card.why_not?.code);
  return (
    <div class="why-not" role="status">
      <p>
        <strong>{say.why(cardName(card.card))}</strong> {reason ?? paragraph?.text}{" "}
        {anchor !== null && <Link href={`/games/${game.id}/rules#${anchor}`}>{say.rule}</Link>}
      </p>
      <button type="button" class="tool" aria-label={say.close} onClick={onClose}><CloseIcon /></button>
    </div>
  );
}
