// Orders as they are being written: a plan names cards of the hand, each once.

import type { CardView, Orders } from "flipside-client";

/** The service takes no longer plan. */
export const LONGEST_PLAN = 3;

export interface Planned {
  handle: number;
  card: string;
  color: string | null;
  target: number | null;
}

export interface Draft {
  challenge: number | null;
  drawn: "play" | "keep" | null;
  callsUno: boolean;
  plan: readonly Planned[];
  wake: { one_card: boolean; penalty: boolean; flipped: boolean; few_cards: number };
}

/** What stands now, or nothing. Of the plan, the cards that the hand still has. */
export function draftOf(orders: Orders | null, hand: readonly CardView[]): Draft {
  const left = [...hand];
  const plan: Planned[] = [];
  for (const { card, color, target } of orders?.plan ?? []) {
    const place = left.findIndex((one) => one.card === card);
    const [held] = place < 0 ? [] : left.splice(place, 1);
    if (held !== undefined) plan.push({ handle: held.handle, card, color: color ?? null, target: target ?? null });
  }
  const wake = orders?.wake_me;
  return {
    challenge: orders?.challenge ?? null,
    drawn: (orders?.drawn_card ?? null) as Draft["drawn"],
    callsUno: orders?.call_uno ?? false,
    plan,
    wake: {
      one_card: wake?.one_card ?? false,
      penalty: wake?.penalty ?? false,
      flipped: wake?.flipped ?? false,
      few_cards: wake?.few_cards ?? 0,
    },
  };
}

/** The plan after a tap on a card: at its end, or without it. A full plan stays as it is. */
export function toggled(plan: readonly Planned[], { card, handle }: CardView): readonly Planned[] {
  if (plan.some((one) => one.handle === handle)) return plan.filter((one) => one.handle !== handle);
  return plan.length < LONGEST_PLAN ? [...plan, { handle, card, color: null, target: null }] : plan;
}

/** The plan with a color for its card of this handle. */
export function colored(plan: readonly Planned[], handle: number, color: string): readonly Planned[] {
  return plan.map((one) => (one.handle === handle ? { ...one, color } : one));
}

/** The card of the plan that still needs a color. */
export function withoutColor(plan: readonly Planned[], isWild: (card: string) => boolean): Planned | undefined {
  return plan.find(({ card, color }) => color === null && isWild(card));
}

/** The plan with a seat for its card of this handle. */
export function aimed(plan: readonly Planned[], handle: number, target: number): readonly Planned[] {
  return plan.map((one) => (one.handle === handle ? { ...one, target } : one));
}

/** The card of the plan that still needs a seat. `targets`: by card, those that the service has named. */
export function withoutTarget(plan: readonly Planned[], targets: ReadonlyMap<string, readonly number[]>): Planned | undefined {
  return plan.find(({ card, target }) => target === null && targets.has(card));
}

/** The orders to send. */
export function ordersOf({ challenge, drawn, callsUno, plan, wake }: Draft): Orders {
  return {
    challenge,
    drawn_card: drawn,
    call_uno: callsUno,
    plan: plan.map(({ card, color, target }) => ({ card, color: color as never, target })),
    wake_me: wake,
  };
}

/** Whether these orders would ever move. */
export function doNothing({ challenge, drawn, plan }: Draft): boolean {
  return challenge === null && drawn === null && plan.length === 0;
}
