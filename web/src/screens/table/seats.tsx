// The others at the table, clockwise from the viewer's left. Seats never move.

import { useSignal } from "@preact/signals";
import type { Game } from "flipside-client";
import { Seat } from "./seat.tsx";
import { SeatSheet } from "./seat-sheet.tsx";
import type { Table } from "./state.ts";
import { tableTexts } from "./texts.ts";

export function Seats({ game, table }: { game: Game; table: Table }) {
  const open = useSignal<number | null>(null);
  const seats = others(game);
  const shown = seats.find(({ seat }) => seat === open.value);
  const isCrowded = seats.length > 5;
  const hasBacks = seats.some(({ backs, fronts }) => (fronts ?? backs ?? []).length > 0);
  return (
    <>
      <ol class={`seats${isCrowded ? " crowded" : ""}${hasBacks ? " with-backs" : ""}`} data-count={Math.min(seats.length, 4)} aria-label={tableTexts().seats}>
        {seats.map((seat) => (
          <Seat
            key={seat.seat}
            game={game}
            table={table}
            seat={seat}
            isCrowded={isCrowded}
            onOpen={() => {
              open.value = seat.seat;
            }}
          />
        ))}
      </ol>
      {shown !== undefined && (
        <SeatSheet
          seat={shown}
          onClose={() => {
            open.value = null;
          }}
        />
      )}
    </>
  );
}

/** The seats that the viewer sees before them; all of them without a seat. */
function others({ seats, your_seat }: Game) {
  if (your_seat === null) return seats;
  return [...seats.slice(your_seat + 1), ...seats.slice(0, your_seat)];
}
