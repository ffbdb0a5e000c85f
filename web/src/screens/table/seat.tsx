// A seat: who sits there, how many cards they hold, and the backs of these.

import type { Game, TableSeat } from "flipside-client";
import { cardName } from "../../catalogue/catalogue.ts";
import { list } from "../../catalogue/sentences.ts";
import { seatName } from "../../games/names.ts";
import { Backs } from "./backs.tsx";
import { lentUntil } from "./loan/loan.ts";
import { SeatTools } from "./panel/seat-tools.tsx";
import type { Table } from "./state.ts";
import { tableTexts } from "./texts.ts";

interface SeatProps {
  game: Game;
  table: Table;
  seat: TableSeat;
  isCrowded: boolean;
  onOpen: () => void;
}

export function Seat({ game, table, seat, isCrowded, onOpen }: SeatProps) {
  const say = tableTexts();
  const plays = game.waiting?.seats.includes(seat.seat) === true;
  const isNext = !plays && seat.seat === nextSeat(game);
  const cards = seat.fronts ?? seat.backs;
  return (
    <li class={`seat${plays ? " plays" : ""}${isNext ? " next" : ""}${seat.out || seat.resigned ? " gone" : ""}`}>
      <button type="button" class="seat-face" aria-haspopup="dialog" onClick={onOpen}>
        <span class="seat-head">
          <span class="seat-name">{seatName(seat)}</span>{" "}
          <span class="seat-count">
            <b>{seat.cards}</b> <span class="unit">{say.cards(seat.cards).replace(/[\d\s\u00a0\u202f]+/, "")}</span>
          </span>{" "}
          <span class="seat-marks">
            {plays && <span class="seat-mark">{say.plays}</span>}
            {isNext && <span class="seat-mark">{say.next}</span>}
            {seat.uno === "safe" && <span class="seat-mark uno">{say.uno}</span>}
          </span>{" "}
          <span class="seat-notes">
            {seat.team !== null && <span class="seat-note">{say.team(seat.team)}</span>}
            {lentUntil(seat) !== null && <span class="seat-note">{say.lent}</span>}
            {seat.autopilot && <span class="seat-note">{say.autopilot}</span>}
            {seat.resigned && <span class="seat-note">{say.resigned}</span>}
            {seat.out && !seat.resigned && <span class="seat-note">{say.out}</span>}
          </span>
        </span>
        {cards !== null && cards.length > 0 && (
          <span class="seat-cards">
            {seat.fronts === undefined ? say.backs(list(cards.map(cardName))) : say.fronts(list(cards.map(cardName)))}
          </span>
        )}
        <Backs cards={cards} count={seat.cards} isCrowded={isCrowded} />
      </button>
      <SeatTools game={game} table={table} seat={seat} />
    </li>
  );
}

/** The seat after the one on turn, in the direction of play. Those who are out take no turns. */
function nextSeat({ seats, turn, view: { direction } }: Game): number | null {
  if (turn === null) return null;
  for (let step = 1; step < seats.length; step++) {
    const seat = seats[(turn + step * direction + step * seats.length) % seats.length];
    if (seat !== undefined && !seat.out) return seat.seat;
  }
  return null;
}
