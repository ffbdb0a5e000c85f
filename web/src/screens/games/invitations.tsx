// Invitations that wait for me.

import { rulesetWords } from "../../catalogue/catalogue.ts";
import { decline, invitations } from "../../games/invitations.ts";
import { useAction } from "../../parts/action.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Trouble } from "../../parts/state.tsx";
import { words } from "./texts.ts";

export function Invitations() {
  const say = words();
  const action = useAction();
  if (invitations.value.length === 0) return null;
  return (
    <section class="group">
      <h2>{say.invitations} <span class="count">{invitations.value.length}</span></h2>
      <Trouble of={action} />
      <ul class="rows">
        {invitations.value.map((one) => (
          <li key={one.id} class="row invitation">
            <span class="what">
              <strong class="who">{say.invitedBy(one.data.from ?? say.somebody)}</strong>
              <span class="line quiet">{rulesetWords(one.data)?.title}</span>
            </span>
            <span class="answers">
              <LinkButton href={`/join/${one.data.code}`} look="outlined">{say.accept}</LinkButton>
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
