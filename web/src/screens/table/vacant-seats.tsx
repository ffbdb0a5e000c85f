// Seats that their players have given up: who only watches may take one over.

import type { Game } from "flipside-client";
import { seatName } from "../../games/names.ts";
import { takeOver } from "../../games/tables.ts";
import { useAction } from "../../parts/action.ts";
import { Button } from "../../parts/button.tsx";
import { Trouble } from "../../parts/state.tsx";
import { texts } from "../../texts/language.ts";

const words = texts({
  en: {
    vacant: (name: string) => `${name} has given up the seat. You can play on with these cards; the score stays.`,
    takeOver: "Take over the seat",
    takeOverOf: (name: string) => `Take over the seat: ${name}`,
  },
  ru: {
    vacant: (name: string) => `${name} больше не играет. Вы можете играть дальше этими картами; счёт остаётся.`,
    takeOver: "Занять место",
    takeOverOf: (name: string) => `Занять место: ${name}`,
  },
  fr: {
    vacant: (name: string) => `${name} a laissé sa place. Vous pouvez continuer avec ces cartes ; le score reste.`,
    takeOver: "Reprendre la place",
    takeOverOf: (name: string) => `Reprendre la place : ${name}`,
  },
});

export function VacantSeats({ game }: { game: Game }) {
  const say = words();
  const action = useAction();
  if (game.your_seat !== null || game.private || game.quarantined) return null;
  // A game that the device remembers may be of a time without this member.
  const seats = (game as Partial<Pick<Game, "vacant_seats">>).vacant_seats ?? [];
  const vacant = game.seats.filter(({ seat }) => seats.includes(seat));
  if (vacant.length === 0) return null;
  return (
    <div class="notices">
      <Trouble of={action} />
      {vacant.map((seat) => (
        <div class="vacant-seat" key={seat.seat}>
          <span>{say.vacant(seatName(seat))}</span>
          <Button
            look="filled"
            disabled={action.isBusy}
            aria-label={say.takeOverOf(seatName(seat))}
            onClick={() => action.run(() => takeOver(game.id, seat.seat))}
          >
            {say.takeOver}
          </Button>
        </div>
      ))}
    </div>
  );
}
