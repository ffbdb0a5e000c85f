// Every legal command can be reached by choices: card, then one question after the other, then UNO or not. The moments
// in moments.json are of matches with every edition and every option (devtools/web_moments.py).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { CardView, Command } from "flipside-client";
import * as moves from "../src/moves/moves.ts";

interface Moment {
  options: Record<string, unknown>;
  phase: string;
  hand: [string, number][];
  legal_commands: Command[];
}

const moments = JSON.parse(readFileSync(new URL("moments.json", import.meta.url), "utf8")) as Moment[];

for (const type of ["accept", "ask", "catch", "challenge", "color", "decline", "discard", "doubt", "draw", "give", "jump",
  "next_round", "pass", "play", "press", "shout", "spin", "take", "uno", "wheel"]) {
  test(`every ${type} can be reached by choices`, () => {
    let count = 0;
    for (const moment of moments) {
      for (const wanted of moment.legal_commands.filter((command) => command.type === type)) {
        count += 1;
        const found = reached(moment, wanted);
        // A color or seat that is left out is asked later, or is the only one: the page names it at once.
        assert.deepEqual({ ...found, ...leftOut(moment, wanted) }, { ...wanted, ...leftOut(moment, wanted) });
      }
    }
    assert.notEqual(count, 0);
  });
}

test("a choice of cards names them by their handles, each once", () => {
  const hand = [card("R5", 4), card("G1", 7), card("R5", 9)];
  assert.deepEqual(moves.withHandles({ type: "play", card: "R5" }, [card("R5", 9)]), { type: "play", card: "R5", handle: 9 });
  assert.deepEqual(moves.withHandles({ type: "discard", cards: ["G1", "R5", "R5"] }, hand), {
    type: "discard", cards: ["G1", "R5", "R5"], handles: [7, 4, 9],
  });
  assert.deepEqual(moves.withHandles({ type: "draw" }, []), { type: "draw" });
});

test("a card that was picked twice fits only a discard that names it twice", () => {
  const all: Command[] = [{ type: "discard", cards: ["R5", "G1"] }, { type: "discard", cards: ["G1", "G1"] }];
  assert.deepEqual(moves.discardsWith(all, ["G1"]), all);
  assert.deepEqual(moves.discardsWith(all, ["G1", "G1"]), [all[1]]);
  assert.deepEqual(moves.discardsOf(all, ["G1"]), []);
});

test("commands of an older version are not legal", () => {
  const game = { legal_commands: [{ type: "draw" }] as Command[] };
  assert.equal(moves.areLegal(game, [{ type: "draw" }]), true);
  assert.equal(moves.areLegal(game, [{ type: "pass" }]), false);
});

/** The command that a player ends at who wants this one, by the choices that the page offers. */
function reached(moment: Moment, wanted: Command): Command | undefined {
  let left = begun(moment, wanted);
  for (let asked = moves.question(left); asked !== undefined; asked = moves.question(left)) {
    const offered = moves.answers(left, asked);
    const named = (wanted as unknown as Record<string, moves.Answer | undefined>)[asked] ?? null;
    const answer = named === null && !offered.includes(null) ? (offered[0] ?? null) : named;
    assert.ok(offered.includes(answer));
    left = moves.narrowed(left, asked, answer);
  }
  return moves.settled(left, moves.canCallUno(left) && "uno" in wanted && wanted.uno === true);
}

/** The members that other commands with this card name, and the wanted one does not. */
function leftOut(moment: Moment, wanted: Command): Record<string, undefined> {
  const [face] = moves.cardsOf(wanted);
  if (face === undefined || wanted.type === "discard") return {};
  const offered = moves.movesWith(moment, { card: face });
  const has = (command: Command, member: string) => (command as unknown as Record<string, unknown>)[member] !== undefined;
  const members = ["to", "target", "color"].filter((member) => !has(wanted, member) && offered.some((one) => has(one, member)));
  return Object.fromEntries(members.map((member) => [member, undefined]));
}

/** The commands after the first choice: a button, a seat, a card of the hand, or several. */
function begun(moment: Moment, wanted: Command): Command[] {
  if (wanted.type === "catch") return [moves.catchOf(moment, wanted.seat)].filter((one) => one !== undefined);
  const faces = moves.cardsOf(wanted);
  const severally = moves.discards(moment);
  if (wanted.type === "discard" && severally.length > 0) return picked(moment, severally, faces);
  const [face] = faces;
  if (face === undefined) return moves.movesWithoutCard(moment).find(([first]) => first?.type === wanted.type) ?? [];
  assert.ok(moment.hand.some(([held]) => held === face));
  return moves.movesWith(moment, { card: face });
}

/** Cards of the hand, picked one after the other. */
function picked({ hand }: Moment, all: readonly Command[], faces: readonly string[]): Command[] {
  const held = hand.map(([one]) => one);
  faces.forEach((face, place) => {
    const at = held.indexOf(face);
    assert.ok(at >= 0);
    held.splice(at, 1);
    assert.notEqual(moves.discardsWith(all, faces.slice(0, place + 1)).length, 0);
  });
  return moves.discardsOf(all, faces);
}

function card(face: string, handle: number): CardView {
  return { card: face, handle, back: null };
}
