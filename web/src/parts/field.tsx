// A labelled field of a form.

import type { JSX } from "preact";

type FieldProps = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "label"> & {
  label: string;
  note?: string;
  value: string;
  onValue: (value: string) => void;
};

export function Field({ label, note, value, onValue, ...others }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input value={value} onInput={(event) => onValue(event.currentTarget.value)} {...others} />
      {note !== undefined && <small>{note}</small>}
    </label>
  );
}
