// My hand. Choosing a card only marks it; the button below names the move and makes it.

import { useSignal } from "@preact/signals";
import type { CardView, Game, LogEntry } from "flipside-client";
import { useEffect, useRef } from "preact/hooks";
import { useGlide } from "./glide.ts";
import { HandCard, type Fit } from "./hand-card.tsx";
import { moveFocus } from "./hand-keys.ts";
import { sorted } from "./hand-order.ts";
import { cardOnTheWay } from "./on-the-way.ts";
import type { Table } from "./state.ts";
import { tableTexts } from "./texts.ts";
import { WhyNot } from "./why-not.tsx";

/** More cards than this are laid in terraces. */
const ROWS = 10;

export function Hand({ game, table }: { game: Game; table: Table }) {
  const say = tableTexts();
  const list = useRef<HTMLUListElement>(null);
  const stop = useSignal<number | null>(null);
  const asked = useSignal<CardView | null>(null);
  const hand = useOrder(game.view.hand ?? []);
  useGlide(() => list.current, hand.map(({ handle }) => handle).join());
  useEffect(() => {
    asked.value = null;
    const chosen = game.view.hand?.find(({ handle }) => handle === table.chosen.peek());
    if (chosen?.playable !== true) table.chosen.value = null;
  }, [game.version]);
  useEffect(() => {
    const draw = (event: KeyboardEvent) => drawByKey(event, game, table);
    addEventListener("keydown", draw);
    return () => removeEventListener("keydown", draw);
  }, [game, table]);
  if (hand.length === 0) return null;

  const fresh = justDrawn(table.opened.entries.value, game);
  const laid = cardOnTheWay(game);
  const stopAt = hand.some(({ handle }) => handle === stop.value) ? stop.value : hand[0]?.handle;

  function choose(card: CardView): void {
    const isChosen = table.chosen.peek() === card.handle;
    const isPlayable = card.playable === true;
    asked.value = isPlayable || asked.peek()?.handle === card.handle ? null : card;
    table.chosen.value = isPlayable && !isChosen ? card.handle : null;
  }

  return (
    <div class="hand-area">
      {asked.value !== null && (
        <WhyNot
          game={game}
          card={asked.value}
          onClose={() => {
            asked.value = null;
          }}
        />
      )}
      <ul
        class={hand.length > ROWS ? "hand terraces" : "hand flat"}
        aria-label={say.hand}
        ref={list}
        onKeyDown={(event) => list.current !== null && moveFocus(event, list.current)}
      >
        {hand.map((card) => card.handle === laid?.handle ? (
          <li class="hand-place" key={card.handle} aria-hidden="true" />
        ) : (
          <HandCard
            key={card.handle}
            card={card}
            fit={fitOf(card, game)}
            isChosen={table.chosen.value === card.handle}
            isNew={fresh.has(card.handle)}
            isStop={card.handle === stopAt}
            onChoose={() => choose(card)}
            onFocus={() => {
              stop.value = card.handle;
            }}
          />
        ))}
      </ul>
    </div>
  );
}

/** The cards in order; while a finger is on the page they stay where they are. */
function useOrder(hand: readonly CardView[]): CardView[] {
  const isTouched = useSignal(false);
  const shown = useRef<CardView[]>([]);
  useEffect(() => {
    const touch = () => {
      isTouched.value = true;
    };
    const leave = () => {
      isTouched.value = false;
    };
    addEventListener("pointerdown", touch);
    addEventListener("pointerup", leave);
    addEventListener("pointercancel", leave);
    return () => {
      removeEventListener("pointerdown", touch);
      removeEventListener("pointerup", leave);
      removeEventListener("pointercancel", leave);
    };
  }, []);
  const held = new Map(hand.map((card) => [card.handle, card]));
  const stays = isTouched.value && shown.current.some(({ handle }) => held.has(handle));
  if (!stays) return (shown.current = sorted(hand));
  const kept = shown.current.flatMap(({ handle }) => held.get(handle) ?? []);
  const known = new Set(kept.map(({ handle }) => handle));
  return (shown.current = [...kept, ...sorted(hand.filter(({ handle }) => !known.has(handle)))]);
}

/** Cards are marked when one of them is asked for. */
function fitOf({ playable }: CardView, { status, your_turn, view }: Game): Fit {
  if (status !== "running") return "idle";
  if (playable === true) return "fits";
  const isAsked = your_turn && (view.decision === null || view.hand?.some((one) => one.playable) === true);
  return isAsked ? "does-not-fit" : "idle";
}

/** The handles of what the viewer has drawn last, until they play. */
function justDrawn(entries: readonly LogEntry[], { your_seat, view }: Game): ReadonlySet<number> {
  if (view.decision?.kind === "drawn_card" && view.decision.handle !== null) return new Set([view.decision.handle]);
  const last = entries.findLast(({ event }) =>
    (event.type === "cards_drawn" || event.type === "card_played" || event.type === "round_started" || event.type === "flipped") &&
    (!("seat" in event) || event.seat === your_seat),
  )?.event;
  return new Set(last?.type === "cards_drawn" ? last.handles : []);
}

/** D draws, wherever the focus is, but not in a field or a sheet. */
function drawByKey(event: KeyboardEvent, game: Game, table: Table): void {
  if (event.key.toLowerCase() !== "d" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const at = event.target as HTMLElement;
  if (at.closest("input, select, textarea, dialog") !== null) return;
  const draw = game.legal_commands.find(({ type }) => type === "draw" || type === "press");
  if (draw !== undefined) void table.send(draw);
}
