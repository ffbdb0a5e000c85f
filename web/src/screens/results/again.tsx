// Playing again after a match: an offer, who has accepted it, and the match that followed.

import { useSignal } from "@preact/signals";
import type { Game, Rematch, RematchRequest } from "flipside-client";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { isConnected, myGames } from "../../games/my-games.ts";
import { seatName, seatOrYou } from "../../games/names.ts";
import { declineRematch, offers, PATIENCE, playAgain } from "../../games/rematches.ts";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Trouble } from "../../parts/state.tsx";
import { moment } from "../../texts/times.ts";
import { words } from "./again-texts.ts";

/** Who plays for people who decline. */
type Fill = "nobody" | "bots" | "seeks";

interface Buttons {
  game: Game;
  offer: Rematch["offer"];
  isBusy: boolean;
  say: ReturnType<typeof words>;
  onOffer: (wish?: RematchRequest) => void;
  onDecline: () => void;
  onNewTable: () => void;
}

interface AgainProps {
  game: Game;
  /** The next match begins without an offer. */
  isInSeries: boolean;
  /** Opens a table with the same settings, for whoever does not get a rematch. */
  onNewTable: () => Promise<unknown>;
}

export function Again({ game, isInSeries, onNewTable }: AgainProps) {
  const say = words();
  const action = useAction();
  const [, go] = useLocation();
  const found = useAnswer(
    (client, signal) => client.get("/v1/games/{game_id}/rematch", { path: { game_id: game.id }, signal }),
    `rematch ${game.id}`,
  );
  const { value } = found;
  useNews(game.id, value !== undefined && value.next_game === null, found.reload);
  if (value?.next_game != null) {
    return <div class="again"><LinkButton href={`/games/${value.next_game}`} look="filled">{say.next}</LinkButton></div>;
  }
  if (isInSeries) return null;
  const offer = (wish: RematchRequest = {}) =>
    action.run(async () => {
      const answer = await playAgain(game.id, wish);
      found.put(answer);
      if (answer.next_game !== null) go(`/games/${answer.next_game}`);
    });
  const decline = () => action.run(async () => found.put(await declineRematch(game.id)));
  const given: Buttons = {
    game, offer: value?.offer ?? null, isBusy: action.isBusy, say, onOffer: offer, onDecline: decline,
    onNewTable: () => action.run(onNewTable),
  };
  // Until the answer is there, it has the room of a match after which nobody has offered one, so that nothing below it moves.
  return (
    <section class="again" aria-label={say.again} aria-busy={value === undefined}>
      <Trouble of={action} />
      {value?.offer?.state === "open" ? <Offered {...given} /> : <NotOffered {...given} />}
    </section>
  );
}

/** Ask again when the stream tells of offers or of the next match; without the stream, now and then. */
function useNews(game: string, isWaiting: boolean, reload: () => void) {
  const told = offers.value;
  const following = [...(myGames.value?.values() ?? [])].find(({ rematch_of }) => rematch_of === game)?.id;
  const known = useRef({ told, following });
  useEffect(() => {
    if (known.current.told === told && known.current.following === following) return;
    known.current = { told, following };
    reload();
  }, [told, following, reload]);
  const asks = isWaiting && !isConnected.value;
  useEffect(() => {
    if (!asks) return undefined;
    const timer = setInterval(reload, PATIENCE);
    return () => clearInterval(timer);
  }, [asks, reload]);
}

