// An invitation: the table behind a code or link, and a seat in one tap, as a guest if need be.

import type { InvitedTable } from "flipside-client";
import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { rulesetWords, words as catalogue } from "../../catalogue/catalogue.ts";
import { seatName } from "../../games/names.ts";
import { takeOver } from "../../games/tables.ts";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Page } from "../../parts/page.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { client, session, signInAsGuest } from "../../session/session.ts";
import { moment } from "../../texts/times.ts";
import { words } from "./texts.ts";

export default function Join({ code }: { code?: string }) {
  return code === undefined ? <AskForCode /> : <Invitation code={code} />;
}

/** The code that somebody entered, or that of the link that they pasted. */
function codeIn(entered: string): string {
  return entered.trim().split("/").at(-1) ?? "";
}

function AskForCode() {
  const say = words();
  const [code, setCode] = useState("");
  const [, go] = useLocation();
  return (
    <Page title={say.title} back="/">
      <form class="column" onSubmit={(event) => { event.preventDefault(); go(`/join/${encodeURIComponent(codeIn(code))}`); }}>
        <h1>{say.title}</h1>
        <Field label={say.code} note={say.codeNote} autoCapitalize="characters" spellcheck={false} required value={code} onValue={setCode} />
        <Button look="filled" type="submit">{say.look}</Button>
      </form>
    </Page>
  );
}

function Invitation({ code }: { code: string }) {
  const say = words();
  const found = useAnswer<InvitedTable>((asked) => asked.get("/v1/invitations/{code}", { path: { code } }), code);
  return (
    <Page title={say.title} back="/">
      <div class="column">
        {found.value === undefined || found.refusal !== undefined ? (
          <>
            <h1>{say.title}</h1>
            <State of={found} />
            {found.refusal !== undefined && <LinkButton href="/join">{say.other}</LinkButton>}
          </>
        ) : (
          <InvitedTo invited={found.value} />
        )}
      </div>
    </Page>
  );
}

function InvitedTo({ invited: { invitation, game } }: { invited: InvitedTable }) {
  const say = words();
  const action = useAction();
  const [, go] = useLocation();
  const clock = catalogue.value?.clocks.find((one) => one.name === game.clock?.preset)?.title;
  const isOpen = invitation.state === "open";
  const vacant = game.vacant_seats[0];
  const [isDeclined, setDeclined] = useState(false);
  const sit = async () => {
    if (session.peek() === null) await signInAsGuest();
    const body = { invitation: invitation.code };
    if (vacant === undefined) await client.peek().post("/v1/games/{game_id}/seats", { path: { game_id: game.id }, body });
    else await takeOver(game.id, vacant, invitation.code);
    go(`/games/${game.id}`);
  };
  const decline = async () => {
    await client.peek().delete("/v1/invitations/{code}", { path: { code: invitation.code } });
    setDeclined(true);
  };
  if (isDeclined) {
    return (
      <>
        <h1>{say.declined}</h1>
        <p role="status">{say.declinedNote}</p>
        <LinkButton href="/" look="filled">{say.home}</LinkButton>
      </>
    );
  }
  return (
    <>
      <h1>{say.invites(invitation.invited_by)}</h1>
      <p>
        <b>{rulesetWords(game)?.title}</b>{clock !== undefined && ` · ${clock}`} · <Link href={`/games/${game.id}/rules`}>{say.rules}</Link>
      </p>
      <ol class="invited-seats">
        {game.seats.map((seat) => <li key={seat.seat} class={seat.kind === "open" || seat.seat === vacant ? "free" : ""}>{seatName(seat)}</li>)}
      </ol>
      <Trouble of={action} />
      {game.your_seat !== null ? (
        <LinkButton href={`/games/${game.id}`} look="filled">{say.open}</LinkButton>
      ) : isOpen && game.open_seats === 0 && vacant === undefined ? (
        <>
          <p class="notice" role="status">{say.full}</p>
          <LinkButton href="/tables">{say.tables}</LinkButton>
        </>
      ) : isOpen ? (
        <>
          <Button look="filled" disabled={action.isBusy} onClick={() => action.run(sit)}>
            {session.value === null ? say.sitAsGuest : say.sit}
          </Button>
          <p class="quiet">{say.until(moment(invitation.expires_at))}</p>
          {session.value === null ? (
            <>
              <LinkButton href={`/sign-in?next=${encodeURIComponent(`/join/${invitation.code}`)}`}>{say.signIn}</LinkButton>
              {invitation.kind !== "link" && <a class="button plain" href={`/m/invitation/${invitation.code}`}>{say.decline}</a>}
            </>
          ) : (
            invitation.kind !== "link" && <Button look="plain" onClick={() => action.run(decline)}>{say.decline}</Button>
          )}
        </>
      ) : (
        <>
          <p class="notice" role="status">{say.ended}</p>
          <LinkButton href="/tables">{say.tables}</LinkButton>
        </>
      )}
    </>
  );
}
