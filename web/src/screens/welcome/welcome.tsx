// What a stranger sees first: what this is, and the way to a table in one tap.

import { useLocation } from "wouter-preact";
import { playBots } from "../../games/tables.ts";
import { useAction } from "../../parts/action.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Drawing } from "../../parts/face.tsx";
import { Page } from "../../parts/page.tsx";
import { Trouble } from "../../parts/state.tsx";
import { hasEnded, signInAsGuest } from "../../session/session.ts";
import { texts } from "../../texts/language.ts";

const LIGHT = ["R7", "YS", "GF", "B4"];
const DARK = ["o2", "tE", "pF", "v8"];
const BOTS = ["sharp", "random", "sharp"];

const words = texts({
  en: {
    title: "Two sides. One move at a time.",
    what: "Card games of the UNO family for busy people: play a card now, and the next when your turn comes round, in a minute or in two days.",
    play: "Play now",
    playing: "The cards are dealt …",
    note: "Against three bots, as a guest, without an address.",
    signIn: "Sign in",
    tables: "Tables that wait for players",
    code: "I have an invitation",
    fair: "Every shuffle can be checked, by you, with a program of your own.",
    ended: "You were signed out on this device.",
    docs: "For makers of apps and bots",
    legal: "Flipside is not affiliated with Mattel. UNO is a trademark of Mattel.",
  },
  ru: {
    title: "Две стороны. Ход за ходом.",
    what: "Карточные игры семейства УНО для занятых людей: положите карту сейчас, а следующую, когда снова придёт ваш ход, через минуту или через два дня.",
    play: "Играть",
    playing: "Карты раздаются…",
    note: "Против трёх ботов, гостем, без адреса.",
    signIn: "Войти",
    tables: "Столы, где ждут игроков",
    code: "У меня есть приглашение",
    fair: "Каждую раздачу вы можете проверить сами, своей программой.",
    ended: "Сеанс на этом устройстве завершён.",
    docs: "Авторам приложений и ботов",
    legal: "Flipside не связан с Mattel. UNO — товарный знак Mattel.",
  },
  fr: {
    title: "Deux faces. Un coup à la fois.",
    what: "Des jeux de cartes de la famille UNO pour les gens occupés : jouez une carte maintenant, la suivante quand revient votre tour, dans une minute ou dans deux jours.",
    play: "Jouer",
    playing: "On distribue les cartes…",
    note: "Contre trois robots, en invité, sans adresse.",
    signIn: "Se connecter",
    tables: "Les tables qui attendent des joueurs",
    code: "J’ai une invitation",
    fair: "Vous pouvez vérifier chaque mélange vous-même, avec votre propre programme.",
    ended: "La session a pris fin sur cet appareil.",
    docs: "Pour les auteurs d’applications et de robots",
    legal: "Flipside n’est pas affilié à Mattel. UNO est une marque de Mattel.",
  },
});

export default function Welcome() {
  const say = words();
  const action = useAction();
  const [, go] = useLocation();
  const play = async () => {
    await signInAsGuest();
    go(`/games/${await playBots({ options: { scoring: "single_round" } }, BOTS)}`);
  };
  return (
    <Page title={say.title}>
      <div class="welcome">
        <div class="fan" aria-hidden="true">
          <div class="fan-side" data-side="L">{LIGHT.map((card) => <Drawing key={card} card={card} />)}</div>
          <div class="fan-side" data-side="D">{DARK.map((card) => <Drawing key={card} card={card} />)}</div>
        </div>
        <h1>{say.title}</h1>
        <p class="lead">{say.what}</p>
        {hasEnded.value && <p class="notice" role="status">{say.ended}</p>}
        <Trouble of={action} />
        <div class="ways">
          <Button look="filled" disabled={action.isBusy} onClick={() => action.run(play)}>
            {action.isBusy ? say.playing : say.play}
          </Button>
          <p class="quiet">{say.note}</p>
          <LinkButton href="/sign-in">{say.signIn}</LinkButton>
        </div>
        <ul class="more">
          <li><LinkButton href="/tables" look="plain">{say.tables}</LinkButton></li>
          <li><LinkButton href="/join" look="plain">{say.code}</LinkButton></li>
        </ul>
        <p class="quiet">{say.fair}</p>
        <footer>
          <a href="/docs">{say.docs}</a>
          <small>{say.legal}</small>
        </footer>
      </div>
    </Page>
  );
}
