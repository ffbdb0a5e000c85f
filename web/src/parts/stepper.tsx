// A small number with a button on each side. Used where a table is set up.

import { useId } from "preact/hooks";

interface StepperProps {
  title: string;
  value: number;
  least: number;
  most: number;
  fewer: string;
  more: string;
  text?: string;
  hint?: string;
  onChange: (value: number) => void;
}

export function Stepper({ title, value, least, most, fewer, more, text, hint, onChange }: StepperProps) {
  const id = useId();
  return (
    <div class="stepper" role="group" aria-labelledby={id}>
      <span id={id} class="stepper-title">
        <strong>{title}</strong>
        {hint !== undefined && <span class="summary">{hint}</span>}
      </span>
      <button type="button" class="step" aria-label={fewer} disabled={value <= least} onClick={() => onChange(value - 1)}>−</button>
      <output>{text ?? value}</output>
      <button type="button" class="step" aria-label={more} disabled={value >= most} onClick={() => onChange(value + 1)}>+</button>
    </div>
  );
}
