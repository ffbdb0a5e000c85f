// A tap on a seat: everything that is known of it.

import type { TableSeat } from "flipside-client";
import { cardName } from "../../catalogue/catalogue.ts";
import { seatName } from "../../games/names.ts";
import { LinkButton } from "../../parts/button.tsx";
import { Drawing } from "../../parts/face.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { tableTexts } from "./texts.ts";

export function SeatSheet({ seat, onClose }: { seat: TableSeat; onClose: () => void }) {
  const say = tableTexts();
  const cards = seat.fronts ?? seat.backs;
  return (
    <Sheet title={say.holds(seatName(seat))} onClose={onClose}>
      <p>
        {say.cards(seat.cards)} · {say.score(seat.score)}
        {seat.team !== null && ` · ${say.team(seat.team)}`}
      </p>
      {cards === null ? (
        <p>{say.allAlike}</p>
      ) : (
        <ul class="held-cards">
          {cards.map((card, place) => (
            <li key={`${card}-${place}`}>
              <Drawing card={card} level="sign" />
              <span>{cardName(card)}</span>
            </li>
          ))}
        </ul>
      )}
      <form method="dialog" class="sheet-buttons">
        {seat.player_id !== null && <LinkButton href={`/players/${seat.player_id}`}>{say.profile}</LinkButton>}
        <button type="submit" class="button outlined">{say.close}</button>
      </form>
    </Sheet>
  );
}
