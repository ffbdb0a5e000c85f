// Sheets: what is still to be chosen for a card, and decisions that wait for an answer.

import type { Game } from "flipside-client";
import { useEffect } from "preact/hooks";
import { areLegal } from "../../../moves/moves.ts";
import { isOnItsWay, outcomes } from "../../../moves/outbox.ts";
import type { Table } from "../state.ts";
import { ChallengeSheet } from "./challenge-sheet.tsx";
import { ChoiceSheet } from "./choice-sheet.tsx";
import { decisionSheet } from "./decision-sheet.ts";
import { DiscardSheet } from "./discard-sheet.tsx";
import { DrawnSheet } from "./drawn-sheet.tsx";

export function Sheets({ game, table }: { game: Game; table: Table }) {
  const asked = table.asked.value;
  const isStale = asked !== null && !areLegal(game, asked.commands);
  useEffect(() => {
    if (isStale) table.asked.value = null; // the game has moved on under the open sheet
  }, [isStale, table]);
  if (isOnItsWay(game)) return null;
  if (asked !== null) {
    if (isStale) return null;
    const key = JSON.stringify(asked.commands[0]);
    return <ChoiceSheet key={key} game={game} table={table} asked={asked} onClose={() => { table.asked.value = null; }} />;
  }
  const sheet = decisionSheet(game);
  const outcome = outcomes.value.get(table.id);
  if (outcome !== undefined && outcome.type !== "accepted") return null; // to be read first
  if (sheet === undefined || table.closedAt.value === game.version) return null;
  const close = () => {
    table.closedAt.value = game.version;
  };
  const { commands } = sheet;
  const key = `${sheet.ask} ${game.version}`;
  if (sheet.ask === "challenge") return <ChallengeSheet key={key} game={game} table={table} commands={commands} onClose={close} />;
  if (sheet.ask === "discard") return <DiscardSheet key={key} game={game} table={table} commands={commands} onClose={close} />;
  if (sheet.ask === "drawn") {
    return <DrawnSheet key={key} game={game} table={table} card={sheet.card} passes={commands} onClose={close} />;
  }
  return <ChoiceSheet key={key} game={game} table={table} asked={{ commands, cards: [] }} onClose={close} />;
}
