// The link with which a friend lends their seat: what it is, and the seat in one tap, as a guest if need be.

import type { Loan } from "flipside-client";
import { useLocation } from "wouter-preact";
import { rulesetWords } from "../../catalogue/catalogue.ts";
import { isolated } from "../../games/names.ts";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { client, session, signInAsGuest } from "../../session/session.ts";
import { plural, texts } from "../../texts/language.ts";
import { moment } from "../../texts/times.ts";

const LOAN = "/v1/games/{game_id}/seats/{seat}/loan";

const words = texts({
  en: {
    title: "A seat on loan",
    asks: (name: string, hours: string) => `${name} asks you to play their seat for ${hours}`,
    note: "You see their cards from now on, and both of you can move. You can give the seat back at any time.",
    hours: { one: "# hour", other: "# hours" },
    play: "Play the seat",
    playAsGuest: "Play the seat as a guest",
    signIn: "I have an account",
    until: (when: string) => `The offer is good until ${when}`,
    open: "To the table",
    someone: "A player",
  },
  ru: {
    title: "Место на время",
    asks: (name: string, hours: string) => `${name} просит вас поиграть на своём месте: ${hours}`,
    note: "Вы видите карты этого игрока с этого момента, ходить можете вы оба. Вернуть место можно в любое время.",
    hours: { one: "# час", few: "# часа", many: "# часов", other: "# часа" },
    play: "Играть на этом месте",
    playAsGuest: "Играть на этом месте гостем",
    signIn: "У меня есть учётная запись",
    until: (when: string) => `Предложение действует до: ${when}`,
    open: "К столу",
    someone: "Игрок",
  },
  fr: {
    title: "Une place prêtée",
    asks: (name: string, hours: string) => `${name} vous demande de jouer à sa place pendant ${hours}`,
    note: "Vous voyez ses cartes à partir de maintenant, et vous pouvez jouer tous les deux. Vous pouvez rendre la place à tout moment.",
    hours: { one: "# heure", other: "# heures" },
    play: "Jouer à cette place",
    playAsGuest: "Jouer à cette place en invité",
    signIn: "J’ai un compte",
    until: (when: string) => `L’offre est valable jusqu’à ${when}`,
    open: "Vers la table",
    someone: "Un joueur",
  },
});

interface BorrowProps {
  code: string;
  game: string;
  seat: string;
}

export default function Borrow({ code, game, seat }: BorrowProps) {
  const say = words();
  const path = { game_id: game, seat };
  const found = useAnswer<Loan>((asked, signal) => asked.get(LOAN, { path, query: { code }, signal }), `${game} ${seat} ${code}`);
  return (
    <Page title={say.title} back="/">
      <div class="column">
        {found.value === undefined ? (
          <>
            <h1>{say.title}</h1>
            <State of={found} />
          </>
        ) : (
          <Offered loan={found.value} code={code} />
        )}
      </div>
    </Page>
  );
}

function Offered({ loan, code }: { loan: Loan; code: string }) {
  const say = words();
  const action = useAction();
  const [, go] = useLocation();
  const accept = async () => {
    if (session.peek() === null) await signInAsGuest();
    await client.peek().post(`${LOAN}/accept`, { path: { game_id: loan.game, seat: String(loan.seat) }, body: { code } });
    go(`/games/${loan.game}`);
  };
  return (
    <>
      <h1>{say.asks(isolated(loan.lender ?? say.someone), plural(loan.hours ?? 0, say.hours))}</h1>
      <p><b>{rulesetWords(loan)?.title}</b></p>
      <p>{say.note}</p>
      <Trouble of={action} />
      {loan.state !== "offered" || loan.code !== null ? (
        <LinkButton href={`/games/${loan.game}`} look="filled">{say.open}</LinkButton>
      ) : (
        <>
          <Button look="filled" disabled={action.isBusy} onClick={() => action.run(accept)}>
            {session.value === null ? say.playAsGuest : say.play}
          </Button>
          {loan.lapses_at !== null && <p class="quiet">{say.until(moment(loan.lapses_at))}</p>}
          {session.value === null && (
            <LinkButton href={`/sign-in?next=${encodeURIComponent(`/join/${code}/${loan.game}/${loan.seat}`)}`}>{say.signIn}</LinkButton>
          )}
        </>
      )}
    </>
  );
}
