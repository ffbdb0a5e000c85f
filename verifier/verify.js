// Checks a transcript of a finished match: that it was dealt as promised, and that it is the match that was played.
//
// This program trusts nobody and shares no line with the server. It was written from docs/protocol/protocol.md (UFLIP1, the
// transcript, the anchors) and docs/players/rules.md (decks, and what events do to cards). It needs nothing but JavaScript:
//
//     node verifier/verify.js [--head VERSION:HEX]... [--key HEX]... [--origin FILE] [--json] FILE...
//
// with Node 18 or later, or a page (index.html beside it) that loads this file with a plain <script> and calls `verify`.
// It checks everything but whether each move was allowed by the rules of the game, and who has won by them:
// `python -m engine verify` does that. That each move came from the seat that was asked for one is checked here too.
//
// Parts: 1 bytes and hashes, 2 the committed chance, 3 the file, 4 events, 5 seed and chain, 6 rules and deck,
// 7 the cards, 8 the turns, 9 the result, 10 signature and anchors, 11 all checks together, 12 the command line.
"use strict";

/** Something in the file is not as it must be. `check` names the check that found it, the message says what and where. */
class Broken extends Error {
  constructor(check, message) {
    super(message);
    this.check = check;
  }
}

// ---------------------------------------------------------------------------------------------- 1 bytes and hashes

const MOST_BYTES = 100_000_000;
const SYSTEM = 255; // the actor of what the service did by itself
const NOTHING = new Uint8Array(32); // stands in the chain for the commitment of an event without private part

const utf8 = (text) => new TextEncoder().encode(text);
const label = (text) => utf8(text + "\0"); // D("...") of the protocol
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const u8 = (value) => Uint8Array.of(value);
const u16 = (value) => Uint8Array.of(value >>> 8, value);
const u32 = (value) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
const uuid = (text) => unhex(text.replaceAll("-", ""));

function i64(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
  return bytes;
}

