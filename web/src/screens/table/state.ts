// What the parts of a table share: the game as the service has it, and what the person has chosen but not sent.

import { signal } from "@preact/signals";
import type { CardView, Command } from "flipside-client";
import type { OpenGame } from "../../games/game.ts";
import { settled, withHandles } from "../../moves/moves.ts";
import { isOnItsWay, send } from "../../moves/outbox.ts";

/** Commands to choose from, and the cards of the hand that they are about. */
export interface Asked {
  commands: readonly Command[];
  cards: readonly CardView[];
}

export class Table {
  /** The handle of the chosen card, or null. */
  readonly chosen = signal<number | null>(null);

  /** The choice in an open sheet, or null: none is open. */
  readonly asked = signal<Asked | null>(null);

  /** Whether UNO is called with the next card. It starts switched off: forgetting is part of the game. */
  readonly callsUno = signal(false);

  /** The version at which the person closed the sheet of an open decision. */
  readonly closedAt = signal<number | null>(null);

  constructor(
    readonly id: string,
    readonly opened: OpenGame,
  ) {}

  /** Send a command, with the version that the person saw. A second tap, while the first is on its way, does nothing. */
  async send(command: Command): Promise<void> {
    const game = this.opened.game.peek();
    if (game !== undefined && isOnItsWay(game)) return;
    this.forget();
    await send(this.id, command, game?.version ?? null);
  }

  /** Send the one command that these leave, or ask for what is still to be chosen. */
  go(commands: readonly Command[], cards: readonly CardView[] = []): void {
    const command = settled(commands, this.callsUno.value);
    if (command !== undefined) void this.send(withHandles(command, cards));
    else this.asked.value = { commands, cards };
  }

  /** Choose nothing. */
  forget(): void {
    this.chosen.value = null;
    this.asked.value = null;
    this.callsUno.value = false;
  }
}
