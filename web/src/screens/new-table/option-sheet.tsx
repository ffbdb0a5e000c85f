// One option: what it means, its values, and why some cannot be had. Each type of option has its own field.

import type { Option } from "flipside-client";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { optionWords, valueTitle } from "./option-words.ts";
import { words } from "./texts.ts";
import type { Wish } from "./wish.ts";

interface OptionProps {
  option: Option;
  wish: Wish;
}

export function OptionSheet({ option, wish, onClose }: OptionProps & { onClose: () => void }) {
  const text = optionWords(option.name);
  const title = text?.title ?? "";
  return (
    <Sheet title={title} onClose={onClose}>
      <p class="summary">{text?.summary ?? option.summary}</p>
      <Field option={option} wish={wish} />
      <form method="dialog" class="buttons"><Button type="submit" look="filled">{words().done}</Button></form>
    </Sheet>
  );
}

function Field({ option, wish }: OptionProps) {
  switch (option.type) {
    case "choice":
    case "switch":
    case "cards": // a deck of one's own is no matter for a form
      return <ValueField option={option} wish={wish} />;
    case "teams":
      return <TeamsField option={option} wish={wish} />;
    case "several":
      return <SeveralField option={option} wish={wish} />;
    case "script":
      return <ScriptField option={option} wish={wish} />;
    case "whole":
      return <NumberField option={option} wish={wish} />;
    default:
      return <NumbersField option={option} wish={wish} />;
  }
}

function ValueField({ option, wish }: OptionProps) {
  const text = optionWords(option.name);
  const chosen = wish.value(option.name);
  return (
    <Choices
      legend={text?.title ?? ""}
      isLegendHidden
      choices={option.values.map((value) => ({
        value,
        title: valueTitle(option, value),
        summary: text?.values.find((one) => one.value === value)?.summary,
        reason: value === chosen ? undefined : why(wish.reason(option.name, value)),
      }))}
      chosen={chosen as string | number | boolean}
      onChoose={(value) => wish.set(option.name, value)}
    />
  );
}

function TeamsField({ option, wish }: OptionProps) {
  const seats = wish.seats.value;
  const counts = [0, 2, 3, 4, 5].filter((count) => count === 0 || seats % count === 0 && seats > count);
  return (
    <Choices
      legend={optionWords(option.name)?.title ?? ""}
      isLegendHidden
      choices={counts.map((value) => ({
        value,
        title: valueTitle(option, value),
        reason: value === 0 ? undefined : why(wish.reason(option.name, value)),
      }))}
      chosen={wish.value(option.name) as number}
      onChoose={(value) => wish.set(option.name, value)}
    />
  );
}

/** Some of the values. */
function SeveralField({ option, wish }: OptionProps) {
  const value = wish.value(option.name);
  const chosen: readonly (string | number)[] = Array.isArray(value) ? value : [];
  const toggle = (one: string | number) => {
    const wanted = chosen.includes(one) ? chosen.filter((each) => each !== one) : [...chosen, one];
    wish.set(option.name, option.values.filter((each): each is string => wanted.includes(each as string)));
  };
  const reason = why(wish.reason(option.name));
  return (
    <fieldset class="choices">
      {option.values.map((one) => (
        <label class="choice" key={String(one)}>
          <input
            type="checkbox"
            checked={chosen.includes(one as string)}
            disabled={reason !== undefined || chosen.length === 1 && chosen.includes(one as string)}
            onChange={() => toggle(one as string)}
          />
          <strong>{valueTitle(option, one)}</strong>
        </label>
      ))}
      {reason !== undefined && <p class="reason">{reason}</p>}
    </fieldset>
  );
}

/** Values in any order, with repetitions. */
function ScriptField({ option, wish }: OptionProps) {
  const say = words();
  const value = wish.value(option.name);
  const chosen: readonly (string | number)[] = Array.isArray(value) ? value : [];
  const reason = why(wish.reason(option.name));
  const label = optionWords(option.name)?.title ?? "";
  return (
    <div class="field">
      {chosen.length > 0 && <ol class="script">{chosen.map((one, place) => <li key={place}>{valueTitle(option, one)}</li>)}</ol>}
      <select
        aria-label={label}
        disabled={reason !== undefined}
        value=""
        onChange={({ currentTarget }) => wish.set(option.name, [...chosen, currentTarget.value])}
      >
        <option value="">{say.add}</option>
        {option.values.map((one) => <option key={String(one)} value={String(one)}>{valueTitle(option, one)}</option>)}
      </select>
      {chosen.length > 0 && <Button look="plain" onClick={() => wish.set(option.name, [])}>{say.clear}</Button>}
      {reason !== undefined && <p class="reason">{reason}</p>}
    </div>
  );
}

function NumberField({ option, wish }: OptionProps) {
  const reason = why(wish.reason(option.name));
  const { name, least, most } = option;
  const off = typeof option.default === "number" ? option.default : 0; // outside the range it switches the rule off
  const input = (text: string) => {
    const number = Number(text);
    if (text.trim() !== "" && Number.isInteger(number)) wish.set(name, number);
  };
  return (
    <label class="field">
      {typeof least === "number" && typeof most === "number" && <span class="summary">{words().from(least, most)}</span>}
      <input
        type="number"
        inputMode="numeric"
        aria-label={optionWords(name)?.title ?? ""}
        min={Math.min(least ?? off, off)}
        max={most ?? undefined}
        disabled={reason !== undefined}
        value={String(wish.value(name))}
        onInput={({ currentTarget }) => input(currentTarget.value)}
      />
      {reason !== undefined && <span class="reason">{reason}</span>}
    </label>
  );
}

/** A list of numbers as text. It counts once it is a list of numbers. */
function NumbersField({ option, wish }: OptionProps) {
  const value = wish.value(option.name);
  const [text, setText] = useState(Array.isArray(value) ? value.join(", ") : "");
  const reason = why(wish.reason(option.name));
  const input = (now: string) => {
    setText(now);
    const numbers = now.split(",").filter((one) => one.trim() !== "").map(Number);
    if (numbers.every(Number.isInteger)) wish.set(option.name, numbers);
  };
  return (
    <label class="field">
      <span class="summary">{words().numbers}</span>
      <input
        type="text"
        inputMode="decimal"
        disabled={reason !== undefined}
        value={text}
        onInput={({ currentTarget }) => input(currentTarget.value)}
      />
      {reason !== undefined && <span class="reason">{reason}</span>}
    </label>
  );
}

function why(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : words().why(reason);
}
