// The backs of a hand: chips in rows of five; at a crowded table one overlapping row, or a tally by color.

import { words } from "../../catalogue/catalogue.ts";
import { Drawing } from "../../parts/face.tsx";
import { PlainBack } from "./plain-back.tsx";

/** More chips than this do not fit beside each other at a crowded table. */
const ROW = 7;
/** More than two rows of five close up; more than this are counted. */
const [ROWS_OF_FIVE, MOST] = [10, 15];
/** Alike backs say nothing but their number, which stands above them. */
const ALIKE = 5;

interface BacksProps {
  /** Null: they are all alike. */
  cards: readonly string[] | null;
  count: number;
  isCrowded: boolean;
}

export function Backs({ cards, count, isCrowded }: BacksProps) {
  if (cards === null) return <Alike count={Math.min(count, isCrowded ? ROW : ALIKE)} />;
  if (cards.length > (isCrowded ? ROW : MOST)) return <Tally cards={cards} />;
  return <Chips cards={cards} isCrowded={isCrowded} />;
}

function Alike({ count }: { count: number }) {
  return (
    <span class="chips overlapping" aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        <span class="chip" key={place}><PlainBack /></span>
      ))}
    </span>
  );
}

function Chips({ cards, isCrowded }: { cards: readonly string[]; isCrowded: boolean }) {
  return (
    <span class={isCrowded ? "chips overlapping" : cards.length > ROWS_OF_FIVE ? "chips many" : "chips"} aria-hidden="true">
      {cards.map((card, place) => (
        <span class="chip" key={`${card}-${place}`}>
          <Drawing card={card} level="chip" />
        </span>
      ))}
    </span>
  );
}

/** How many cards of each color there are. */
function Tally({ cards }: { cards: readonly string[] }) {
  const all = words.value;
  const counts = new Map<string, number>();
  for (const card of cards) {
    const color = all?.card.get(card)?.color ?? "";
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const order = [...(all?.colors.map(({ color }) => color as string) ?? []), ""].filter((color) => counts.has(color));
  const wild = cards.find((card) => all?.card.get(card)?.color === null);
  return (
    <span class="tally" aria-hidden="true">
      {order.map((color) => (
        <span class="tally-color" key={color}>
          <Sign color={color} wild={wild} />
          {counts.get(color)}
        </span>
      ))}
    </span>
  );
}

/** The shape of a color without its ground, which the tally has itself; for wilds a chip. */
function Sign({ color, wild }: { color: string; wild: string | undefined }) {
  const all = words.value;
  if (color === "" && wild !== undefined) return <span class="tally-wild"><Drawing card={wild} level="chip" /></span>;
  const isDark = all?.color.get(color)?.side === "D";
  return (
    <svg class="drawing tally-sign" viewBox={isDark ? "5 5 18 18" : "0 0 28 28"}>
      {all !== undefined && <use href={`${all.drawings}#color-${color}`} width="28" height="28" />}
    </svg>
  );
}