function join(parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

let subtle = globalThis.crypto?.subtle; // Node 18 has it elsewhere: see the command line

/** H of the protocol: SHA-256. */
async function sha256(...parts) {
  return new Uint8Array(await subtle.digest("SHA-256", join(parts)));
}

const imported = new WeakMap(); // keys as WebCrypto has them, by their bytes

/** M of the protocol: HMAC-SHA-256. */
async function mac(key, ...parts) {
  if (!imported.has(key)) imported.set(key, await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
  return new Uint8Array(await subtle.sign("HMAC", imported.get(key), join(parts)));
}

/** Whether the signature is good; null where this program cannot know, in an old browser. */
async function isSigned(publicKey, signature, message) {
  let key;
  try {
    key = await subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
  } catch (trouble) {
    if (trouble.name === "NotSupportedError") return null;
    return false; // not the bytes of a key
  }
  return subtle.verify({ name: "Ed25519" }, key, signature, message);
}

// ---------------------------------------------------------------------------------------------- 2 the committed chance

/** The endless row of numbers that a key stands for. */
class Stream {
  constructor(key) {
    this.key = key;
    this.block = 0;
    this.words = []; // of the current block, the next one last
  }

  /** A number from 0 to bound - 1, all equally likely: words that would favor some are thrown away. */
  async below(bound) {
    const limit = Math.floor(65536 / bound) * bound;
    for (;;) {
      if (!this.words.length) {
        const block = await mac(this.key, label("UFLIP1/stream"), u32(this.block++));
        for (let at = 30; at >= 0; at -= 2) this.words.push(block[at] * 256 + block[at + 1]);
      }
      const word = this.words.pop();
      if (word < limit) return word % bound;
    }
  }

  /** The items in the order of this stream (Fisher-Yates from the last index down). */
  async shuffle(items) {
    const pile = [...items];
    for (let i = pile.length - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [pile[i], pile[j]] = [pile[j], pile[i]];
    }
    return pile;
  }
}

const PAIRING = 0, DEALER = 1, LAUNCHER = 2, WHEEL = 3, HANDS = 4, SHUFFLED_HANDS = 5, REDEAL = 6;

/** All chance of one match: K and what derives from it. */
class Chance {
  constructor(master) {
    this.master = master;
  }

  async epoch(number) {
    return new Stream(await mac(this.master, label("UFLIP1/epoch"), u32(number)));
  }

  async misc(kind, number) {
    return new Stream(await mac(this.master, label("UFLIP1/misc"), u8(kind), u32(number)));
  }
}

// ---------------------------------------------------------------------------------------------- 3 the file

const is = {
  whole: (value) => Number.isSafeInteger(value) && value >= 0,
  upTo: (most) => is.from(0, most),
  text: (value) => typeof value === "string",
  ascii: (value) => is.text(value) && !/[\u0080-\uffff]/.test(value),
  from: (least, most = Number.MAX_SAFE_INTEGER) => (value) => is.whole(value) && value >= least && value <= most,
  hex: (bytes) => (value) => is.text(value) && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value),
  uuid: (value) => is.text(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  date: (value) => is.text(value) && /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(value),
  one: (...values) => (value) => values.includes(value),
  maybe: (kind) => (value) => value === null || kind(value),
  list: (kind) => (value) => Array.isArray(value) && value.every(kind),
  shape: (shape) => (value) => isObject(value) && !fault(value, shape),
};
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** What is wrong with the members of an object, if anything is. */
function fault(object, shape) {
  for (const name of Object.keys(shape)) {
    if (!Object.hasOwn(object, name)) return `the member "${name}" is missing`;
    if (!shape[name](object[name])) return `the member "${name}" is not what it must be`;
  }
  const extra = Object.keys(object).find((name) => !Object.hasOwn(shape, name));
  return extra === undefined ? null : `there is a member ${quoted(extra).slice(0, 42)} that does not belong there`;
}

const SEAT = { seat: is.upTo(9), pseudonym: is.uuid, kind: is.one("human", "bot", "open"), bot: is.maybe(is.ascii) };
const LINES = {
  transcript: {
    type: is.text, format: is.one(1), protocol: is.one("UFLIP1"), game: is.uuid, rules: is.ascii,
    rules_hash: is.hex(32), seats: is.list(is.shape(SEAT)), events: is.from(1, 0xffffffff),
  },
  event: {
    type: is.text, seq: is.upTo(0xffffffff), event: is.upTo(0xffff), schema: is.upTo(0xffff), at: is.whole,
    actor: (value) => is.upTo(9)(value) || value === SYSTEM, command: is.uuid, public: is.ascii,
    private: is.maybe(is.ascii), commitment: is.maybe(is.hex(32)), chain: is.hex(32),
  },
  end: {
    type: is.text, seed: is.hex(32), cause: is.ascii, winners: is.list(is.upTo(9)),
    ranks: is.list(is.from(1, 10)), chain: is.hex(32),
  },
  signature: {
    type: is.text, algorithm: is.one("Ed25519"), key: is.hex(8), public_key: is.hex(32), signature: is.hex(64),
  },
  anchor: {
    type: is.text, date: is.date, version: is.from(1, 0xffffffff), chain: is.hex(32), index: is.whole, size: is.from(1),
    path: is.list(is.hex(32)), checkpoint: is.text,
  },
};

/** JSON as the format wants it: members sorted, no spaces, ASCII. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isObject(value)) {
    return `{${Object.keys(value).sort().map((name) => `${quoted(name)}:${canonical(value[name])}`).join(",")}}`;
  }
  return typeof value === "string" ? quoted(value) : JSON.stringify(value);
}

function quoted(text) {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The object of a line. Written back it must give the same bytes: so nothing in it can be read in two ways. */
function readLine(text, number, allowed) {
  const refuse = (why) => new Broken("format", `Line ${number}: ${why}.`);
  let object;
  try {
    object = JSON.parse(text);
  } catch {
    throw refuse("it is not JSON");
  }
  if (!isObject(object) || !is.text(object.type)) throw refuse("it is not an object with a type");
  const type = object.type;
  if (type === "transcript" && !allowed.includes(type)) throw refuse("another transcript begins here; each is checked by itself");
  if (!allowed.includes(type)) throw refuse(`here must stand ${allowed.join(" or ")}, not ${quoted(type).slice(0, 42)}`);
  if (type === "transcript" && Object.hasOwn(object, "format") && object.format !== 1) {
    throw refuse("this program knows format 1 alone");
  }
  const wrong = fault(object, LINES[type]);
  if (wrong) throw refuse(wrong);
  if (canonical(object) !== text) throw refuse("it is not written as the format wants it (sorted members, each once, no spaces, ASCII)");
  return object;
}

/** The bytes of a file, unpacked if gzip has packed them, as exports are; a few more than a transcript may have at most. */
async function unpacked(bytes, what = "The file") {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  if (typeof DecompressionStream === "undefined") throw new Broken("format", `${what} is packed by gzip: unpack it first.`);
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  let length = 0;
  try {
    for (let part; length <= MOST_BYTES && !(part = await reader.read()).done; length += part.value.length) parts.push(part.value);
  } catch {
    throw new Broken("format", `${what} is packed by gzip, and is damaged.`);
  }
  reader.cancel().catch(() => {});
  const whole = new Uint8Array(length);
  for (let at = 0; parts.length; at += parts.shift().length) whole.set(parts[0], at);
  return whole;
}

/** The parts of the file: head, events, end, signature, anchors, and the bytes that are signed. */
function readFile(bytes) {
  const refuse = (why) => new Broken("format", why);
  if (bytes.length > MOST_BYTES) throw refuse("The file is larger than 100 MB.");
  if (!bytes.length) throw refuse("The file is empty.");
  const odd = bytes.findIndex((byte) => byte > 126 || (byte < 32 && byte !== 10));
  if (odd >= 0) throw refuse(`Byte ${odd + 1} of the file is not an ASCII character of a text.`);
  if (bytes[bytes.length - 1] !== 10) throw refuse("The last line does not end: the file is cut short.");
  const lines = new TextDecoder().decode(bytes.subarray(0, bytes.length - 1)).split("\n");
  let at = 0;
  const next = (...allowed) => {
    if (at >= lines.length) throw refuse(`The file ends after line ${at}, where a line "${allowed[0]}" must follow.`);
    return readLine(lines[at], ++at, allowed);
  };
  const head = next("transcript");
  const events = [];
  while (events.length < head.events) {
    const event = next("event");
    events.push(event);
    if (event.seq !== events.length) throw refuse(`Line ${at}: event ${events.length} must stand here, not ${event.seq}.`);
    if ((event.private === null) !== (event.commitment === null)) {
      throw refuse(`Line ${at}: a private part and its commitment must stand together.`);
    }
  }
  const end = next("end");
  const signed = lines.slice(0, at).reduce((length, line) => length + line.length + 1, 0);
  const signature = next("signature");
  const anchors = [];
  while (at < lines.length) anchors.push(next("anchor"));
  head.seats.forEach((seat, number) => {
    if (seat.seat !== number) throw refuse(`Line 1: seat ${number} is not in its place.`);
    if (seat.kind !== "bot" && seat.bot !== null) throw refuse(`Line 1: seat ${number} is not a bot's and cannot name one.`);
  });
  anchors.forEach((anchor, number) => {
    const before = anchors[number - 1];
    if (before && anchor.date <= before.date) throw refuse("The days of the anchors must go forwards.");
  });
  return { head, events, end, signature, anchors, signed: bytes.subarray(0, signed), gid: uuid(head.game) };
}

// ---------------------------------------------------------------------------------------------- 4 events

// By number: the name, what everybody could see of it, and after the bar what only some could. The letters: s seat,
// n whole number, i integer, b yes or no, t text, h 32 bytes in hexadecimal, f face (null: no card), c color (null: none),
// d side, x anything; with ? it may be null, [] is a list.
const EVENTS = `
1 match_created options:x seats:n commitment:h teams:t[]; 2 seat_taken seat:s kind:t entropy:h source:t
3 seat_left seat:s
4 match_started rules_hash:h transcript:h own_backs:t | light:f[] dark:f[]
5 dealer_drawn seat:s face:f | card:n
6 dealer_chosen seat:s
7 round_started round:n dealer:s size:n | pile:n[]
8 hands_dealt hand_size:n backs_shown:b top_back:f | cards:n[][] faces:f[][] backs:f[][] own_backs:f[][]
9 starter_turned face:f color:c top_back:f | card:n
10 starter_returned face:f depth:n top_back:f | card:n
11 turn_started seat:s; 12 color_asked seat:s reason:t after:s?; 13 color_named seat:s color:c
14 card_played seat:s face:f color:c | card:n handle:n back:f
15 cards_drawn seat:s reason:t backs:f[] top_back:f | cards:n[] faces:f[]
16 drawn_card_offered seat:s | card:n
17 card_kept seat:s; 18 seat_skipped seat:s; 19 direction_reversed direction:i
20 flipped side:d color:c top_back:f discard:f[] | cards:n[][] faces:f[][] backs:f[][] own_backs:f[][]
21 evidence_sealed seat:s | guilty:b hand:f[]
22 challenge_opened seat:s by:s face:f; 23 challenge_accepted seat:s
24 hand_shown seat:s to:s | faces:f[]
25 challenge_decided seat:s by:s guilty:b; 26 uno_called seat:s; 27 uno_missed seat:s; 28 uno_caught seat:s by:s
29 uno_cleared seat:s
30 pile_reshuffled size:n top_back:f | pile:n[]
31 pile_exhausted idle:n; 32 round_blocked; 33 time_expired
34 round_ended winner:s? side:d hands:f[][] backs:f[][] points:i[] totals:i[]
35 seat_eliminated seat:s rank:n; 36 match_ended winners:s[] ranks:n[] seed:h cause:t
37 target_chosen seat:s target:s; 38 effect_assigned seat:s number:n names_color:b after:s
39 cards_discarded seat:s faces:f[] | cards:n[] handles:n[] backs:f[]
40 duel_fought seat:s target:s faces:f[] winner:s; 41 hand_revealed seat:s faces:f[]
42 hands_moved sources:s[] | cards:n[][] faces:f[][] backs:f[][] own_backs:f[][]
43 give_asked seat:s
44 card_given seat:s to:s back:f | card:n face:f handle:n
45 penalty_stacked seat:s by:s face:f total:n; 46 help_asked seat:s asker:s seats:s[]; 47 help_declined seat:s
48 cards_revealed seat:s faces:f[]; 49 doubt_opened seat:s; 50 doubted seat:s of:s; 51 card_misplayed seat:s face:f
52 catch_failed seat:s of:s; 53 seat_knocked_out seat:s; 54 launcher_pressed seat:s fired:n; 55 spin_asked seat:s
56 wheel_spun seat:s sector:t; 57 wheel_choice_asked seat:s sector:t; 58 war_fought faces:f[][] winner:s?
59 race_opened seat:s; 60 race_won seat:s
61 clock_set turn:n? bank:n? increment:n cap:n? answer:n? weekends:b late:t autopilot_after:n
62 timed_out seat:s due_at:i; 63 autopilot_engaged seat:s reason:t; 64 autopilot_released seat:s
65 seat_resigned seat:s; 66 vote_cast seat:s motion:t yes:b; 67 clock_paused reason:t seat:s? since:i? until:i?
68 clock_resumed reason:t seat:s?; 69 clock_extended reason:t since:i until:i; 70 offset_noted seat:s minutes:i
71 position_set origin:t at:n future:t seat:s? round:n dealer:s turn:s side:d direction:i color:c uno:t[] scores:i[] out:s[] eliminated:s[] ranks:n[] doubtable:s? idle:n presses:n spins:n sizes:n[] discard:f[] size:n top_back:f | dark:f[] hands:n[][] pile:n[] discards:n[] hidden:n[][]
72 position_resumed backs_shown:b | cards:n[][] pile:n[] faces:f[][] backs:f[][] own_backs:f[][]
73 seat_taken_over seat:s; 74 seat_lent seat:s hours:n; 75 seat_returned seat:s
`;

const WILDS = "W W2 WH WJ WO W4 WS WX WB WD1 WD2 WAH WHF WAA w wc wv we wm".split(" ");
/** All faces in the order by which hands are sorted; `x` is the back of a card with one side. */
const FACES = [
  ...[..."RYGBptov"].flatMap((color) => [..."0123456789", "+1", "+5", "R", "S", "E", "F"].map((symbol) => color + symbol)),
  ...[..."RYGB"].flatMap((color) => ["+2", "H1", "H2", "DA", "TH", "1*", "2*", "3*", "4*", "5*"].map((symbol) => color + symbol)),
  ...WILDS,
  "x",
];
const PLACE = new Map(FACES.map((face, place) => [face, place]));
const byFace = (one, other) => PLACE.get(one) - PLACE.get(other);
const isWild = (face) => WILDS.includes(face) || face === "x";
const numberOf = (face) => (isWild(face) || !/^[0-9]\*?$/.test(face.slice(1)) ? 0 : Number(face[1]));

const KINDS = {
  s: is.upTo(9),
  n: is.whole,
  i: Number.isSafeInteger,
  b: (value) => typeof value === "boolean",
  t: is.text,
  h: is.hex(32),
  f: (value) => value === null || PLACE.has(value),
  c: (value) => value === null || (is.text(value) && value.length === 1 && "RYGBptov".includes(value)),
  d: is.one("L", "D"),
  x: () => true,
};

function kindOf(code) {
  if (code.endsWith("[]")) return is.list(kindOf(code.slice(0, -2)));
  return code.endsWith("?") ? is.maybe(kindOf(code.slice(0, -1))) : KINDS[code];
}

const TYPES = Object.fromEntries(
  EVENTS.trim().split(/\n|; /).map((line) => {
    const [number, name, ...rest] = line.split(" ");
    const bar = rest.includes("|") ? rest.indexOf("|") : rest.length;
    const shape = (fields) => Object.fromEntries(fields.map((field) => field.split(":")).map(([key, code]) => [key, kindOf(code)]));
    const seats = rest.filter((field) => /:s\b/.test(field)).map((field) => field.split(":")[0]);
    return [number, { name, seats, open: shape(rest.slice(0, bar)), secret: bar < rest.length ? shape(rest.slice(bar + 1)) : null }];
  }),
);

const BEFORE_THE_MATCH = ["match_created", "clock_set", "position_set", "seat_taken", "seat_left", "offset_noted", "match_ended"];

/** Read what every event says: `fields` holds both parts. */
function readEvents(file) {
  for (const event of file.events) {
    const type = TYPES[event.event];
    const refuse = (why) => new Broken("events", `Event ${event.seq}: ${why}.`);
    if (!type || event.schema !== 1) throw refuse(`this program knows no event type ${event.event} in version ${event.schema}`);
    event.name = type.name;
    if ((type.secret === null) !== (event.private === null)) throw refuse(`${type.name} ${type.secret ? "must have" : "has no"} private part`);
    event.fields = { ...part(event.public, type.open, refuse), ...(type.secret && part(event.private, type.secret, refuse)) };
  }
  const named = (name) => file.events.filter((event) => event.name === name);
  if (file.events[0].name !== "match_created") throw new Broken("events", "The first event must be match_created.");
  if (file.events.at(-1).name !== "match_ended") throw new Broken("events", "The last event must be match_ended.");
  file.created = file.events[0].fields;
  file.ended = file.events.at(-1).fields;
  // A table that was closed before its match: nothing was dealt.
  file.isClosed = file.ended.cause === "closed";
  for (const [name, count] of [["match_created", 1], ["match_started", file.isClosed ? 0 : 1], ["match_ended", 1]]) {
    if (named(name).length !== count) throw new Broken("events", `There are ${named(name).length} events ${name}; there must be ${count}.`);
  }
  file.started = named("match_started")[0]?.fields ?? null;
  const late = file.isClosed && file.events.find((event) => !BEFORE_THE_MATCH.includes(event.name));
  if (late) throw new Broken("events", `Event ${late.seq} (${late.name}): the match has not started.`);
  file.seats = file.created.seats;
  if (file.seats < 2 || file.seats > 10) throw new Broken("events", "A match has 2 to 10 seats.");
  file.options = readOptions(file.created.options);
  for (const event of file.events) checkSeats(event, file.seats);
  const early = named("timed_out").find((event) => event.at < event.fields.due_at);
  if (early) throw new Broken("events", `Event ${early.seq}: it was recorded before the time ran out.`);
}

function part(text, shape, refuse) {
  let object;
  try {
    object = JSON.parse(text);
  } catch {
    throw refuse("what it says is not JSON");
  }
  const wrong = isObject(object) ? fault(object, shape) : "it is no object";
  if (wrong) throw refuse(wrong);
  return object;
}

function readOptions(pairs) {
  const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && is.text(pair[0]);
  if (!is.list(isPair)(pairs)) throw new Broken("events", "Event 1: the options are no list of names and values.");
  return Object.fromEntries(pairs);
}

/** No event speaks of a seat that does not exist, and lists by seat are as long as the table is large. */
function checkSeats(event, seats) {
  const named = TYPES[event.event].seats.flatMap((name) => event.fields[name] ?? []);
  const wrong = named.some((seat) => seat >= seats);
  if (wrong || (event.actor !== SYSTEM && event.actor >= seats)) throw new Broken("events", `Event ${event.seq} (${event.name}) names a seat that does not exist.`);
  const lists = { hands_dealt: ["cards", "faces", "backs"], flipped: ["cards", "faces", "backs"], hands_moved: ["cards", "faces", "backs"],
    round_ended: ["hands", "backs", "points", "totals"], match_ended: ["ranks"], war_fought: ["faces"],
    position_set: ["sizes", "scores", "hands"], position_resumed: ["cards", "faces", "backs"] }[event.name] ?? [];
  if (lists.some((name) => event.fields[name].length !== seats)) throw new Broken("events", `Event ${event.seq} (${event.name}) is not about all seats.`);
}

// ---------------------------------------------------------------------------------------------- 5 seed and chain

/** Walk the chain from its first link; every event must follow from all before it. */
async function checkChain(file) {
  let chain = await sha256(label("UFLIP1/genesis"), file.gid);
  file.genesis = hex(chain);
  const hashes = await Promise.all(file.events.map((event) => sha256(utf8(event.public))));
  for (const event of file.events) {
    chain = await sha256(
      label("UFLIP1/event"), chain, file.gid, u32(event.seq), u16(event.event), u16(event.schema), i64(event.at), u8(event.actor),
      uuid(event.command), hashes[event.seq - 1], event.commitment === null ? NOTHING : unhex(event.commitment),
    );
    if (hex(chain) !== event.chain) throw new Broken("chain", `The chain breaks at event ${event.seq}: the event, or one of its hashes, was changed.`);
  }
  if (file.end.chain !== hex(chain)) throw new Broken("chain", "The line of the end names another head than the chain has.");
  return { events: file.events.length, chain: file.end.chain };
}

/** The events of a command stand together, by one actor at one moment; and time never runs backwards. */
function checkCommands(file) {
  const commands = new Set();
  file.events.forEach((event, place) => {
    const before = file.events[place - 1];
    const refuse = (why) => new Broken("commands", `Event ${event.seq} ${why}.`);
    if (before && event.at < before.at) throw refuse("was recorded before the one in front of it");
    if (before?.command === event.command) {
      if (event.actor !== before.actor || event.at !== before.at) throw refuse("belongs to a command of another actor or moment");
    } else if (commands.has(event.command)) throw refuse("names a command that was over");
    commands.add(event.command);
  });
  return { commands: commands.size };
}

/** Heads that somebody noted during the match must lie on this chain. */
function checkHeads(file, heads) {
  for (const { version, chain } of heads) {
    if (version > file.events.length) throw new Broken("heads", `You noted a head of version ${version}, but the match has ${file.events.length} events.`);
    if ((version ? file.events[version - 1].chain : file.genesis) !== chain) throw new Broken("heads", `The head that you noted for version ${version} is not on this chain: you were shown another match.`);
  }
  return { heads: heads.length };
}

/** The seed that is shown now must be the one that was committed to before anybody sat down. */
async function checkSeed(file) {
  if (file.end.seed !== file.ended.seed) throw new Broken("seed", "The line of the end and match_ended show different seeds.");
  file.seed = unhex(file.ended.seed);
  const commitment = hex(await sha256(label("UFLIP1/server-commit"), file.gid, file.seed));
  if (commitment !== file.created.commitment) throw new Broken("seed", "The seed is not the one that the first event commits to.");
}

/** Every private part must be the one that the chain commits to. */
async function checkPrivate(file) {
  const parts = file.events.filter((event) => event.private !== null);
  const commitments = await Promise.all(
    parts.map(async (event) => mac(await mac(file.seed, label("UFLIP1/priv-salt"), u32(event.seq)), utf8(event.private))),
  );
  const wrong = parts.find((event, place) => hex(commitments[place]) !== event.commitment);
  if (wrong) throw new Broken("private", `The private part of event ${wrong.seq} (${wrong.name}) is not the one that was committed to.`);
  return { parts: parts.length };
}

/** What every seat brought; bytes "from the server" must follow from the seed. */
async function checkEntropies(file) {
  const taken = new Array(file.seats).fill(null);
  let byPlayers = 0;
  for (const { name, seq, fields } of file.events) {
    if (name === "match_started") break;
    if (name === "seat_left") taken[fields.seat] = null;
    if (name !== "seat_taken") continue;
    if (fields.source === "server") {
      const derived = hex(await mac(file.seed, label("UFLIP1/server-entropy"), u8(fields.seat)));
      if (derived !== fields.entropy) throw new Broken("entropies", `Event ${seq}: the bytes of seat ${fields.seat} do not follow from the seed, as the server's must.`);
    } else if (fields.source !== "player") {
      throw new Broken("entropies", `Event ${seq}: nobody but players and the server brings bytes.`);
    }
    taken[fields.seat] = fields;
  }
  file.entropies = taken.map((seat, number) => {
    if (!seat && !file.isClosed) throw new Broken("entropies", `Seat ${number} is empty at the start.`);
    if (!seat) return openSeat(file, number);
    if (file.head.seats[number]?.kind !== seat.kind) throw new Broken("entropies", `The first line says of seat ${number} what its event does not.`);
    byPlayers += seat.source === "player";
    return unhex(seat.entropy);
  });
  if (file.head.seats.length !== file.seats) throw new Broken("entropies", `The first line lists ${file.head.seats.length} seats, the match has ${file.seats}.`);
  return { byPlayers, byServer: file.entropies.filter(Boolean).length - byPlayers };
}

function openSeat(file, number) {
  if (file.head.seats[number]?.kind !== "open") throw new Broken("entropies", `The first line says of seat ${number} that it is taken.`);
  return null;
}

// ---------------------------------------------------------------------------------------------- 6 rules and deck

// Sections 1.4 to 1.6 of the rules. Flip: light:dark,dark of the printed cards; others: symbol:copies of each color; wilds.
const FLIP = `R1:p3,v2 R2:oR,v+5 R3:p7,wc R4:oF,v+5 R5:p2,t5 R6:o9,pE R7:o1,v5 R8:t7,vR R9:tR,v5 R+1:p3,p4 RR:t7,v3 RS:o+5,w RF:p8,v3
Y1:pE,w Y2:t1,t8 Y3:p+5,v1 Y4:p+5,vF Y5:t8,v9 Y6:oE,wc Y7:o2,v6 Y8:o2,p1 Y9:t5,v4 Y+1:p1,v8 YR:tF,w YS:o3,tF YF:o8,p4
G1:o5,oF G2:t+5,tE G3:pF,v2 G4:p8,t9 G5:o7,t4 G6:p5,wc G7:o6,t2 G8:pR,t9 G9:o+5,pR G+1:o6,t6 GR:o1,p7 GS:o9,v4 GF:t3,wc
B1:vE,vE B2:o8,p6 B3:t2,v8 B4:t+5,v1 B5:oR,p9 B6:tE,vR B7:o3,oE B8:t4,tR B9:o5,vF B+1:p6,t6 BR:o4,w BS:p9,t1 BF:v6,v7
W:p5,pF,t3,v7 W2:o4,o7,p2,v9`;
const CLASSIC = "0:1 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2 +2:2 R:2 S:2";
const ATTACK = "1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2";
const DECKS = {
  classic108: [CLASSIC, "W:4 W4:4"],
  classic112swap: [CLASSIC, "W:4 W4:4 WS:1 WB:3"],
  classic112shuffle: [CLASSIC, "W:4 W4:4 WX:1 WB:3"],
  downpour: [CLASSIC, "W:2 W4:2 WD1:2 WD2:2"],
  1998: [`${ATTACK} H2:2 R:2 S:2 DA:1 TH:1`, "W:4 WAH:2 WHF:2"],
  "2010s": [`${ATTACK} R:1 S:2 DA:2 H1:1 H2:2`, "W:4 WAA:4"],
  spin: ["0:1 1:1 1*:1 2:1 2*:1 3:1 3*:1 4:1 4*:1 5:1 5*:1 6:2 7:2 8:2 9:2 +2:2 R:2 S:2", "W:4 W4:4"],
};
const PLAIN = { WH: "W", WJ: "W", WO: "W", wv: "w", we: "w", wm: "w" };
const UNIQUE = { marvel: ["WH", "wv"], stranger_things: ["WJ", "we"], transformers: ["WO", "wm"] };

/** The cards that belong to these options, as light/dark in any order. */
function printedDeck(options) {
  const flip = FLIP.split(/\s/).map((entry) => entry.split(":")).flatMap(([light, darks]) => darks.split(",").map((dark) => `${light}/${dark}`));
  const oneSided = (name) => {
    const [colored, wilds] = DECKS[name].map((text) => text.split(" ").map((entry) => entry.split(":")));
    const faces = [...[..."RYGB"].flatMap((color) => colored.map(([symbol, copies]) => [color + symbol, copies])), ...wilds];
    return faces.flatMap(([face, copies]) => new Array(Number(copies)).fill(`${face}/x`));
  };
  switch (options.game) {
    case "flip": return flip;
    case "classic_from_flip": return flip.map((card) => card.split("/")[0]).filter((light) => light[1] !== "F").map((light) => `${light}/x`);
    case "classic": return oneSided(options.deck === 112 ? `classic112${options.hands_wild}` : "classic108");
    case "h2o": return oneSided(options.h2o_downpour ? "downpour" : "classic108");
    case "attack": return oneSided(options.attack_deck);
    case "spin": return oneSided("spin");
    default: return [];
  }
}

/** The rules document: its hash, that it says what the first event says, and that its deck is the printed one. */
async function checkRules(file) {
  const refuse = (why) => new Broken("rules", why);
  const hash = hex(await sha256(utf8(file.head.rules)));
  if (hash !== file.head.rules_hash) throw refuse("The rules document is not the one that its hash names.");
  if (file.started && hash !== file.started.rules_hash) throw refuse("The match was started by another rules document.");
  const faces = is.list((face) => PLACE.has(face));
  const shape = { protocol: is.one("UFLIP1"), options: isObject, seats: is.whole, hand_size: is.whole, light: faces, dark: faces };
  const rules = part(file.head.rules, shape, (why) => refuse(`The rules document: ${why}.`));
  if (canonical(rules.options) !== canonical(file.options)) throw refuse("The rules document has other options than the first event.");
  if (rules.seats !== file.seats) throw refuse("The rules document has another number of seats than the first event.");
  const cards = rules.light.map((light, card) => `${light}/${rules.dark[card]}`);
  const plain = cards.map((card) => card.split("/").map((face) => PLAIN[face] ?? face).join("/"));
  const isKnown = file.options.edition === "base" || (file.options.game === "flip" && Object.hasOwn(UNIQUE, file.options.edition));
  const isPrinted = isKnown && rules.dark.length === cards.length && plain.sort().join() === printedDeck(file.options).sort().join();
  const unique = UNIQUE[file.options.edition];
  const wanted = unique ? 4 - file.options.edition_plain_wilds : 0;
  const others = (side, own) => side.filter((face) => PLAIN[face] && face !== own).length;
  const isEdition = [rules.light, rules.dark].every((side, place) => !others(side, unique?.[place]) && side.filter((face) => PLAIN[face]).length === wanted);
  if (!isPrinted || !isEdition) throw refuse("The deck is not the one that the rules print for these options.");
  if (rules.hand_size !== 7) throw refuse("Seven cards are dealt in every game.");
  file.rules = rules;
  return { cards: cards.length, game: file.options.game, edition: file.options.edition };
}

/** T binds the seed to all that everybody saw; K, and with it all chance, follows from both. */
async function checkTranscript(file) {
  const ids = file.rules.light.map((_, card) => u16(card));
  const deckHash = await sha256(label("UFLIP1/deck"), ...ids);
  const seats = file.entropies.flatMap((entropy, seat) => [u8(seat), entropy]);
  const transcript = await sha256(
    label("UFLIP1/transcript"), file.gid, unhex(file.head.rules_hash), deckHash, unhex(file.created.commitment),
    u8(file.seats), ...seats, u16(0),
  );
  if (hex(transcript) !== file.started.transcript) throw new Broken("transcript", "What the shuffles are bound to is not what was at the table: rules, deck, seed and the bytes of the seats do not give the transcript hash of match_started.");
  file.chance = new Chance(await mac(file.seed, label("UFLIP1/master"), transcript));
}

// ---------------------------------------------------------------------------------------------- 7 the cards

const SECTORS = ["UNO_SPIN", "DISCARD_COLOR", "DRAW_BLUE", "DRAW_RED", "WAR", "DISCARD_NUMBER", "SHOW_HAND", "TRADE_HANDS", "ALMOST_UNO"];
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Where every card is, from the first deal to the last. Piles have their top last; a hand maps the id of a card to its
 * handle, in the order in which the cards came. What events say is compared with what must come, and then done.
 */
class Cards {
  constructor(file) {
    this.file = file;
    this.options = file.options;
    this.counts = { deals: 0, reshuffles: 0, dealt: 0, drawn: 0, played: 0, flips: 0, moved: 0, presses: 0, spins: 0, dealerCards: 0, rounds: 0 };
    this.epoch = 0;
    this.presses = this.spins = 0;
    this.round = 0;
    this.dealer = null;
    this.dealerCards = []; // drawn for the deal
    this.eliminated = [];
    this.out = []; // who takes no part in this round
    this.faces = null; // of every card: [light, dark]
    this.totals = new Array(file.seats).fill(0);
    this.clear();
  }

  clear() {
    this.side = 0;
    this.draw = [];
    this.discard = [];
    this.hands = this.totals.map(() => new Map());
    this.handle = 1;
    this.player = null; // who has laid the last card
    this.evidence = null;
  }

  /** Follow one event. */
  async follow(event) {
    if (event.command !== this.command) {
      // n of the streams 4 and 5: events before the command. Sitting down again, with a move, is a command of its own.
      this.command = event.command;
      this.before = event.seq - 1 + (event.name === "autopilot_released");
    }
    this.event = event;
    if (this[event.name]) await this[event.name](event.fields);
    if (this.draw.length || this.discard.length) this.conserve();
  }

  /** What the event says must be what it has to be. */
  must(isTrue, what, check = "cards") {
    if (!isTrue) throw new Broken(check, `Event ${this.event.seq} (${this.event.name}): ${what}.`);
  }

  /** No card is gone, none is there twice. */
  conserve() {
    const all = [...this.draw, ...this.discard, ...this.hands.flatMap((hand) => [...hand.keys()])];
    this.must(all.length === this.faces[0].length && new Set(all).size === all.length, "a card is lost or there twice");
  }

  shown = (card) => this.faces[this.side][card]; // the active face
  back = (card) => this.faces[1 - this.side][card];
  topBack = (below = 1) => (this.draw.length >= below ? this.back(this.draw.at(-below)) : null);
  sorted = (seat) => [...this.hands[seat].keys()].map(this.shown).sort(byFace);
  colorOf = (card) => (isWild(this.shown(card)) ? null : this.shown(card)[0]);
  playing = () => this.totals.map((_, seat) => seat).filter((seat) => !this.out.includes(seat));

  seatAfter(seat) {
    do seat = (seat + 1) % this.file.seats;
    while (this.out.includes(seat));
    return seat;
  }

  receive(seat, cards) {
    for (const card of cards) this.hands[seat].set(card, this.handle++);
  }

  take(seat, card, handle) {
    this.must(this.hands[seat].has(card), `seat ${seat} does not hold that card`);
    this.must(handle === this.hands[seat].get(card), "the card was held under another handle");
    this.hands[seat].delete(card);
  }

  /** Four lists by seat say of all hands which cards, faces, and backs they have. */
  compareHands(fields, hands) {
    this.must(same(fields.cards, hands), "the hands are not those that had to come", "shuffles");
    this.must(same(fields.faces, hands.map((hand) => hand.map(this.shown))), "a face is not that of its card");
    const backs = hands.map((hand) => hand.map(this.back));
    this.must(same(fields.own_backs, this.options.own_backs === "visible" ? backs : []), "a back is not that of its card");
    this.must(same(fields.backs, backs.map((hand) => hand.sort(byFace))), "a back is not that of its card");
  }

  compareTopBack(fields) {
    this.must(fields.top_back === this.topBack(), "the back on top of the draw pile is not that of its card");
  }

  // -- the start of the match

  async match_started(fields) {
    const { light, dark } = this.file.rules;
    const pairing = this.options.pairing;
    let behind = dark; // as printed; of cards with one side nothing else is possible
    if (this.position) behind = this.position.dark; // as in the match that it goes on from
    else if (Array.isArray(pairing)) behind = pairing.map((card) => String(card).split("/")[1]);
    else if (pairing === "random" && dark.some((face) => face !== "x")) {
      behind = await (await this.file.chance.misc(PAIRING, 0)).shuffle(dark);
    }
    this.must(same(fields.light, light), "the light faces are not those of the rules document", "luck");
    this.must(same(fields.dark, behind), "the dark faces are not behind the light ones as they had to be", "luck");
    this.must(same([...behind].sort(), [...dark].sort()), "the dark faces are not those of the deck", "luck");
    this.must(fields.own_backs === this.options.own_backs, "the options say otherwise who sees the backs");
    this.faces = [light, behind];
  }

  dealer_drawn(fields) {
    this.must(this.faces && !this.round, "nobody draws for the deal now", "luck");
    this.dealerCards.push(fields);
  }

  async dealer_chosen(fields) {
    this.must(this.faces && !this.round, "no dealer is chosen now", "luck");
    const way = this.options.dealer_selection;
    let drawn = [], dealer;
    if (way === "random") dealer = await (await this.file.chance.misc(DEALER, 0)).below(this.file.seats);
    else if (/^seat=[A-J]$/.test(way)) dealer = (way.charCodeAt(5) - 65) % this.file.seats;
    else {
      let highest;
      [highest, drawn] = await this.drawForDeal();
      dealer = way === "high_deals" ? highest : (highest + this.file.seats - 1) % this.file.seats;
    }
    this.must(same(this.dealerCards.map(({ seat, card, face }) => [seat, card, face]), drawn), "other cards had to be drawn for the deal", "luck");
    this.must(fields.seat === dealer, `seat ${dealer} had to become the dealer`, "luck");
    this.counts.dealerCards = drawn.length;
    this.dealer = dealer;
  }

  /** Each seat draws a card, tied seats draw on: who is highest, and what was drawn. */
  async drawForDeal() {
    let seats = this.playing(), deck = [], shuffles = 0;
    const drawn = [];
    while (seats.length > 1) {
      const values = new Map();
      for (const seat of seats) {
        if (!deck.length) deck = await (await this.file.chance.misc(DEALER, shuffles++)).shuffle(this.faces[0].keys());
        const card = deck.pop();
        drawn.push([seat, card, this.faces[0][card]]);
        values.set(seat, numberOf(this.faces[0][card]));
      }
      const highest = Math.max(...values.values());
      seats = seats.filter((seat) => values.get(seat) === highest);
    }
    return [seats[0], drawn];
  }

  // -- the start of a match that goes on from a position of another one

  position_set(fields) {
    this.must(!this.faces && !this.position, "a position is set once, before the match starts");
    this.must(is.uuid(fields.origin) && (fields.future === "redealt") === (fields.seat !== null), "it does not say where it comes from");
    this.must(fields.future === "redealt" || !fields.hidden.length, "nothing is dealt anew in it");
    this.position = fields;
  }

  async position_resumed(fields) {
    const from = this.position;
    this.must(from && this.faces && !this.round, "no position was set");
    for (const name of ["round", "dealer", "presses", "spins"]) this[name] = from[name];
    this.side = "LD".indexOf(from.side);
    [this.totals, this.out, this.eliminated] = [[...from.scores], [...from.out], [...from.eliminated]];
    this.must(this.playing().length, "nobody is left");
    const cards = [...from.hands.flat(), ...from.pile];
    const all = new Set([...cards, ...from.discards].filter((card) => card < this.faces[0].length));
    this.must(all.size === this.faces[0].length && all.size === cards.length + from.discards.length, "a card is lost or there twice");
    for (const [number, places] of from.hidden.entries()) {
      this.must(places.every((place) => place < cards.length) && new Set(places).size === places.length, "the hidden places are not places");
      const dealt = await (await this.file.chance.misc(REDEAL, number)).shuffle(places.map((place) => cards[place]));
      places.forEach((place, at) => (cards[place] = dealt[at]));
    }
    const hands = from.hands.map((hand) => cards.splice(0, hand.length));
    this.must(same(fields.pile, cards), "the cards dealt anew are not those that the seed gives", "shuffles");
    [this.draw, this.discard] = [cards, [...from.discards]];
    this.compareHands(fields, hands);
    this.hold(hands);
    this.must(same(from.sizes, hands.map((hand) => hand.length)) && from.size === from.pile.length, "the position has other numbers of cards");
    this.must(same(from.discard, this.discard.map(this.shown)), "the discard pile shows other faces");
    this.must(from.top_back === (from.pile.length ? this.back(from.pile.at(-1)) : null), "the back on top of the pile is not that of its card");
    this.must(fields.backs_shown === (this.options.own_backs !== "hidden"), "the options say otherwise who sees the backs");
  }

  /** What a position says of this moment, as far as cards and points go. */
  asPosition() {
    const { round, dealer, side, totals, out, eliminated, presses, spins, faces, hands, draw, discard } = this;
    return { round, dealer, side: "LD"[side], scores: totals, out, eliminated, presses, spins, dark: faces[1],
      hands: hands.map((hand) => [...hand.keys()]), pile: draw, discards: discard };
  }

  // -- rounds

  async round_started(fields) {
    this.must(this.dealer !== null, "there is no dealer yet");
    this.out = [...this.eliminated];
    if (this.round) this.dealer = this.seatAfter(this.dealer);
    this.must(fields.round === ++this.round, `this is round ${this.round}`);
    this.must(fields.dealer === this.dealer, `seat ${this.dealer} had to deal`);
    this.clear();
    const pile = await (await this.file.chance.epoch(this.epoch++)).shuffle(this.faces[0].keys());
    this.must(same(fields.pile, pile), `the cards do not lie as shuffle ${this.epoch - 1} of the seed mixes them`, "shuffles");
    this.must(fields.size === pile.length, "the pile has another size");
    this.draw = pile;
    this.counts.deals++;
  }

  hands_dealt(fields) {
    const hands = this.hands.map(() => []);
    const size = this.file.rules.hand_size;
    let seat = this.dealer;
    for (let cards = size * this.playing().length; cards > 0; cards--) {
      seat = this.seatAfter(seat);
      hands[seat].push(this.draw.pop());
      this.counts.dealt++;
    }
    this.must(fields.hand_size === size, `everybody gets ${size} cards`);
    this.must(fields.backs_shown === (this.options.own_backs !== "hidden"), "the options say otherwise who sees the backs");
    this.compareHands(fields, hands);
    this.compareTopBack(fields);
    hands.forEach((hand, number) => this.receive(number, hand));
  }

  starter_turned(fields) {
    this.must(this.draw.length, "there is no card to turn");
    const card = this.draw.pop();
    this.must(fields.card === card && fields.face === this.shown(card), "another card was on top of the draw pile", "shuffles");
    this.must(fields.color === this.colorOf(card), "the color is not that of the card");
    this.compareTopBack(fields);
    this.discard.push(card);
  }

  starter_returned(fields) {
    const card = this.discard.pop();
    this.must(fields.card === card && fields.face === this.shown(card), "another card was the starter");
    this.must(fields.depth === Math.floor(this.draw.length / 2), "it goes back into the middle of the pile");
    this.compareTopBack(fields);
    this.draw.splice(this.draw.length - fields.depth, 0, card);
  }

  round_ended(fields) {
    const side = "LD".indexOf(fields.side);
    const faces = (which) => this.hands.map((hand) => [...hand.keys()].map((card) => this.faces[which][card]).sort(byFace));
    this.must(same(fields.hands, faces(side)), "the hands that are laid open are not those that were held");
    this.must(same(fields.backs, faces(1 - side)), "the backs that are laid open are not those that were held");
    this.totals = this.totals.map((total, seat) => total + fields.points[seat]);
    this.must(same(fields.totals, this.totals), "the points do not add up", "result");
    this.counts.rounds++;
  }

  seat_eliminated({ seat }) {
    this.eliminated.push(seat);
    this.seat_knocked_out({ seat });
  }

  seat_knocked_out({ seat }) {
    this.out.push(seat);
    this.must(this.playing().length, "nobody is left");
  }

  // -- cards that move

  card_played(fields) {
    const { seat, card, face } = fields;
    this.take(seat, card, fields.handle);
    this.must(face === this.shown(card) && fields.back === this.back(card), "what is shown is not that card");
    this.must(isWild(face) || fields.color === face[0], "the color is not that of the card");
    this.discard.push(card);
    this.player = seat;
    this.counts.played++;
  }

  cards_drawn(fields) {
    const count = fields.cards.length;
    this.must(count && count <= this.draw.length, "so many cards are not on the draw pile");
    const cards = this.draw.splice(-count).reverse();
    this.must(same(fields.cards, cards), "other cards were on top of the draw pile", "shuffles");
    this.must(same(fields.faces, cards.map(this.shown)) && same(fields.backs, cards.map(this.back)), "what is shown are not those cards");
    this.compareTopBack(fields);
    this.receive(fields.seat, cards);
    this.counts.drawn += count;
  }

  drawn_card_offered(fields) {
    this.must([...this.hands[fields.seat].keys()].includes(fields.card), "the seat does not hold that card");
  }

  async pile_reshuffled(fields) {
    this.must(!this.draw.length, "the draw pile is not empty", "shuffles");
    const top = this.discard.pop();
    const pile = await (await this.file.chance.epoch(this.epoch++)).shuffle(this.discard);
    this.must(pile.length && same(fields.pile, pile), `the discards do not lie as shuffle ${this.epoch - 1} of the seed mixes them`, "shuffles");
    this.must(fields.size === pile.length, "the pile has another size");
    this.draw = pile;
    this.discard = [top];
    this.compareTopBack(fields);
    this.counts.reshuffles++;
  }

  pile_exhausted() {
    this.must(!this.draw.length && this.discard.length < 2, "there are still cards to draw");
  }

  async flipped(fields) {
    this.side = 1 - this.side;
    this.must(fields.side === "LD"[this.side], "the other side is up");
    this.draw.reverse();
    this.discard.reverse();
    this.must(same(fields.discard, this.discard.map(this.shown)), "the discard pile shows other faces");
    this.must(fields.color === this.colorOf(this.discard.at(-1)), "another color is in force");
    this.compareTopBack(fields);
    const hands = await this.inSecretOrder(this.hands.map((hand) => [...hand.keys()]));
    this.compareHands(fields, hands);
    this.hold(hands);
    this.counts.flips++;
  }

  /** Each hand by its faces; equal faces lie in an order that tells nothing of what they were before. */
  async inSecretOrder(hands) {
    const stream = await this.file.chance.misc(HANDS, this.before);
    const ordered = [];
    for (const held of hands) {
      const hand = [...held].sort((one, other) => byFace(this.shown(one), this.shown(other)));
      for (let first = 0, after; first < hand.length; first = after) {
        for (after = first; after < hand.length && this.shown(hand[after]) === this.shown(hand[first]); ) after++;
        if (after - first > 1) hand.splice(first, after - first, ...(await stream.shuffle(hand.slice(first, after))));
      }
      ordered.push(hand);
    }
    return ordered;
  }

  hold(hands) {
    this.hands = hands.map(() => new Map());
    hands.forEach((hand, seat) => this.receive(seat, hand));
  }

  async hands_moved(fields) {
    let hands = this.hands.map((hand) => [...hand.keys()]);
    if (fields.sources.length) {
      this.must(same([...fields.sources].sort(), hands.map((_, seat) => seat).sort()), "a hand is lost or there twice");
      hands = fields.sources.map((source) => hands[source]);
    } else {
      this.must(this.player !== null, "nobody has laid a card");
      const seats = this.playing();
      const cards = seats.flatMap((seat) => hands[seat]).sort((one, other) => one - other);
      seats.forEach((seat) => (hands[seat] = []));
      let seat = this.player;
      for (const card of await (await this.file.chance.misc(SHUFFLED_HANDS, this.before)).shuffle(cards)) {
        seat = this.seatAfter(seat);
        hands[seat].push(card);
      }
    }
    hands = await this.inSecretOrder(hands);
    this.compareHands(fields, hands);
    this.hold(hands);
    this.counts.moved++;
  }

  cards_discarded(fields) {
    this.must(fields.cards.length && this.discard.length, "there is nothing to lay, or nothing to lay it under");
    this.must(same(fields.faces, fields.cards.map(this.shown)) && same(fields.backs, fields.cards.map(this.back)), "what is shown are not those cards");
    fields.cards.forEach((card, place) => this.take(fields.seat, card, fields.handles[place]));
    this.discard.splice(-1, 0, ...fields.cards); // under the top one
  }

  card_given(fields) {
    this.take(fields.seat, fields.card, fields.handle);
    this.must(fields.face === this.shown(fields.card) && fields.back === this.back(fields.card), "what is shown is not that card");
    this.receive(fields.to, [fields.card]);
  }

  // -- luck besides the shuffles

  async launcher_pressed(fields) {
    const { launcher: script, launcher_weights: weights } = this.options;
    const press = this.presses++;
    this.counts.presses++;
    this.must(this.draw.length, "an empty launcher is not pressed", "luck");
    let fires = script[press];
    if (fires === undefined) {
      const percent = await (await this.file.chance.misc(LAUNCHER, press)).below(100);
      for (let sum = (fires = 0) + weights[0]; percent >= sum; sum += weights[++fires]);
    }
    fires = Math.min(fires, this.draw.length);
    this.must(fields.fired === fires, `press ${press} of the launcher had to fire ${fires}`, "luck");
  }

  async wheel_spun(fields) {
    const spin = this.spins++;
    this.counts.spins++;
    const sector = this.options.wheel[spin] ?? SECTORS[await (await this.file.chance.misc(WHEEL, spin)).below(SECTORS.length)];
    this.must(fields.sector === sector, `spin ${spin} of the wheel had to stop at ${sector}`, "luck");
  }

  // -- cards that are shown

  evidence_sealed(fields) {
    this.must(same(fields.hand, this.sorted(fields.seat)), "that is not the hand of the seat");
    this.evidence = fields;
  }

  hand_shown(fields) {
    this.must(this.evidence?.seat === fields.seat && same(fields.faces, this.evidence.hand), "that is not the hand as it was when the card was laid");
  }

  challenge_decided(fields) {
    this.must(this.evidence?.seat === fields.by && fields.guilty === this.evidence.guilty, "the verdict is not the one that was sealed when the card was laid");
  }

  hand_revealed(fields) {
    this.must(same(fields.faces, this.sorted(fields.seat)), "that is not the hand of the seat");
  }

  showsSome(seat, faces) {
    const held = this.sorted(seat);
    for (const face of faces) {
      const place = held.indexOf(face);
      this.must(face === null || place >= 0, `seat ${seat} does not hold what it shows`);
      if (face !== null) held.splice(place, 1);
    }
  }

  cards_revealed = ({ seat, faces }) => this.showsSome(seat, faces);
  card_misplayed = ({ seat, face }) => this.showsSome(seat, [face]);
  war_fought = ({ faces }) => faces.forEach((shown, seat) => this.showsSome(seat, shown));
  challenge_opened = ({ face }) => this.must(this.discard.length && face === this.shown(this.discard.at(-1)), "another card is on top");
  penalty_stacked = this.challenge_opened;

  duel_fought({ seat, target, faces }) {
    this.must(faces.length === 2, "a duel shows two cards");
    this.showsSome(seat, [faces[0]]);
    this.showsSome(target, [faces[1]]);
  }
}

// ---------------------------------------------------------------------------------------------- 8 the turns

/** By the question that an event puts: the events by which the seat that is asked answers. */
const ANSWERS = {
  turn_started: ["card_played", "cards_drawn", "launcher_pressed", "pile_exhausted", "card_misplayed", "help_asked"],
  drawn_card_offered: ["card_played", "card_kept"],
  color_asked: ["color_named"],
  challenge_opened: ["challenge_accepted", "challenge_decided"],
  penalty_stacked: ["card_played", "challenge_accepted", "challenge_decided"],
  effect_assigned: ["cards_discarded", "color_named"],
  give_asked: ["card_given"],
  help_asked: ["card_given", "help_declined"],
  spin_asked: ["wheel_spun"],
  wheel_choice_asked: ["cards_discarded"],
  race_opened: ["race_won"],
};
/** Events that come as an answer only. */
const ONLY_ANSWERS = "card_played card_kept color_named challenge_accepted challenge_decided card_given help_declined wheel_spun race_won".split(" ");
/** A command that begins with one of these is not a move: it leaves the question open. */
const ASIDE = "uno_called uno_caught catch_failed doubted vote_cast seat_resigned seat_taken_over seat_lent seat_returned offset_noted clock_paused clock_resumed clock_extended autopilot_released".split(" ");
const NONE = "none", SAFE = "safe", EXPOSED = "exposed"; // what a seat has called

/**
 * Whose turn it is. In a round one seat at a time is asked for something, it answers, and play goes round the table.
 * Whether the answer was allowed is for the rules of the game; that it answers what was asked is seen here.
 */
class Turns {
  constructor(file, cards) {
    this.file = file;
    this.cards = cards;
    this.count = 0;
    this.autopilot = new Set();
    this.resigned = new Set();
    this.isStarted = false;
    this.clear(null);
  }

  clear(dealer) {
    this.asked = null; // the event that puts the question
    this.isDue = dealer !== null; // somebody must be asked before the command ends
    this.from = dealer; // play goes on after this seat
    this.isAgain = false; // or with this seat itself
    this.direction = 1;
    this.uno = this.cards.totals.map(() => NONE);
  }

  must(isTrue, what) {
    if (!isTrue) throw new Broken("turns", `Event ${this.event.seq} (${this.event.name}): ${what}.`);
  }

  /** Follow an event that the cards have followed already; `next` comes after it. */
  follow(event, next) {
    this.event = event;
    if (event.command !== this.command) {
      this.command = event.command;
      this.first = null;
      this.names = [];
    }
    // A seat takes itself back from the autopilot with the move that it makes.
    if (!this.first || this.names.every((name) => name === "autopilot_released")) this.first = event;
    if (this.isAnswer()) this.answer();
    else this.must(!ONLY_ANSWERS.includes(event.name) || this.isColorOfDiscard(), "nobody was asked for that");
    if (Object.hasOwn(ANSWERS, event.name)) this.ask();
    if (this[event.name]) this[event.name](event.fields, next);
    this.names.push(event.name);
    if (next?.command !== event.command) this.must(!this.isDue, "nobody is asked to go on");
  }

  isAnswer() {
    const { event, asked } = this;
    const { seat, reason, asker } = event.fields;
    if (!asked || this.isDue || ASIDE.includes(this.first.name) || !ANSWERS[asked.name].includes(event.name)) return false;
    if (event.name === "pile_exhausted") return this.actor() === asked.fields.seat;
    if (event.name === "cards_drawn" && reason !== "turn") return false;
    if (event.name === "help_asked") return asker === asked.fields.seat;
    if (asked.name === "help_asked") return asked.fields.seats.includes(seat);
    if (asked.name === "race_opened") return true;
    return seat === asked.fields.seat || (event.name === "card_played" && this.mayJumpIn());
  }

  mayJumpIn() {
    const { jump_in: jumps, jump_in_cancels: cancels } = this.file.options;
    return (jumps && this.asked.name === "turn_started") || (cancels && this.asked.name === "penalty_stacked");
  }

  /** The seat whose move the command is. */
  actor() {
    return this.first.name === "timed_out" ? this.first.fields.seat : this.event.actor;
  }

  isColorOfDiscard() {
    return this.event.name === "color_named" && this.asked?.name === "effect_assigned" && this.asked.fields.seat === this.event.fields.seat;
  }

  answer() {
    const { name, fields } = this.asked;
    const { seat } = this.event.fields;
    this.isDue = true;
    this.from = fields.after ?? (name === "help_asked" ? fields.asker : seat ?? fields.seat);
    this.isAgain = (name === "color_asked" && ["starter", "flip"].includes(fields.reason)) || (this.event.name === "challenge_decided" && this.event.fields.guilty);
  }

  ask() {
    const { name, fields } = this.event;
    this.must(this.isDue, "the seat that was asked before has not answered");
    if (name === "turn_started" || (name === "color_asked" && fields.reason === "flip")) {
      this.must(fields.seat === this.next() || (this.isAgain && fields.seat === this.from), `seat ${this.next()} is next`);
    }
    this.asked = this.event;
    this.isDue = false;
  }

  next() {
    let seat = this.from;
    do seat = (seat + this.direction + this.file.seats) % this.file.seats;
    while (this.cards.out.includes(seat));
    return seat;
  }

  // -- the match

  seat_left = () => this.must(!this.isStarted, "nobody leaves a match under way");

  match_started() {
    this.isStarted = true;
  }

  round_started({ dealer }) {
    this.clear(dealer);
  }

  position_resumed() {
    const { turn, direction, uno } = this.cards.position;
    this.clear(turn);
    Object.assign(this, { direction, uno: [...uno], isAgain: true });
  }

  round_ended() {
    this.asked = null;
    this.isDue = false;
  }

  seat_eliminated = () => this.must(this.names.includes("round_ended"), "no round has ended");

  match_ended() {
    this.isDue = false;
  }

  // -- turns

  turn_started({ seat }) {
    this.count++;
    const wrong = this.uno.findIndex((call, other) => other !== seat && call !== NONE && this.cards.hands[other].size !== 1);
    this.must(wrong < 0, `seat ${wrong} has called UNO for another card than its last one`);
  }

  seat_skipped({ seat }) {
    if (seat !== this.from || !this.isDue) this.must(this.isDue && seat === this.next(), "another seat is next");
    this.from = seat;
    this.isAgain = false;
  }

  direction_reversed({ direction }) {
    this.must(this.isDue && direction === -this.direction, "that is the direction of play already");
    this.must(this.cards.shown(this.cards.discard.at(-1)).slice(1) === "R", "no Reverse was laid");
    this.direction = direction;
    if (!this.asked) this.isAgain = true; // the starter turns the first turn over to the dealer
  }

  seat_knocked_out({ seat }) {
    this.must(this.file.options.hand_limit && this.cards.hands[seat].size >= this.file.options.hand_limit, "its hand is not that large");
    if (this.isDue || seat !== this.asked?.fields.seat) return;
    this.isDue = true;
    this.from = seat;
  }

  doubt_opened = () => this.must(this.file.options.reveal_draw_color === "doubt", "nothing is doubted in this match");

  // -- UNO

  card_played() {
    const isOver = this.file.options.uno_window !== "last_card";
    this.must(!isOver || !this.uno.includes(EXPOSED), "a missed call is over when the next card is laid");
  }

  cards_drawn({ seat }, next) {
    const clears = next?.command === this.event.command && next.name === "uno_cleared" && next.fields.seat === seat;
    this.must(this.uno[seat] === NONE || clears, "a call is over when cards are drawn");
  }

  uno_called({ seat }) {
    this.must(this.actor() === seat, "a seat calls for itself");
    this.must(this.uno[seat] !== SAFE || this.names.includes("card_played"), "it has called already");
    this.uno[seat] = SAFE;
  }

  uno_missed({ seat }) {
    this.must(this.uno[seat] === NONE && this.cards.hands[seat].size === 1, "it has missed no call");
    this.uno[seat] = EXPOSED;
  }

  uno_caught({ seat, by }) {
    this.must(this.uno[seat] === EXPOSED && by !== seat, "it has missed no call");
    this.uno[seat] = NONE;
  }

  uno_cleared({ seat }, next) {
    this.must(this.uno[seat] !== NONE, "it has called nothing, and missed nothing");
    this.must(this.names.length || next?.command === this.event.command, "no command does that alone");
    this.uno[seat] = NONE;
  }

  // -- apart from moves

  timed_out = () => this.must(this.event === this.first, "a time-out is a command of its own");

  autopilot_engaged({ seat }) {
    this.must(!this.autopilot.has(seat), "the autopilot plays that seat already");
    this.autopilot.add(seat);
  }

  autopilot_released({ seat }) {
    this.must(this.autopilot.delete(seat), "the autopilot does not play that seat");
  }

  seat_resigned({ seat }, next) {
    this.must(this.event === this.first && this.event.actor === seat && !this.resigned.has(seat), "a seat resigns once, and by itself");
    const goesOn = next?.command === this.event.command && ["autopilot_engaged", "match_ended"].includes(next.name);
    this.must(goesOn || this.autopilot.has(seat), "the autopilot does not take over, and the match does not end");
    this.resigned.add(seat);
  }

  seat_taken_over({ seat }) {
    this.must(this.event === this.first && this.event.actor === seat, "a substitute sits down by a command of their own");
    this.must(this.autopilot.delete(seat), "the player of that seat has not given it up");
    this.resigned.delete(seat);
  }

  seat_lent({ seat }) {
    this.must(this.event === this.first && this.event.actor === SYSTEM, "the service records who lends a seat, by a command of its own");
    this.must(!this.resigned.has(seat), "its player has given that seat up");
  }

  seat_returned = () => this.must(this.event === this.first && this.event.actor === SYSTEM, "the service records who returns a seat, by a command of its own");
}

/** Follow all events; what was derived, in numbers. */
async function checkCards(file) {
  const cards = new Cards(file);
  const turns = new Turns(file, cards);
  for (const [place, event] of file.events.entries()) {
    await cards.follow(event);
    turns.follow(event, file.events[place + 1]);
  }
  file.cards = cards;
  return { ...cards.counts, turns: turns.count };
}

function gameOf(bytes) {
  try {
    return readFile(bytes).head.game;
  } catch {
    return null;
  }
}

/** The origin of a position that somebody chose, in a sandbox. */
const NOWHERE = "00000000-0000-0000-0000-000000000000";

/** A match may go on from a position of another one: with the transcript of that match it can be compared. */
async function checkOrigin(file, options) {
  const { origin, at } = file.cards.position;
  if (origin === NOWHERE) return { origin, at, chosen: true, unable: true };
  const refuse = (why) => new Broken("origin", why);
  const given = options.origins.find((bytes) => gameOf(bytes) === origin);
  if (!given) return { origin, at, unable: true, others: options.origins.map((bytes) => gameOf(bytes) ?? "none") };
  const others = options.origins.filter((bytes) => bytes !== given); // it may be a branch itself, but not of itself
  const { code, file: other, entries } = await verify(given, { ...options, origins: others });
  if (code === 1) throw refuse(`The transcript of the match that this one goes on from does not hold: ${entries.at(-1).text}`);
  for (const name of ["options", "seats", "teams"]) {
    if (!same(other.created[name], file.created[name])) throw refuse(`The match that this one goes on from has other ${name}.`);
  }
  const cards = new Cards(other);
  for (const event of other.events.slice(0, at)) await cards.follow(event);
  const wrong = cards.faces ? Object.entries(cards.asPosition()).find(([name, value]) => !same(value, file.cards.position[name])) : ["round"];
  if (wrong) throw refuse(`The match that this one goes on from had another "${wrong[0]}" after ${at} events.`);
  const doubt = entries.find((entry) => entry.facts.unable);
  return doubt ? { origin, at, unable: true, doubt: doubt.text } : { origin, at };
}

// ---------------------------------------------------------------------------------------------- 9 the result

/** The line of the end repeats the last event, and that agrees with itself. */
function checkResult(file) {
  const refuse = (why) => new Broken("result", why);
  for (const name of ["cause", "winners", "ranks"]) {
    if (!same(file.end[name], file.ended[name])) throw refuse(`The line of the end and match_ended differ in "${name}".`);
  }
  const { winners, ranks } = file.ended;
  if (ranks.some((rank) => rank < 1 || rank > file.seats)) throw refuse("The ranks are not those of a match.");
  if (file.isClosed && (winners.length || ranks.some((rank) => rank !== 1))) throw refuse("Nobody wins before the match.");
  if (new Set(winners).size < winners.length || winners.some((seat) => ranks[seat] !== 1)) throw refuse("The winners are not among those who rank first.");
  return { rounds: file.cards.counts.rounds, totals: file.cards.totals, winners };
}

// ---------------------------------------------------------------------------------------------- 10 signature and anchors

/** The service signed all lines before this one. `keys`: public keys that you trust; without any, the file's own. */
async function checkSignature(file, keys) {
  const { key, public_key: publicKey, signature } = file.signature;
  const refuse = (why) => new Broken("signature", why);
  if (hex(await sha256(unhex(publicKey))).slice(0, 16) !== key) throw refuse("The name of the key is not that of the public key beside it.");
  if (keys.length && !keys.includes(publicKey)) throw refuse("The file is signed with none of the keys that you trust.");
  const message = join([label("UFLIP1/transcript"), file.gid, await sha256(file.signed)]);
  const good = await isSigned(unhex(publicKey), unhex(signature), message);
  if (good === false) throw refuse("The signature is not that of the key over these lines.");
  return { key, trusted: keys.length > 0, unable: good === null };
}

/** Each anchor: the head lies on the chain, its leaf in the tree of that day, and the root of that tree is signed. */
async function checkAnchors(file, keys) {
  let unable = false, version = 0;
  for (const anchor of file.anchors) {
    const refuse = (why) => new Broken("anchors", `The anchor of ${anchor.date}: ${why}.`);
    if (anchor.version < version) throw refuse("it is of an earlier event than the one before it");
    version = anchor.version;
    if (file.events[version - 1]?.chain !== anchor.chain) throw refuse("its head does not lie on the chain");
    const { origin, size, root, text, signatures } = readCheckpoint(anchor.checkpoint, refuse);
    if (size !== String(anchor.size)) throw refuse("its checkpoint is of a tree of another size");
    const leaf = join([label("UFLIP1/anchor"), file.gid, u32(anchor.version), unhex(anchor.chain)]);
    if (hex(await rootOver(leaf, anchor, refuse)) !== root) throw refuse("the path does not lead to the root of its checkpoint");
    const trusted = keys.length ? keys : [file.signature.public_key];
    unable = !(await isCheckpointSigned(origin, text, signatures, trusted, refuse)) || unable;
  }
  return { days: file.anchors.length, dates: file.anchors.map((anchor) => anchor.date), unable };
}

/** A signed note (C2SP): origin, size, root; an empty line; signatures. */
function readCheckpoint(note, refuse) {
  const form = /^(([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n)\n((?:\u2014 [^\s+]+ [A-Za-z0-9+/=]+\n)+)$/;
  const found = form.exec(note);
  if (!found) throw refuse("its checkpoint is not written as a signed note");
  const [, text, origin, size, root, lines] = found;
  const signatures = lines.trimEnd().split("\n").map((line) => line.split(" ")).map(([, name, encoded]) => [name, unbase64(encoded, refuse)]);
  return { text, origin, size, root: hex(unbase64(root, refuse)), signatures };
}

function unbase64(text, refuse) {
  try {
    const bytes = atob(text);
    if (btoa(bytes) === text) return Uint8Array.from(bytes, (unit) => unit.charCodeAt(0));
  } catch {
    // said below
  }
  throw refuse("there is base64 that is not written as it should be");
}

/** The root that the path leads to from this leaf (RFC 9162, 2.1.3.2). */
async function rootOver(leaf, { index, size, path }, refuse) {
  if (index >= size) throw refuse("its tree has no such leaf");
  const half = (number) => Math.floor(number / 2); // sizes are beyond 32 bits
  let hash = await sha256(u8(0), leaf);
  let last = size - 1;
  for (const step of path.map(unhex)) {
    if (last === 0) throw refuse("its path is too long");
    if (index % 2 || index === last) {
      hash = await sha256(u8(1), step, hash);
      while (index && index % 2 === 0) [index, last] = [half(index), half(last)];
    } else {
      hash = await sha256(u8(1), hash, step);
    }
    [index, last] = [half(index), half(last)];
  }
  if (last !== 0) throw refuse("its path is too short");
  return hash;
}

/** Whether a key that is trusted signed it; false where none of the signatures is of such a key, or none can be checked. */
async function isCheckpointSigned(origin, text, signatures, keys, refuse) {
  for (const key of keys.map(unhex)) {
    const hint = hex((await sha256(utf8(origin + "\n"), u8(1), key)).slice(0, 4));
    const own = signatures.find(([name, bytes]) => name === origin && hex(bytes.slice(0, 4)) === hint);
    if (!own) continue;
    const good = own[1].length === 68 ? await isSigned(key, own[1].slice(4), utf8(text)) : false;
    if (good === false) throw refuse("the signature of its checkpoint is wrong");
    return good === true;
  }
  return false;
}

// ---------------------------------------------------------------------------------------------- 11 all checks together

// What each check found, in words; a page may have words of its own for it. {name} stands for a number it found.
const SENTENCES = {
  format: "The file is a transcript of format 1, strictly: {events} events, {seats} seats.",
  chain: "The chain goes through all {events} events and ends in {chain}.",
  commands: "{commands} commands led to them, each of one actor and one moment; time never runs backwards.",
  heads: "The heads that you noted lie on the chain: {heads}.",
  events: "Every event says what an event of its kind must say.",
  seed: "The seed is the one that was committed to before anybody sat down.",
  private: "The {parts} private parts are those that the chain commits to.",
  entropies: "{byPlayers} seats brought random bytes of their own; those of the other {byServer} follow from the seed.",
  rules: "The rules document is the one the match is bound to, and its deck of {cards} cards is the printed one ({game}, {edition}).",
  transcript: "Seed, rules, deck and the bytes of all seats give the hash that all chance follows from.",
  shuffles: "{deals} deals and {reshuffles} reshuffles lie as the seed mixes them; {dealt} cards were dealt and {drawn} drawn in that order.",
  luck: "Pairing, first dealer ({dealerCards} cards drawn for it), {presses} presses of the launcher and {spins} spins of the wheel are what the seed gives.",
  cards: "{played} cards played, {flips} flips and {moved} moves of hands leave every card in its place; none is lost, none is there twice.",
  turns: "The {turns} turns go round the table, and every seat answers what it is asked.",
  origin: "The match goes on from event {at} of the match {origin}, and that stood as it says.",
  result: "The points of {rounds} rounds add up, and the result is the one that the log ends with.",
  signature: "The service signed the file with the key {key}.",
  anchors: "{days} daily anchors hold a head of this match.",
};
const REMARKS = {
  untrusted: " Compare the key with the one that the service publishes, or name it with --key.",
  unable: " The signature itself could not be checked here.",
  noKey: " A checkpoint is signed with a key that is not known here: name it with --key.",
  noOrigin: "The match goes on from event {at} of the match {origin}. Whether that stood so is not checked without its transcript: name it with --origin.",
  others: " What was given is of another match: {others}.",
  doubt: "The match goes on from event {at} of the match {origin}, and that stood as it says. But not everything about that one could be checked: {doubt}",
  chosen: "This is a match of a sandbox: it began at a position that somebody chose, which nobody dealt.",
  none: "The file holds no anchor yet.",
};

function sentence(check, facts) {
  if (check === "anchors" && !facts.days) return REMARKS.none;
  const words = check === "origin" && facts.unable ? unableOrigin(facts) : SENTENCES[check];
  const said = words.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
  if (check === "anchors") return said + (facts.unable ? REMARKS.noKey : "");
  if (check !== "signature") return said;
  return said + (facts.unable ? REMARKS.unable : facts.trusted ? "" : REMARKS.untrusted);
}

/** Why it cannot be told whether a match began as it says. */
function unableOrigin({ chosen, doubt, others }) {
  if (chosen) return REMARKS.chosen;
  if (doubt) return REMARKS.doubt;
  return REMARKS.noOrigin + (others.length ? REMARKS.others : "");
}

/**
 * Check a transcript, given as the bytes of its file. `tell` hears of each check as it is done: { check, ok, text, facts };
 * the first one that fails is the last, `ok` is false too for what could not be checked (facts.unable).
 * Answers { ok, code, file, entries }. `code`: 0 all holds, 1 something does not, 2 nothing is wrong, but not everything
 * could be checked; `ok`: whether it is 0.
 *
 * options: heads, a list of { version, chain } noted during the match; keys, public keys of the service in hexadecimal;
 * origins, the bytes of transcripts of matches that this one may go on from.
 */
async function verify(bytes, { heads = [], keys = [], origins = [] } = {}, tell = () => {}) {
  const entries = [];
  let file = null;
  const enter = (check, ok, text, facts = {}) => {
    // Nothing of the file that a terminal would obey.
    entries.push({ check, ok, text: text.replace(/[^ -~]/g, "?"), facts });
    tell(entries.at(-1));
  };
  const done = (check, facts = {}) => enter(check, !facts.unable, sentence(check, facts), facts);
  try {
    if (!subtle) throw new Broken("format", "This program needs the hashes of a secure page (https, localhost, or a file).");
    file = readFile(await unpacked(bytes));
    origins = await Promise.all(origins.map((origin) => unpacked(origin, "What was given as its origin")));
    done("format", { events: file.events.length, seats: file.head.seats.length });
    done("chain", await checkChain(file));
    done("commands", checkCommands(file));
    if (heads.length) done("heads", checkHeads(file, heads));
    readEvents(file);
    done("events");
    await checkSeed(file);
    done("seed");
    done("private", await checkPrivate(file));
    done("entropies", await checkEntropies(file));
    done("rules", await checkRules(file));
    if (file.started) {
      await checkTranscript(file);
      done("transcript");
    }
    const counts = await checkCards(file);
    for (const check of ["shuffles", "luck", "cards", "turns"]) done(check, counts);
    if (file.cards.position) done("origin", await checkOrigin(file, { keys, origins }));
    done("result", checkResult(file));
    done("signature", await checkSignature(file, keys));
    done("anchors", await checkAnchors(file, keys));
  } catch (trouble) {
    // Whatever this program stumbles over is a fault of the file: it was made to be read by strangers.
    if (trouble instanceof Broken) enter(trouble.check, false, trouble.message);
    else enter("events", false, `The file cannot be followed: ${trouble.message}`);
  }
  const doubts = entries.filter((entry) => !entry.ok);
  const code = doubts.some((entry) => !entry.facts.unable) ? 1 : doubts.length ? 2 : 0;
  return { ok: code === 0, code, file, entries };
}

// ---------------------------------------------------------------------------------------------- 12 the command line

const USAGE = "usage: node verify.js [--head VERSION:HEX]... [--key HEX]... [--origin FILE]... [--json] FILE...";

function readArguments(words) {
  const given = { heads: [], keys: [], origins: [], json: false, files: [] };
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === "--json") given.json = true;
    else if (word === "--head") {
      const found = /^(0|[1-9][0-9]{0,9}):([0-9a-f]{64})$/.exec(words[++at] ?? "");
      if (!found) throw new Error("--head takes a version and the 64 hexadecimal digits of its head, as 57:0a1b...");
      given.heads.push({ version: Number(found[1]), chain: found[2] });
    } else if (word === "--key") {
      if (!is.hex(32)(words[++at])) throw new Error("--key takes the 64 hexadecimal digits of a public key");
      given.keys.push(words[at]);
    } else if (word === "--origin") {
      if (++at >= words.length) throw new Error("--origin takes the file of the match that this one goes on from");
      given.origins.push(words[at]);
    } else if (word.startsWith("-")) throw new Error(`there is no ${word}`);
    else given.files.push(word);
  }
  if (!given.files.length) throw new Error("which file?");
  return given;
}

/**
 * 0: all holds. 1: something does not. 2: nothing is wrong, but a signature or where the match began could not be
 * checked, or the latter was chosen; or a word was.
 */
async function main(words) {
  const { readFileSync } = await import("node:fs");
  subtle ??= (await import("node:crypto")).webcrypto.subtle;
  let given;
  try {
    given = readArguments(words);
  } catch (trouble) {
    console.error(`${trouble.message}\n${USAGE}`);
    return 2;
  }
  let files;
  try {
    files = given.files.map((path) => [path, readFileSync(path)]);
    given.origins = given.origins.map((path) => readFileSync(path));
  } catch (trouble) {
    console.error(`A file cannot be read: ${trouble.message}`);
    return 2;
  }
  const codes = [];
  for (const [path, bytes] of files) {
    const { ok, code, file, entries } = await verify(bytes, given);
    codes.push(code);
    if (given.json) console.log(JSON.stringify({ path, ok, code, entries }));
    else print(path, verdict(code, entries, file), entries);
  }
  return codes.includes(1) ? 1 : Math.max(...codes);
}

const VERDICTS = [
  "The match was dealt as promised, and this is its log.",
  "This file does not hold: nothing after that line was checked.",
  "What could be checked holds, but not every signature could be.",
];

const CHOSEN = "What could be checked holds, but where this match began was chosen, not dealt.";
const NOT_COMPARED = "What could be checked holds, but not that this match began as the one that it goes on from stood.";

const CLOSED = "The table was closed before its match, and this is its log.";

function verdict(code, entries, file) {
  if (code === 0 && file.isClosed) return CLOSED;
  const began = entries.find((entry) => entry.check === "origin" && entry.facts.unable);
  if (code !== 2 || !began) return VERDICTS[code];
  return began.facts.chosen ? CHOSEN : NOT_COMPARED;
}

const MARK = ({ ok, facts }) => (ok ? "ok    " : facts.unable ? "??    " : "BROKEN");

function print(path, verdict, entries) {
  console.log(path);
  for (const entry of entries) console.log(`  ${MARK(entry)} ${entry.check.padEnd(10)} ${entry.text}`);
  console.log(`  ${verdict}`);
}

if (typeof module === "object" && typeof require === "function") {
  module.exports = { verify };
  if (require.main === module) {
    main(process.argv.slice(2)).then((code) => {
      process.exitCode = code;
    });
  }
}
