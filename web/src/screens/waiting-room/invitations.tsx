// Inviting others: a link that can be given to anybody, and invitations to a player or a mail address.

import type { Game, Invitation } from "flipside-client";
import { useEffect, useState } from "preact/hooks";
import { useAction } from "../../parts/action.ts";
import { Button } from "../../parts/button.tsx";
import { Share } from "../../parts/share.tsx";
import { Trouble } from "../../parts/state.tsx";
import { client } from "../../session/session.ts";
import { words } from "./texts.ts";

export function Invitations({ game }: { game: Game }) {
  const say = words();
  const action = useAction();
  const [all, setAll] = useState<readonly Invitation[]>([]);
  const [link, setLink] = useState<Invitation | undefined>();
  const [name, setName] = useState("");
  const [sentTo, setSentTo] = useState("");
  const places = { path: { game_id: game.id } };

  const read = async () => {
    const { invitations } = await client.peek().get("/v1/games/{game_id}/invitations", places);
    setAll(invitations);
  };
  const start = async () => {
    setLink(await client.peek().post("/v1/games/{game_id}/invitations", { ...places, body: {} }));
    await read();
  };
  // A seat that is taken may have ended an invitation.
  useEffect(() => action.run(start), [game.id, game.open_seats]);

  const invite = async () => {
    const to = name.trim();
    const body = to.includes("@") ? { email: to } : { player: to };
    await client.peek().post("/v1/games/{game_id}/invitations", { ...places, body });
    setSentTo(to);
    setName("");
    await read();
  };
  const revoke = async ({ code }: Invitation) => {
    await client.peek().delete("/v1/invitations/{code}", { path: { code } });
    await read();
  };

  const people = all.filter((one) => one.kind !== "link");
  return (
    <section class="invite">
      <h2>{say.invite}</h2>
      <Trouble of={action} />
      <div class="link-tile">
        <p class="quiet">{say.inviteHint}</p>
        <p class="code"><span class="visually-hidden">{say.code} </span>{link?.code ?? " "}</p>
        <p class="link">{link?.link ?? " "}</p>
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
                  <strong class="who">{one.player ?? one.email ?? one.code}</strong>
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
