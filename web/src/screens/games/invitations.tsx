// Invitations that wait for me: the inbox has them until the match begins or they end.

import { type InvitedMessage, Refused } from "flipside-client";
import { useEffect, useState } from "preact/hooks";
import { words as catalogue } from "../../catalogue/catalogue.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { client } from "../../session/session.ts";
import { words } from "./texts.ts";

export function Invitations() {
  const say = words();
  const [invitations, setInvitations] = useState<readonly InvitedMessage[]>([]);
  const asked = client.value;
  useEffect(() => {
    const controller = new AbortController();
    openInvitations(asked, controller.signal).then(setInvitations, () => {}); // the page says whether it is offline
    return () => controller.abort();
  }, [asked]);
  if (invitations.length === 0) return null;
  const decline = async ({ id, data }: InvitedMessage) => {
    await asked.delete("/v1/invitations/{code}", { path: { code: data.code } }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error; // it has ended already
    });
    setInvitations((all) => all.filter((one) => one.id !== id));
  };
  return (
    <section class="group">
      <h2>{say.invitations} <span class="count">{invitations.length}</span></h2>
      <ul class="rows">
        {invitations.map((one) => (
          <li key={one.id} class="row invitation">
            <span class="what">
              <strong class="who">{say.invitedBy(one.data.from ?? say.somebody)}</strong>
              <span class="line quiet">{title(one)}</span>
            </span>
            <span class="answers">
              <LinkButton href={`/join/${one.data.code}`} look="filled">{say.accept}</LinkButton>
              <Button look="plain" onClick={() => void decline(one)}>{say.decline}</Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Those that are still open: a message stays in the inbox when its invitation has ended. */
async function openInvitations(asked: typeof client.value, signal: AbortSignal): Promise<InvitedMessage[]> {
  const { notifications } = await asked.get("/v1/me/notifications", { query: { limit: 50 }, signal });
  const invited = notifications.filter((one): one is InvitedMessage => one.kind === "invited");
  const found = await Promise.all(
    invited.slice(0, 5).map((one) =>
      asked.get("/v1/invitations/{code}", { path: { code: one.data.code }, signal }).then(
        ({ invitation, game }) => (invitation.state === "open" && game.your_seat === null ? [one] : []),
        (error: unknown) => {
          if (error instanceof Refused) return [];
          throw error;
        },
      ),
    ),
  );
  return found.flat();
}

function title({ data: { ruleset, edition } }: InvitedMessage): string {
  const name = edition === "base" ? ruleset : `${ruleset}-${edition}`;
  return catalogue.value?.rulesets.find((one) => one.name === name)?.title ?? "";
}
