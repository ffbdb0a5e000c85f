// The draw pile with its top back, the discards, the color in force, and the last move.

import type { Game, LogEntry } from "flipside-client";
import { cardName, colorName, words } from "../../catalogue/catalogue.ts";
import { isTold } from "../../catalogue/events.ts";
import { ColorSign, Drawing } from "../../parts/face.tsx";
import { ClockIcon } from "../../parts/icons.tsx";
import { Sentence } from "../../parts/sentence.tsx";
import { ago } from "../../texts/times.ts";
import { cardOnTheWay } from "./on-the-way.ts";
import { PlainBack } from "./plain-back.tsx";
import type { Table } from "./state.ts";
import { tableTexts } from "./texts.ts";

/** How many discards lie open to the eye. */
const FAN = 3;
/** How many edges of the draw pile are drawn. */
const STACK = 3;

export function Piles({ game, table }: { game: Game; table: Table }) {
  const say = tableTexts();
  const { draw_pile, color } = game.view;
  const laid = cardOnTheWay(game);
  const discard = laid === undefined ? game.view.discard : [laid.card, ...game.view.discard];
  const [top] = discard;
  const last = lastMove(table.opened.entries.value, game.version);
  const isNamed = color !== null && laid === undefined && top !== undefined && words.value?.card.get(top)?.color !== color;
  return (
    <dl class="piles" aria-label={say.piles}>
      <div class="draw-pile">
        <dt>{say.drawPile}</dt>
        <dd>
          <span class="stack" aria-hidden="true">
            {Array.from({ length: Math.min(draw_pile.count, STACK) }, (_, place) =>
              draw_pile.top_back === null ? <PlainBack key={place} /> : <Drawing key={place} card={draw_pile.top_back} />,
            )}
          </span>
          <span class="pile-count">
            <b>{draw_pile.count}</b> <span>{say.toDraw(draw_pile.count)}</span>
          </span>
          {draw_pile.top_back !== null && <span class="word">, {say.onTop(cardName(draw_pile.top_back))}</span>}
        </dd>
      </div>
      <div class="discard-pile">
        <dt>{say.discardPile}</dt>
        <dd>
          <span class="word">{top === undefined ? say.empty : cardName(top)}{laid !== undefined && `, ${say.sending}`}</span>
          <span class="discards" aria-hidden="true">
            {discard.slice(0, FAN).reverse().map((card, place, shown) => (
              <span class={`discard-${shown.length - place}`} key={discard.length - shown.length + place}>
                <Drawing card={card} />
                {laid !== undefined && place === shown.length - 1 && <span class="sent-sign"><ClockIcon /></span>}
              </span>
            ))}
          </span>
        </dd>
      </div>
      {color !== null && (
        <div class={isNamed ? "color-in-force" : "color-in-force word"}>
          <dt>{say.colorInForce}</dt>
          <dd>
            <ColorSign color={color} /> <b>{colorName(color)}</b>
          </dd>
        </div>
      )}
      {last !== undefined && (
        <div class="last-move">
          <dt>{say.lastMove}</dt>
          <dd>
            <Sentence event={last.event} reader={game} /> <time dateTime={last.recorded_at}>{ago(last.recorded_at)}</time>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The last move of this round. */
function lastMove(entries: readonly LogEntry[], version: number): LogEntry | undefined {
  const last = entries.findLast((one) => one.seq <= version && (one.event.type === "round_started" || isMove(one)));
  return last?.event.type === "round_started" ? undefined : last;
}

/** What a seat did itself; what it did to the others, and what it forgot, follows from that. */
function isMove(entry: LogEntry): boolean {
  const { event, actor } = entry;
  return "seat" in event && event.seat === actor && event.type !== "uno_missed" && isTold(entry);
}
