// The cards that were left at the end of a round, with the points of each.

import type { Game } from "flipside-client";
import { cardName, rulesetWords, words as catalogue } from "../../catalogue/catalogue.ts";
import { seatOrYou } from "../../games/names.ts";
import { Drawing } from "../../parts/face.tsx";
import { words } from "./texts.ts";

export function Hands({ game }: { game: Game }) {
  const say = words();
  const round = game.view.last_round;
  if (round === null) return null;
  const left = game.seats.filter(({ seat }) => (round.hands[seat] ?? []).length > 0);
  return (
    <section class="left-hands">
      <h3>{say.hands}</h3>
      <ul>
        {left.map((seat) => (
          <li key={seat.seat}>
            <h4>{seatOrYou(seat, game.your_seat)}</h4>
            <ul class="left-cards">
              {(round.hands[seat.seat] ?? []).map((card, place) => {
                const points = cardPoints(game, card);
                return (
                  <li key={place} title={cardName(card)}>
                    <span class="visually-hidden">{cardName(card)}</span>
                    <Drawing card={card} level="sign" />
                    {points !== null && (
                      <>
                        <span aria-hidden="true">{points}</span>
                        <span class="visually-hidden">{say.points(points)}</span>
                      </>
                    )}
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The points of a card in this ruleset, as the catalogue has them. */
function cardPoints(game: Game, card: string): number | null {
  return rulesetWords(game)?.points[card] ?? catalogue.value?.card.get(card)?.points ?? null;
}
