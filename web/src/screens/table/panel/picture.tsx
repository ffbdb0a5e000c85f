// The card that a sheet is about, beside its title.

import { cardName } from "../../../catalogue/catalogue.ts";
import { Drawing } from "../../../parts/face.tsx";

export function Picture({ card }: { card: string }) {
  return (
    <span class="sheet-card">
      <span class="visually-hidden">{cardName(card)}</span>
      <Drawing card={card} />
    </span>
  );
}
