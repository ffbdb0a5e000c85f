// The selected game beside the list: its table in short, my hand, and the way there.

import type { Game, GameSummary, LogEntry } from "flipside-client";
import { useEffect } from "preact/hooks";
import { cardName, rulesetWords } from "../../catalogue/catalogue.ts";
import { isTold } from "../../catalogue/events.ts";
import { othersAt, seatOrYou } from "../../games/names.ts";
import { useAnswer } from "../../parts/answer.ts";
import { LinkButton } from "../../parts/button.tsx";
import { Drawing } from "../../parts/face.tsx";
import { Sentence } from "../../parts/sentence.tsx";
import { ago } from "../../texts/times.ts";
import { Backs } from "../table/backs.tsx";
import { sorted } from "../table/hand-order.ts";
import { lineOf } from "./rows.tsx";
import { words } from "./texts.ts";

/** How many of the latest events are read to find one that people are told of. */
const LATEST = 20;

interface Read {
  game: Game;
  last: LogEntry | undefined;
}

export function Preview({ game }: { game: GameSummary }) {
  const say = words();
  const { id, version, table } = game;
  const answer = useAnswer<Read>(async (asked, signal) => {
    const path = { game_id: id };
    const query = { after: Math.max(0, version - LATEST), limit: LATEST };
    const [read, page] = await Promise.all([
      asked.get("/v1/games/{game_id}", { path, signal }),
      asked.get("/v1/games/{game_id}/events", { path, query, signal }),
    ]);
    return { game: read, last: page.events.findLast(isTold) };
  }, id);
  const read = answer.value;
  useEffect(() => {
    if (read !== undefined && read.game.version < version) answer.reload();
  }, [version, read]);
  const hand = sorted(read?.game.view.hand ?? []);
  return (
    <section class="preview" data-side={table?.side} aria-labelledby="preview">
      <header>
        <h2 id="preview">{othersAt(game)}</h2>
        <p>{rulesetWords(game)?.title}</p>
      </header>
      <div class="preview-table">
        <ul class="preview-seats">
          {game.seats.filter(({ kind }) => kind !== "open").map((seat) => {
            const cards = table?.cards[seat.seat];
            const shown = read?.game.seats[seat.seat];
            const isOther = seat.seat !== game.your_seat;
            return (
              <li key={seat.seat}>
                <span class="who">{seatOrYou(seat, game.your_seat)}</span>
                <span class="count">{cards === undefined ? "" : say.cards(cards)}</span>
                {isOther && shown !== undefined && <Backs cards={shown.fronts ?? shown.backs} count={shown.cards} isCrowded />}
              </li>
            );
          })}
        </ul>
        {table !== null && table.top !== null && (
          <div class="preview-top">
            <span class="visually-hidden">{cardName(table.top)}</span>
            <Drawing card={table.top} />
          </div>
        )}
        <p class="preview-last">
          {read?.last !== undefined && (
            <>
              <Sentence event={read.last.event} reader={game} /> <time dateTime={read.last.recorded_at}>{ago(read.last.recorded_at)}</time>
            </>
          )}
        </p>
      </div>
      <div class="preview-panel">
        <p class="preview-line">{lineOf(game)}</p>
        <LinkButton href={`/games/${id}`} look="filled">{say.openTable}</LinkButton>
        {game.status === "running" && (
          <ul class="preview-hand" aria-label={say.hand}>
            {hand.map(({ card, handle }) => (
              <li key={handle}><span class="visually-hidden">{cardName(card)}</span><Drawing card={card} /></li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
