// Tiles of which one is chosen: radio buttons with a title and what the choice means. Used where a table is set up.

import { useId } from "preact/hooks";
import type { ComponentChildren } from "preact";

export interface Choice<Value> {
  value: Value;
  title: string;
  summary?: string | undefined;
  /** Why it cannot be chosen. */
  reason?: string | undefined;
  picture?: ComponentChildren;
}

interface ChoicesProps<Value> {
  /** What is chosen. `isLegendHidden`: the page says it already. */
  legend: string;
  isLegendHidden?: boolean;
  choices: readonly Choice<Value>[];
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
  isSmall?: boolean;
}

export function Choices<Value>({ legend, isLegendHidden = false, choices, chosen, onChoose, isSmall = false }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset class={isSmall ? "choices small" : "choices"}>
      <legend class={isLegendHidden ? "visually-hidden" : ""}>{legend}</legend>
      {choices.map(({ value, title, summary, reason, picture }) => (
        <label class={picture === undefined ? "choice" : "choice pictured"} key={String(value)}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            disabled={reason !== undefined}
            onChange={() => onChoose(value)}
          />
          {picture}
          <span class="choice-words">
            <strong>{title}</strong>
            {summary !== undefined && <span class="summary">{summary}</span>}
            {reason !== undefined && <span class="reason">{reason}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
