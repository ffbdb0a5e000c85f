// A player as everybody sees them, with their finished public games.

import type { BlockList, GamePage, PublicProfile } from "flipside-client";
import { Link } from "wouter-preact";
import { othersAt } from "../../games/names.ts";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { reliabilityWords } from "../../parts/reliability.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { client, session } from "../../session/session.ts";
import { language, texts } from "../../texts/language.ts";
import { moment } from "../../texts/times.ts";

const words = texts({
  en: {
    title: "Player",
    since: (day: string) => `Here since ${day}`,
    games: "Finished games",
    none: "No public game has ended yet.",
    block: "Block this player",
    unblock: "Unblock this player",
    blockNote: "Invitations and nudges of this player will not reach you, and public tables will not seat you together. They are not told.",
    isBlocked: "You have blocked this player.",
  },
  ru: {
    title: "Игрок",
    since: (day: string) => `Здесь с ${day}`,
    games: "Сыгранные игры",
    none: "Открытых сыгранных игр пока нет.",
    block: "Заблокировать игрока",
    unblock: "Разблокировать игрока",
    blockNote: "Приглашения и напоминания этого игрока не будут доходить до вас, и за открытыми столами вас не посадят вместе. Игрок об этом не узнает.",
    isBlocked: "Вы заблокировали этого игрока.",
  },
  fr: {
    title: "Joueur",
    since: (day: string) => `Ici depuis le ${day}`,
    games: "Parties terminées",
    none: "Aucune partie publique n’est terminée.",
    block: "Bloquer ce joueur",
    unblock: "Débloquer ce joueur",
    blockNote: "Ses invitations et ses rappels ne vous parviendront plus, et les tables publiques ne vous réuniront pas. Ce joueur n’en sera pas informé.",
    isBlocked: "Vous avez bloqué ce joueur.",
  },
});

export default function Player({ player }: { player: string }) {
  const say = words();
  const profile = useAnswer<PublicProfile>((asked) => asked.get("/v1/players/{player}", { path: { player } }), player);
  const games = useAnswer<GamePage>(
    (asked) => asked.get("/v1/games", { query: { player, status: "finished", limit: 50 } }),
    player,
  );
  // A table that was closed before its match has nothing to replay.
  const matches = games.value?.games.filter(({ table }) => table !== null) ?? [];
  const day = (text: string) => new Intl.DateTimeFormat(language.value, { dateStyle: "long" }).format(new Date(text));
  return (
    <Page title={profile.value?.name ?? say.title} back="/">
      <div class="column">
        <h1>{profile.value?.name ?? say.title}</h1>
        <State of={profile} />
        {profile.value !== undefined && (
          <>
            <p class="quiet">{say.since(day(profile.value.joined_on))}</p>
            <p>{reliabilityWords(profile.value.reliability)}</p>
            {session.value !== null && session.value.player !== profile.value.id && <Block player={profile.value.id} />}
          </>
        )}
        {games.value !== undefined && (
          <section>
            <h2>{say.games}</h2>
            {matches.length === 0 && <p class="quiet">{say.none}</p>}
            <ul class="plain-rows">
              {matches.map((game) => (
                <li key={game.id}>
                  <Link href={`/replays/${game.id}`}>{othersAt({ ...game, your_seat: null })}</Link>
                  <time dateTime={game.updated_at}>{moment(game.updated_at)}</time>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  );
}

function Block({ player }: { player: string }) {
  const say = words();
  const action = useAction();
  const blocks = useAnswer<BlockList>((asked) => asked.get("/v1/me/blocks"));
  const isBlocked = blocks.value?.blocks.some(({ id }) => id === player) ?? false;
  const place = { path: { player_id: player } };
  const change = async () => {
    if (isBlocked) await client.peek().delete("/v1/me/blocks/{player_id}", place);
    else await client.peek().put("/v1/me/blocks/{player_id}", place);
    blocks.reload();
  };
  if (blocks.value === undefined) return <State of={blocks} />;
  return (
    <section class="column">
      <p class="quiet" role="status">{isBlocked ? say.isBlocked : say.blockNote}</p>
      <Trouble of={action} />
      <p class="buttons">
        <Button look="outlined" disabled={action.isBusy} onClick={() => action.run(change)}>{isBlocked ? say.unblock : say.block}</Button>
      </p>
    </section>
  );
}
