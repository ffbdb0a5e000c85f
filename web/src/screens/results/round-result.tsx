// The result of the last round: the next one is dealt at once, so a notice of it stands at the table until it is looked at,
// put away, or the person has moved in the new round.

import { useSignal } from "@preact/signals";
import type { Game } from "flipside-client";
import { useEffect, useRef } from "preact/hooks";
import { get, set } from "../../device/database.ts";
import { ofGame } from "../../device/of-game.ts";
import { seatName } from "../../games/names.ts";
import { Button } from "../../parts/button.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { cardOfRound, type ShareCard } from "../../share-card/card.ts";
import { publicRound } from "../../share-card/public-view.ts";
import { ShareButton } from "../../share-card/share-button.tsx";
import { Hands } from "./hands.tsx";
import { Standings } from "./standings.tsx";
import { words } from "./texts.ts";

export function RoundResult({ game }: { game: Game }) {
  const say = words();
  const ended = endedRound(game);
  const [isNews, putAway] = useNews(game, ended);
  const isOpen = useSignal(false);
  if (game.status !== "running" || ended === 0) return null;
  return (
    <>
      {isNews && (
        <section class="round-notice" aria-label={say.roundOver}>
          <p>{roundTitle(game, game.your_seat)}</p>
          <Button look="plain" onClick={() => { isOpen.value = true; }}>{say.look}</Button>
          <Button look="plain" onClick={putAway}>{say.close}</Button>
        </section>
      )}
      {isOpen.value && <RoundSheet game={game} onClose={() => { isOpen.value = false; putAway(); }} />}
    </>
  );
}

function RoundSheet({ game, onClose }: { game: Game; onClose: () => void }) {
  const say = words();
  return (
    <Sheet title={roundTitle(game, game.your_seat)} onClose={onClose}>
      <div class="result">
        <Standings game={game} />
        <Button look="filled" onClick={onClose}>{say.goOn}</Button>
        <div class="after">
          <ShareButton game={game} read={() => readCard(game)} link={`${location.origin}/replays/${game.id}`} />
        </div>
        <Hands game={game} />
      </div>
    </Sheet>
  );
}

/** The number of the round that `last_round` is about; 0 if none has ended. */
function endedRound({ view: { phase, round, last_round } }: Game): number {
  if (last_round === null) return 0;
  return phase === "round_over" ? round : round - 1;
}

/** Whether the person has not put the result of a round away on this device, and how they do. */
function useNews({ id, your_turn }: Game, ended: number): [boolean, () => void] {
  const seen = useSignal<number | undefined>(undefined);
  const wasMine = useRef(false);
  useEffect(() => {
    void get<number>(ofGame("round", id)).catch(() => undefined).then((kept) => {
      seen.value = kept ?? 0;
    });
  }, [id]);
  const putAway = () => {
    if (seen.peek() === ended) return;
    seen.value = ended;
    void set(ofGame("round", id), ended).catch(() => {}); // a device that is full shows it again
  };
  useEffect(() => {
    if (wasMine.current && !your_turn) putAway();
    wasMine.current = your_turn;
  }, [your_turn, ended]);
  return [seen.value !== undefined && seen.value < ended, putAway];
}

/** What a picture of the round shows, once everybody may see the round. */
async function readCard(game: Game): Promise<ShareCard | null> {
  const view = await publicRound(game);
  return view !== null && view.round === endedRound(game) ? cardOfRound(game, view, roundTitle({ ...game, view }, null)) : null;
}

function roundTitle({ view, seats }: Game, you: number | null): string {
  const winner = view.last_round?.winner ?? null;
  if (winner === null) return words().roundOver;
  const seat = seats[winner];
  return winner === you || seat === undefined ? words().roundWon : words().roundWonBy(seatName(seat));
}
