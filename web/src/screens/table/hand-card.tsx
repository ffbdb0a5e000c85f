// A card of the hand: its name and state as text, and its drawing.

import type { CardView } from "flipside-client";
import { cardName } from "../../catalogue/catalogue.ts";
import { Drawing } from "../../parts/face.tsx";
import { tableTexts } from "./texts.ts";

/** `idle`: nobody waits for a card of this hand, so that none is marked as one that does not fit. */
export type Fit = "fits" | "does-not-fit" | "idle";

interface HandCardProps {
  card: CardView;
  fit: Fit;
  isChosen: boolean;
  isNew: boolean;
  isStop: boolean;
  onChoose: () => void;
  onFocus: () => void;
}

export function HandCard({ card, fit, isChosen, isNew, isStop, onChoose, onFocus }: HandCardProps) {
  const say = tableTexts();
  const notes = [
    fit === "fits" && say.fits,
    fit === "does-not-fit" && say.doesNotFit,
    isNew && say.justDrawn,
    card.back !== null && card.back !== undefined && say.behind(cardName(card.back)),
  ].filter(Boolean);
  return (
    <li class="hand-place">
      <button
        type="button"
        class={`hand-card ${fit}`}
        aria-pressed={isChosen}
        tabIndex={isStop ? 0 : -1}
        onClick={onChoose}
        onFocus={onFocus}
        data-handle={card.handle}
      >
        <span class="card-name">{[cardName(card.card), ...notes].join(", ")}</span>
        <Drawing card={card.card} />
        {card.back !== null && card.back !== undefined && (
          <span class="own-back" aria-hidden="true"><Drawing card={card.back} level="chip" /></span>
        )}
        {isNew && <span class="card-tag" aria-hidden="true">{say.isNew}</span>}
      </button>
    </li>
  );
}
