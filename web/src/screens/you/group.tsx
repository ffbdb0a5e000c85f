// A list of what can be taken away again. The focus goes to its title when a row is gone.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useAction } from "../../parts/action.ts";
import type { Answered } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { youTexts } from "./texts.ts";

export interface GroupRow {
  id: string;
  name: string;
  note: string;
  /** Undefined: this one stays. */
  remove: (() => Promise<unknown>) | undefined;
}

interface GroupProps {
  title: string;
  of: Pick<Answered<unknown>, "value" | "refusal" | "isOffline" | "reload">;
  rows: readonly GroupRow[];
  /** What the button of a row says. */
  label: string;
  children?: ComponentChildren;
}

export function Group({ title, of, rows, label, children }: GroupProps) {
  const say = youTexts();
  const action = useAction();
  const heading = useRef<HTMLHeadingElement>(null);
  const take = (remove: () => Promise<unknown>) => action.run(async () => {
    await remove();
    of.reload();
    heading.current?.focus();
  });
  return (
    <section class="column">
      <h2 ref={heading} tabIndex={-1}>{title}</h2>
      <Trouble of={action} />
      <State of={of} />
      {of.value !== undefined && rows.length === 0 && <p class="quiet">{say.nothingHere}</p>}
      {rows.length > 0 && (
        <ul class="plain-rows">
          {rows.map(({ id, name, note, remove }) => (
            <li key={id}>
              <span><b>{name}</b> <small class="quiet">{note}</small></span>
              {remove !== undefined && (
                <Button look="plain" disabled={action.isBusy} onClick={() => take(remove)} aria-label={`${label}: ${name}`}>{label}</Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
