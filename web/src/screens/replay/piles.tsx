// The piles, the color in force, and what happens next.

import type { State } from "flipside-client";
import { cardName, colorName } from "../../catalogue/catalogue.ts";
import { ColorSign, Drawing } from "../../parts/face.tsx";
import { words } from "./texts.ts";

export function Piles({ state, next }: { state: State; next: string }) {
  const say = words();
  const { discard, draw_pile: pile, color } = state.view;
  const top = discard[0];
  return (
    <dl class="replay-piles">
      <div class="replay-draw">
        <dt class="visually-hidden">{say.drawPile}</dt>
        <dd>
          <span class="replay-stack">
            {pile.top_back === null ? <span class="covered" /> : <Drawing card={pile.top_back} />}
            {pile.top_back !== null && <span class="visually-hidden">{cardName(pile.top_back)}, </span>}
          </span>
          <span><strong>{pile.count}</strong> {say.toDraw}</span>
        </dd>
      </div>
      <div class="replay-discard">
        <dt class="visually-hidden">{say.discard}</dt>
        <dd>
          {discard.slice(1, 3).reverse().map((card, place, below) => (
            <span class={place === below.length - 1 ? "below near" : "below far"} key={place}><Drawing card={card} /></span>
          ))}
          {top !== undefined && <span class="top-card"><Drawing card={top} /><span class="visually-hidden">{cardName(top)}</span></span>}
        </dd>
      </div>
      <div class="then">
        {color !== null && (
          <>
            <dt class="visually-hidden">{say.color}</dt>
            <dd class="color"><ColorSign color={color} /> {colorName(color)}</dd>
          </>
        )}
        <dt>{say.next}</dt>
        <dd>{next === "" ? say.last : next}</dd>
      </div>
    </dl>
  );
}
