// Texts of the presets on the screen that opens a table. Their own titles come from the service.

import { plural, texts } from "../../texts/language.ts";

export const words = texts({
  en: {
    presets: "Preset",
    own: ["As I set it", "The choices below decide."],
    expected: (moves: number, time: string) => `About ${plural(moves, { one: "# move", other: "# moves" })} each, ${time}.`,
    method: "Half of all matches take less, counted in matches between bots; the time is a quarter of the clock for each move.",
    taken: (name: string) => `The settings below are those of “${name}”.`,
    yours: "Your presets",
    name: "Name for these settings",
    keep: "Keep them",
    share: "Share by link",
    unshare: "Stop sharing",
    remove: "Delete this preset",
  },
  ru: {
    presets: "Шаблон",
    own: ["По-своему", "Решают настройки ниже."],
    expected: (moves: number, time: string) =>
      `Примерно по ${plural(moves, { one: "# ходу", other: "# ходов" })} у каждого, ${time}.`,
    method: "Половина матчей короче: ходы посчитаны в матчах ботов, на ход взята четверть срока.",
    taken: (name: string) => `Ниже настройки «${name}».`,
    yours: "Ваши шаблоны",
    name: "Название этих настроек",
    keep: "Сохранить",
    share: "Поделиться ссылкой",
    unshare: "Больше не делиться",
    remove: "Удалить шаблон",
  },
  fr: {
    presets: "Modèle",
    own: ["À ma façon", "Les choix ci-dessous décident."],
    expected: (moves: number, time: string) => `Environ ${plural(moves, { one: "# coup", other: "# coups" })} chacun, ${time}.`,
    method: "La moitié des matchs sont plus courts : coups comptés entre robots, un quart du temps par coup.",
    taken: (name: string) => `Les réglages ci-dessous sont ceux de « ${name} ».`,
    yours: "Vos modèles",
    name: "Nom de ces réglages",
    keep: "Les garder",
    share: "Partager par un lien",
    unshare: "Ne plus partager",
    remove: "Supprimer ce modèle",
  },
});
