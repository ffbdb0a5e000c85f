// Sheets: what is still to be chosen for a card, and decisions that wait for an answer.

import type { Command, Game } from "flipside-client";
import { question } from "../../../moves/moves.ts";
import type { Table } from "../state.ts";
import { ChallengeSheet } from "./challenge-sheet.tsx";
import { ChoiceSheet } from "./choice-sheet.tsx";
import { DiscardSheet } from "./discard-sheet.tsx";

type Ask = "challenge" | "discard" | "choice";

/** How an open decision of the reader is asked; undefined: the hand and the buttons are enough. */
export function decisionOf({ view, legal_commands, can_act }: Game): { ask: Ask; commands: Command[] } | undefined {
  if (!can_act || view.decision === null) return undefined;
  if (view.decision.kind === "challenge") return { ask: "challenge", commands: legal_commands };
  const discards = legal_commands.filter(({ type }) => type === "discard");
  if (discards.some((one) => one.type === "discard" && (one.cards?.length ?? 0) !== 1)) return { ask: "discard", commands: discards };
  const choices = legal_commands.filter(({ type }) => type === "color" || type === "wheel");
  return question(choices) === undefined ? undefined : { ask: "choice", commands: choices };
}

export function Sheets({ game, table }: { game: Game; table: Table }) {
  const asked = table.asked.value;
  if (asked !== null) {
    return <ChoiceSheet game={game} table={table} asked={asked} onClose={() => { table.asked.value = null; }} />;
  }
  const decision = decisionOf(game);
  if (decision === undefined || table.closedAt.value === game.version) return null;
  const close = () => {
    table.closedAt.value = game.version;
  };
  const { ask, commands } = decision;
  if (ask === "challenge") return <ChallengeSheet game={game} table={table} commands={commands} onClose={close} />;
  if (ask === "discard") return <DiscardSheet game={game} table={table} commands={commands} onClose={close} />;
  return <ChoiceSheet game={game} table={table} asked={{ commands, handle: null }} onClose={close} />;
}

