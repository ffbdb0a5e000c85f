// Everybody's hand, as fronts or backs. What the viewer does not know is shown as a covered card.

import type { State, TableSeat } from "flipside-client";
import { cardName, words as catalogue } from "../../catalogue/catalogue.ts";
import { seatName } from "../../games/names.ts";
import { Drawing } from "../../parts/face.tsx";
import { words } from "./texts.ts";

interface HandsProps {
  state: State;
  seats: readonly TableSeat[];
  showsBacks: boolean;
  /** The seat that acts at this moment. */
  actor: number | null;
}

export function Hands({ state, seats, showsBacks, actor }: HandsProps) {
  const say = words();
  return (
    <ol class={seats.length > 6 ? "hands many" : "hands"} aria-label={say.hands}>
      {state.seats.map((seat) => {
        const table = seats[seat.seat];
        const cards = handOf(state, seat.seat, showsBacks);
        return (
          <li key={seat.seat} class={seat.seat === actor ? "acting" : ""}>
            <span class="holder">
              <strong>{table === undefined ? "" : seatName(table)}</strong>
              <span>{say.cards(seat.cards)}</span>
            </span>
            <ul class="cards">
              {cards.map((card, place) => (
                <li key={place}>
                  <span class="visually-hidden">{card === null ? "" : cardName(card)}</span>
                  {card === null ? <span class="covered" /> : <Drawing card={card} level="chip" />}
                </li>
              ))}
            </ul>
            {cards.includes(null) && <span class="visually-hidden">{say.hidden(cards.filter((card) => card === null).length)}</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** The faces of a hand, sorted as the catalogue has them; null for each that the viewer does not know. */
function handOf({ open, view, seats, seen_by }: State, seat: number, showsBacks: boolean): (string | null)[] {
  const own = open?.hands[seat] ?? (seen_by === seat ? view.hand : null);
  const { cards = 0, backs = null, fronts = null } = seats[seat] ?? {};
  const known = own?.map(({ card, back }) => (showsBacks ? back : card)) ?? (showsBacks ? backs : fronts) ?? Array<null>(cards).fill(null);
  const order = new Map(catalogue.value?.cards.map(({ card }, place) => [card, place]));
  const rank = (card: string | null) => (card === null ? Infinity : (order.get(card) ?? Infinity));
  return [...known].sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}