/** Before an offer, and after one that came to nothing. */
function NotOffered({ game, offer, isBusy, say, onOffer, onNewTable }: Buttons) {
  const fill = useSignal<Fill>("nobody");
  const people = game.seats.filter(({ kind }) => kind === "human");
  const isAlone = people.length === 1;
  const no = declined(offer);
  const others = no.filter((seat) => seat !== game.your_seat);
  if (offer?.state === "declined" && others.length > 0) {
    const isIn = !no.includes(game.your_seat ?? -1);
    const canHaveBots = isIn && offer.fill === "nobody" && people.length - no.length >= 2;
    const canBeFilled = isIn && offer.fill !== "seeks" && !game.private;
    const hint = canBeFilled ? say.withOthersHint : say.newTableHint;
    return (
      <>
        <p role="status">{say.declinedBy(names(game, others))}</p>
        <p class="buttons">
          {canHaveBots && <Button look="filled" disabled={isBusy} onClick={() => onOffer({ fill: "bots" })}>{say.withBots}</Button>}
          {canBeFilled && <Button disabled={isBusy} onClick={() => onOffer({ fill: "seeks" })}>{say.withOthers}</Button>}
          <Button disabled={isBusy} onClick={onNewTable}>{say.newTable}</Button>
        </p>
        {canHaveBots && <p class="quiet">{say.withBotsHint}</p>}
        {(canBeFilled || !canHaveBots) && <p class="quiet">{hint}</p>}
      </>
    );
  }
  // A match with bots has two people at least; strangers do not come to a private table, nor into a series.
  const fills = [
    { value: "nobody" as const, title: say.ifDeclined.nobody },
    ...(people.length > 2 ? [{ value: "bots" as const, title: say.ifDeclined.bots }] : []),
    ...(isAlone || game.private ? [] : [{ value: "seeks" as const, title: say.ifDeclined.seeks }]),
  ];
  return (
    <>
      {offer?.state === "expired" && <p role="status">{say.expired}</p>}
      {fills.length > 1 && (
        <Choices legend={say.ifDeclined.legend} isSmall choices={fills} chosen={fill.value} onChoose={(chosen) => { fill.value = chosen; }} />
      )}
      <p class="buttons">
        <Button look="filled" disabled={isBusy} onClick={() => onOffer({ fill: fill.value })}>{say.again}</Button>
        {[3, 5].map((most) => (
          <Button key={most} disabled={isBusy || fill.value === "seeks"} onClick={() => onOffer({ best_of: most as 3 | 5, fill: fill.value })}>
            {say.bestOf(most)}
          </Button>
        ))}
      </p>
      <p class="quiet">{isAlone ? say.aloneHint : say.hint}</p>
    </>
  );
}

/** An open offer: accept it, or wait for the others. */
function Offered({ game, offer, isBusy, say, onOffer, onDecline }: Buttons) {
  if (offer === null) return null;
  const mine = offer.answers.find(({ seat }) => seat === game.your_seat)?.answer;
  const by = game.seats[offer.offered_by ?? -1];
  const what = offer.best_of > 1 ? say.series(offer.best_of) : say.rematch;
  const isMine = by?.seat === game.your_seat;
  return (
    <>
      <p role="status">
        <strong>{by === undefined || isMine ? say.youOffer(what) : say.offers(seatName(by), what)}</strong>{" "}
        {offer.fill === "bots" && say.botsFill}
        {offer.fill === "seeks" && say.seeksFill}
      </p>
      <ul class="answers-given">
        {offer.answers.map(({ seat, answer }) => {
          const one = game.seats[seat];
          return one !== undefined && <li key={seat}>{seatOrYou(one, game.your_seat)}: <b>{say.answers[known(answer)]}</b></li>;
        })}
      </ul>
      {mine === "accepted" ? (
        <p class="buttons"><Button look="plain" disabled={isBusy} onClick={onDecline}>{say.takeBack}</Button></p>
      ) : (
        <p class="buttons">
          <Button look="filled" disabled={isBusy} onClick={() => onOffer()}>{say.accept}</Button>
          {mine === "open" && <Button disabled={isBusy} onClick={onDecline}>{say.decline}</Button>}
        </p>
      )}
      <p class="quiet">{say.until(moment(offer.expires_at))}</p>
    </>
  );
}

function known(answer: string): "open" | "accepted" | "declined" {
  return answer === "accepted" || answer === "declined" ? answer : "open";
}

function declined(offer: Rematch["offer"]): number[] {
  return (offer?.answers ?? []).filter(({ answer }) => answer === "declined").map(({ seat }) => seat);
}

function names(game: Game, seats: readonly number[]): string {
  return seats.flatMap((seat) => game.seats[seat] ?? []).map(seatName).join(", ");
}
