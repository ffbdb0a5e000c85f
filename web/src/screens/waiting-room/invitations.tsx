// Inviting others: a link that can be given to anybody, and invitations to a player or a mail address.

import type { Game, Invitation, Invitations as All, PublicProfile } from "flipside-client";
import { useEffect, useState } from "preact/hooks";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { Share } from "../../parts/share.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { client } from "../../session/session.ts";
import { words } from "./texts.ts";

export function Invitations({ game }: { game: Game }) {
  const say = words();
  const action = useAction();
  const [name, setName] = useState("");
  const [sentTo, setSentTo] = useState("");
  const places = { path: { game_id: game.id } };
  const made = useAnswer<Invitation>((asked) => asked.post("/v1/games/{game_id}/invitations", { ...places, body: {} }), game.id);
  const all = useAnswer<All>((asked) => asked.get("/v1/games/{game_id}/invitations", places), game.id);
  const link = made.value;
  // A seat that is taken may have ended an invitation.
  useEffect(all.reload, [game.open_seats]);

  const invite = async () => {
    const to = name.trim();
    const body = to.includes("@") ? { email: to } : { player: to };
    await client.peek().post("/v1/games/{game_id}/invitations", { ...places, body });
    setSentTo(to);
    setName("");
    all.reload();
  };
  const revoke = async ({ code }: Invitation) => {
    await client.peek().delete("/v1/invitations/{code}", { path: { code } });
    all.reload();
  };

  const people = (all.value?.invitations ?? []).filter((one) => one.kind !== "link");
  return (
    <section class="invite">
      <h2>{say.invite}</h2>
      <Trouble of={action} />
      <div class="link-tile">
        <p class="quiet">{say.inviteHint}</p>
        <p class="code"><span class="visually-hidden">{say.code} </span>{link?.code ?? " "}</p>
        <div class="link">{link === undefined ? <State of={made} /> : link.link}</div>
        <p class="buttons">{link !== undefined && <Share link={link.link} text={say.shareText} look="filled" />}</p>
      </div>
      <form class="by-name" onSubmit={(event) => { event.preventDefault(); action.run(invite); }}>
        <label>
          <span>{say.byName}</span>
          <input
            class="text-field"
            required
            maxLength={254}
            autocomplete="off"
            autocapitalize="none"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <Button type="submit" disabled={action.isBusy || name.trim() === ""}>{say.send}</Button>
      </form>
      <p role="status" class="quiet">{sentTo === "" ? "" : say.sent(sentTo)}</p>
      {people.length > 0 && (
        <>
          <h3>{say.pending}</h3>
          <ul class="rows">
            {people.map((one) => (
              <li key={one.code} class="room-seat invited">
                <span class="what">
                  <strong class="who">{one.player === null ? (one.email ?? one.code) : <Invited player={one.player} />}</strong>
                  <span class="quiet line">{(say.states as Record<string, string>)[one.state] ?? ""}</span>
                </span>
                {one.state === "open" && (
                  <Button look="plain" disabled={action.isBusy} onClick={() => action.run(() => revoke(one))}>{say.revoke}</Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whom an invitation is for. It has the name that was given, or the id of a player, whose name the profile has. */
function Invited({ player }: { player: string }) {
  const isId = ID.test(player);
  const profile = useAnswer<PublicProfile | null>(
    async (asked) => (isId ? asked.get("/v1/players/{player}", { path: { player } }) : null),
    player,
  );
  return <>{isId ? (profile.value?.name ?? words().somePlayer) : player}</>;
}
