// What the parts of a table share: the game as the service has it, and what the person has chosen but not sent.

import { signal } from "@preact/signals";
import type { Command } from "flipside-client";
import type { OpenGame } from "../../games/game.ts";
import { send } from "../../moves/outbox.ts";

/** Commands to choose from, and the card of the hand that they are about. */
export interface Asked {
  commands: readonly Command[];
  handle: number | null;
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

  /** Send a command, with the version that the person saw. */
  async send(command: Command): Promise<void> {
    const version = this.opened.game.value?.version ?? null;
    this.forget();
    await send(this.id, command, version);
  }

  /** Choose nothing. */
  forget(): void {
    this.chosen.value = null;
    this.asked.value = null;
    this.callsUno.value = false;
  }
}
