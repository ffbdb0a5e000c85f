// Invitations that wait for me.

import type { InvitedMessage } from "flipside-client";
import { words as catalogue } from "../../catalogue/catalogue.ts";
import { decline, invitations } from "../../games/invitations.ts";
import { useAction } from "../../parts/action.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { words } from "./texts.ts";

export function Invitations() {
  const say = words();
  const action = useAction();
  if (invitations.value.length === 0) return null;
  return (
    <section class="group">
      <h2>{say.invitations} <span class="count">{invitations.value.length}</span></h2>
      <ul class="rows">
        {invitations.value.map((one) => (
          <li key={one.id} class="row invitation">
            <span class="what">
              <strong class="who">{say.invitedBy(one.data.from ?? say.somebody)}</strong>
              <span class="line quiet">{title(one)}</span>
            </span>
            <span class="answers">
              <LinkButton href={`/join/${one.data.code}`} look="filled">{say.accept}</LinkButton>
              <Button look="plain" disabled={action.isBusy} onClick={() => action.run(() => decline(one))}>
                {say.decline}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function title({ data: { ruleset, edition } }: InvitedMessage): string {
  const name = edition === "base" ? ruleset : `${ruleset}-${edition}`;
  return catalogue.value?.rulesets.find((one) => one.name === name)?.title ?? "";
}
