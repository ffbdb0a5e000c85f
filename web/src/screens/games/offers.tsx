// Offers to play again that wait for me or for others.

import type { OpenOffer } from "flipside-client";
import { useLocation } from "wouter-preact";
import { othersAt, seatName } from "../../games/names.ts";
import { declineRematch, offers, playAgain } from "../../games/rematches.ts";
import { useAction } from "../../parts/action.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Trouble } from "../../parts/state.tsx";
import { moment } from "../../texts/times.ts";
import { words } from "./texts.ts";

export function Offers() {
  const say = words();
  const action = useAction();
  const [, go] = useLocation();
  if (offers.value.length === 0) return null;
  const accept = async (game: string) => {
    const { next_game } = await playAgain(game);
    if (next_game !== null) go(`/games/${next_game}`);
  };
  return (
    <section class="group">
      <h2>{say.offers} <span class="count">{offers.value.length}</span></h2>
      <Trouble of={action} />
      <ul class="rows">
        {offers.value.map((one) => (
          <li key={one.game.id} class="row invitation">
            <span class="what">
              <strong class="who">{title(one)}</strong>
              <span class="line quiet">{othersAt(one.game)} · {say.by(moment(one.offer.expires_at))}</span>
            </span>
            <span class="answers">
              {waitsForMe(one) ? (
                <>
                  <Button disabled={action.isBusy} onClick={() => action.run(() => accept(one.game.id))}>{say.playAgain}</Button>
                  <Button look="plain" disabled={action.isBusy} onClick={() => action.run(() => declineRematch(one.game.id))}>
                    {say.decline}
                  </Button>
                </>
              ) : <LinkButton href={`/games/${one.game.id}`} look="plain">{say.view}</LinkButton>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function waitsForMe({ game, offer }: OpenOffer): boolean {
  return offer.answers.some(({ seat, answer }) => seat === game.your_seat && answer === "open");
}

function title(one: OpenOffer): string {
  const say = words();
  const by = one.game.seats[one.offer.offered_by ?? -1];
  if (!waitsForMe(one) || by === undefined) return say.offerWaits;
  return one.offer.best_of > 1 ? say.offersSeries(seatName(by), one.offer.best_of) : say.offersRematch(seatName(by));
}
