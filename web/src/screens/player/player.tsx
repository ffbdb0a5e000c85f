// A player as everybody sees them, with their finished public games.

import type { GamePage, PublicProfile } from "flipside-client";
import { Link } from "wouter-preact";
import { othersAt } from "../../games/names.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Page } from "../../parts/page.tsx";
import { State } from "../../parts/state.tsx";
import { language, texts } from "../../texts/language.ts";
import { moment } from "../../texts/times.ts";

const words = texts({
  en: { title: "Player", since: (day: string) => `Here since ${day}`, games: "Finished games", none: "No public game has ended yet." },
  ru: { title: "Игрок", since: (day: string) => `Здесь с ${day}`, games: "Сыгранные игры", none: "Открытых сыгранных игр пока нет." },
  fr: { title: "Joueur", since: (day: string) => `Ici depuis le ${day}`, games: "Parties terminées", none: "Aucune partie publique n’est terminée." },
});

export default function Player({ player }: { player: string }) {
  const say = words();
  const profile = useAnswer<PublicProfile>((asked) => asked.get("/v1/players/{player}", { path: { player } }), player);
  const games = useAnswer<GamePage>(
    (asked) => asked.get("/v1/games", { query: { player, status: "finished", limit: 50 } }),
    player,
  );
  const day = (text: string) => new Intl.DateTimeFormat(language.value, { dateStyle: "long" }).format(new Date(text));
  return (
    <Page title={profile.value?.name ?? say.title} back="/">
      <div class="column">
        <h1>{profile.value?.name ?? say.title}</h1>
        <State of={profile} />
        {profile.value !== undefined && <p class="quiet">{say.since(day(profile.value.joined_on))}</p>}
        {games.value !== undefined && (
          <section>
            <h2>{say.games}</h2>
            {games.value.games.length === 0 && <p class="quiet">{say.none}</p>}
            <ul class="plain-rows">
              {games.value.games.map((game) => (
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
