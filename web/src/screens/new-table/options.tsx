// Every option of the service, with what it is set to. Those that this game does not have say why.

import type { Option, OptionKind } from "flipside-client";
import { useState } from "preact/hooks";
import { OptionSheet } from "./option-sheet.tsx";
import { optionWords, valueTitle } from "./option-words.ts";
import { words } from "./texts.ts";
import type { Wish } from "./wish.ts";

/** Set elsewhere on the screen. */
const ELSEWHERE = ["ruleset", "edition"];

export function Options({ wish }: { wish: Wish }) {
  const say = words();
  const [asked, ask] = useState<Option | undefined>();
  const changed = Object.keys(wish.options.value).length;
  return (
    <details class="options">
      <summary>
        <strong>{say.options}</strong>
        {changed > 0 && <span class="changed">{say.changed(changed)}</span>}
      </summary>
      <Group wish={wish} kind="option" ask={ask} />
      <Group wish={wish} kind="house_rule" ask={ask} />
      {asked !== undefined && <OptionSheet option={asked} wish={wish} onClose={() => ask(undefined)} />}
    </details>
  );
}

interface GroupProps {
  wish: Wish;
  kind: Extract<OptionKind, "option" | "house_rule">;
  ask: (option: Option) => void;
}

function Group({ wish, kind, ask }: GroupProps) {
  const options = wish.rulesets.value?.options.filter((one) => one.kind === kind && !ELSEWHERE.includes(one.name)) ?? [];
  const isHere = ({ name }: Option) => wish.entry.value?.not_applicable[name] === undefined;
  return (
    <section>
      <h2>{words().kinds[kind]}</h2>
      <ul class="rows">
        {[...options.filter(isHere), ...options.filter((one) => !isHere(one))].map((option) => (
          <li key={option.name}><OptionRow option={option} wish={wish} ask={ask} /></li>
        ))}
      </ul>
    </section>
  );
}

function OptionRow({ option, wish, ask }: { option: Option; wish: Wish; ask: (option: Option) => void }) {
  const text = optionWords(option.name);
  const reason = wish.entry.value?.not_applicable[option.name];
  const isChanged = option.name in wish.options.value;
  return (
    <button type="button" class="option" disabled={reason !== undefined} onClick={() => ask(option)}>
      <span class="what">
        <strong class="option-title">{text?.title ?? ""}</strong>
        <span class="summary">{reason === undefined ? (text?.summary ?? option.summary) : words().why(reason)}</span>
      </span>
      {reason === undefined && (
        <span class={isChanged ? "value changed" : "value"}>{valueTitle(option, wish.value(option.name))}</span>
      )}
    </button>
  );
}
