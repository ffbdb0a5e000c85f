// Running matches in which a player has given up their seat. Who opens one sees the table, and may take the seat over.

import type { GamePage } from "flipside-client";
import { Link } from "wouter-preact";
import { rulesetWords } from "../../catalogue/catalogue.ts";
import { othersAt } from "../../games/names.ts";
import { useAnswer } from "../../parts/answer.ts";
import { texts } from "../../texts/language.ts";

const MOST = 5;

const words = texts({
  en: { title: "Matches that need a player", hint: "Somebody has given up a seat. You play on with their cards." },
  ru: { title: "Партии, где нужен игрок", hint: "Кто-то отказался от места. Вы играете дальше этими картами." },
  fr: { title: "Parties qui cherchent un joueur", hint: "Quelqu’un a laissé sa place. Vous continuez avec ses cartes." },
});

export function Substitutes() {
  const say = words();
  const found = useAnswer<GamePage>((asked) => asked.get("/v1/games", { query: { substitute: true, limit: MOST } }), "substitutes");
  const games = found.value?.games.filter(({ your_seat }) => your_seat === null) ?? [];
  if (games.length === 0) return null;
  return (
    <section class="group">
      <h2>{say.title}</h2>
      <p>{say.hint}</p>
      <ul class="rows">
        {games.map((game) => (
          <li class="open-table" key={game.id}>
            <span class="what">
              <Link href={`/games/${game.id}`} class="who">{rulesetWords(game)?.title ?? ""}</Link>
              <span class="line">{othersAt(game)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
