// The project's own verifier and the words around it, as they stand beside the service: this page only shows what they say.

import { type Language, language } from "../../texts/language.ts";

export interface Entry {
  check: string;
  ok: boolean;
  text: string;
  facts: Readonly<Record<string, unknown>> & {
    unable?: boolean;
    trusted?: boolean;
    chosen?: boolean;
    doubt?: string;
    others?: readonly string[];
    origin?: string;
  };
}

export interface Verdict {
  /** 0: all holds; 1: something does not; 2: not everything could be checked. */
  code: 0 | 1 | 2;
  entries: readonly Entry[];
}

export interface Given {
  heads?: readonly { version: number; chain: string }[];
  keys?: readonly string[];
  origins?: readonly Uint8Array[];
}

export interface Verifier {
  verify(bytes: Uint8Array, given: Given, tell: (entry: Entry) => void): Promise<Verdict>;
}

export interface VerifierWords {
  title: string;
  intro: string;
  choose: string;
  drop: string;
  program: string;
  origins_label: string;
  waiting: string;
  good: string;
  bad: string;
  skipped: string;
  unsure: string;
  working: string;
  holds: string;
  holds_why: string;
  half: string;
  half_why: string;
  chosen_why: string;
  breaks: string;
  breaks_why: string;
  unable: string;
  untrusted: string;
  no_origin: string;
  other_origin: string;
  chosen: string;
  /** Of each check: what it is called, why it matters, what was found. */
  checks: Readonly<Record<string, readonly [string, string, string]>>;
}

/** Load the verifier and its words: only this screen needs them. */
export async function loadVerifier(): Promise<{ verifier: Verifier; all: Record<Language, VerifierWords> }> {
  const [program, words] = await Promise.all([
    import("../../../../verifier/verify.js") as Promise<{ default: Verifier }>,
    import("../../../../verifier/texts.js") as Promise<{ default: { TEXTS: Record<Language, VerifierWords> } }>,
  ]);
  return { verifier: program.default, all: words.default.TEXTS };
}

/** What a check found, in words. What does not hold is said by the verifier itself, with its place in the file. */
export function found({ check, ok, text, facts }: Entry, words: VerifierWords): string {
  if (!ok && facts.unable !== true) return text;
  return fill(words.checks[check]?.[2] ?? "", facts) + remark(check, facts, words);
}

export function fill(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => number(values[name]));
}

function number(value: unknown): string {
  return typeof value === "number" ? new Intl.NumberFormat(language.value).format(value) : String(value ?? "");
}

function remark(check: string, facts: Entry["facts"], words: VerifierWords): string {
  if (facts.chosen) return ` ${words.chosen}`;
  if (facts.doubt) return ` ${words.half}: ${facts.doubt}`;
  if (facts.others !== undefined && facts.others.length > 0) return ` ${words.no_origin} ${words.other_origin}`;
  if (facts.unable) return ` ${check === "origin" ? words.no_origin : words.unable}`;
  return check === "signature" && !facts.trusted ? ` ${words.untrusted}` : "";
}
