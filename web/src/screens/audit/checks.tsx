// The checks in the order in which they are made, with what each of them found.

import type { Check } from "./check.ts";
import { words } from "./texts.ts";
import { type Entry, found, type VerifierWords } from "./verifier.ts";

/** Checks that only some matches have: they are shown once they are made. */
const SOMETIMES = new Set(["heads", "origin"]);

export function Checks({ check, texts }: { check: Check; texts: VerifierWords }) {
  const made = new Map(check.entries.value.map((entry) => [entry.check, entry]));
  const names = Object.keys(texts.checks).filter((name) => made.has(name) || !SOMETIMES.has(name));
  const isDone = check.verdict.value !== undefined;
  return (
    <section aria-label={words().checks}>
      <ol class="checks">
        {names.map((name) => <Row key={name} name={name} entry={made.get(name)} isDone={isDone} texts={texts} />)}
      </ol>
    </section>
  );
}

interface RowProps {
  name: string;
  entry: Entry | undefined;
  isDone: boolean;
  texts: VerifierWords;
}

function Row({ name, entry, isDone, texts }: RowProps) {
  const [title = "", why = ""] = texts.checks[name] ?? [];
  const look = entry === undefined ? "waiting" : entry.ok ? "good" : entry.facts.unable === true ? "unsure" : "bad";
  const isLeftOut = look === "waiting" && isDone;
  const state = isLeftOut ? texts.skipped : texts[look];
  return (
    <li class={look} data-check={name}>
      <span class="mark" aria-hidden="true">{{ waiting: "·", good: "✓", unsure: "?", bad: "✗" }[look]}</span>
      <div>
        <h3>{title}<span class={isLeftOut ? "left-out" : "visually-hidden"}>: {state}</span></h3>
        {!isLeftOut && <p class="quiet">{why}</p>}
        {entry !== undefined && <p class="found">{found(entry, texts)}</p>}
      </div>
    </li>
  );
}
