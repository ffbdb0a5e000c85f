// Events and decisions in the words of the catalogue.

import "./no-network.ts";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Catalogue, Event, Game, LogEntry } from "flipside-client";
import { type Words, words } from "../src/catalogue/catalogue.ts";
import { decisionText } from "../src/catalogue/decisions.ts";
import { eventPieces, eventText, isTold } from "../src/catalogue/events.ts";
import type { Reader } from "../src/catalogue/sentences.ts";

const CARDS = [
  ["R1", "Red 1", "R", "number"],
  ["R9", "Red 9", "R", "number"],
  ["G1", "Green 1", "G", "number"],
  ["W", "Wild", null, "wild"],
] as const;

const catalogue = {
  cards: CARDS.map(([card, name, color, kind]) => ({ card, name, color, kind, side: "L", symbol: card, points: 0, drawing: card })),
  colors: [
    { color: "R", side: "L", name: "red" },
    { color: "G", side: "L", name: "green" },
  ],
  sides: { L: "light side", D: "dark side" },
  directions: {},
  sectors: { guess: "Guess" },
  told: ["card_played", "cards_drawn"],
  phases: { turn: "A player is on turn.", spin: "A player spins the wheel." },
  decisions: {
    turn: [{ when: { seat: "you" }, text: "It is your turn." }, { when: {}, text: "{seat} plays." }],
    discard: [{ when: { seat: "you", count: "one" }, text: "Discard {count} card." }, { when: {}, text: "{seat} discards {count} cards." }],
    wheel: [{ when: {}, text: "The wheel says {sector}: {seat} chooses." }],
  },
  events: {
    card_played: [
      { when: { face: "wild", color: "some", seat: "you" }, text: "You play {face} and name {color}." },
      { when: { seat: "you" }, text: "You play {face}." },
      { when: {}, text: "{seat} plays {face}." },
    ],
    cards_drawn: [
      { when: { seat: "you" }, text: "You draw {faces}." },
      { when: { backs: "one" }, text: "{seat} draws {backs} card." },
      { when: {}, text: "{seat} draws {backs} cards." },
    ],
    turn_started: [{ when: {}, text: "It is the turn of {seat}." }],
    match_ended: [{ when: { winners: "none" }, text: "Nobody wins." }, { when: {}, text: "The match goes to {winners}." }],
  },
} as unknown as Catalogue;

const reader = {
  seats: ["Ann", "Bob", "Cleo"].map((name, seat) => ({ seat, kind: "human", player_id: null, name, bot: null })),
  your_seat: 1,
} as Reader;

beforeEach(() => {
  words.value = {
    ...catalogue,
    card: new Map(catalogue.cards.map((one) => [one.card, one])),
    color: new Map(catalogue.colors.map((one) => [one.color, one])),
  } as Words;
});

test("an event is told to the reader or about others", () => {
  const mine = { type: "card_played", seat: 1, face: "W", color: "G" } as unknown as Event;
  const theirs = { type: "card_played", seat: 0, face: "R9", color: "R" } as unknown as Event;
  assert.equal(eventText(mine, reader), "You play Wild and name green.");
  assert.equal(eventText({ ...mine, color: null } as Event, reader), "You play Wild.");
  assert.equal(eventText(theirs, reader), "Ann plays Red 9.");
});

test("a list is told as a number of backs, as names of cards, or as names of players", () => {
  const drawn = { type: "cards_drawn", reason: "turn" };
  assert.equal(eventText({ ...drawn, seat: 1, backs: ["x", "x"], faces: ["R1", "W"] } as unknown as Event, reader), "You draw Red 1 and Wild.");
  assert.equal(eventText({ ...drawn, seat: 2, backs: ["x"] } as unknown as Event, reader), "Cleo draws 1 card.");
  assert.equal(eventText({ ...drawn, seat: 2, backs: ["x", "x"] } as unknown as Event, reader), "Cleo draws 2 cards.");
  assert.equal(eventText({ type: "match_ended", winners: [0, 2] } as unknown as Event, reader), "The match goes to Ann and Cleo.");
  assert.equal(eventText({ type: "match_ended", winners: [] } as unknown as Event, reader), "Nobody wins.");
});

test("names of players are pieces of their own", () => {
  const played = { type: "card_played", seat: 0, face: "R9", color: "R" } as unknown as Event;
  assert.deepEqual(eventPieces(played, reader).filter(({ isName }) => isName), [{ text: "Ann", isName: true }]);
});

test("only events that the catalogue names for a log are told", () => {
  const entry = (type: string) => ({ seq: 1, event: { type, seat: 0 } }) as unknown as LogEntry;
  assert.equal(isTold(entry("card_played")), true);
  assert.equal(isTold(entry("turn_started")), false);
  assert.equal(isTold(entry("never_heard_of")), false);
});

test("a decision is told to the one who decides or about them; without a decision the phase is told", () => {
  const game = (phase: string, decision: object | null, turn = 1) => ({ ...reader, turn, view: { phase, decision } }) as unknown as Game;
  assert.equal(decisionText(game("turn", null)), "It is your turn.");
  assert.equal(decisionText(game("turn", null, 2)), "Cleo plays.");
  assert.equal(decisionText(game("effect", { kind: "discard", seat: 1, count: 1 })), "Discard 1 card.");
  assert.equal(decisionText(game("effect", { kind: "discard", seat: 0, count: 3 })), "Ann discards 3 cards.");
  assert.equal(decisionText(game("wheel_choice", { kind: "wheel", seat: 0, sector: "guess" })), "The wheel says Guess: Ann chooses.");
  assert.equal(decisionText(game("spin", null)), "A player spins the wheel.");
});
