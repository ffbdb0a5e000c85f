// The page around verify.js: takes a file, shows each check as it is done, and the result, in the browser's language.
"use strict";

// Of each check: what it is called, why it matters, what was found ({numbers} as verify.js counts them).
const TEXTS = {
  en: {
    title: "Check a match",
    intro: "Every finished match can be had as a file, its transcript. This page deals the match again from the secret number that the server had to show at its end, and compares. Nothing is sent anywhere: all of it happens in your browser.",
    choose: "Choose a transcript",
    drop: "or drop its file here",
    more: "Heads and keys that you noted, other transcripts",
    heads_label: "Heads, one a line: version, colon, 64 digits",
    keys_label: "Public keys of the service, one a line: 64 digits",
    origins_label: "Transcripts of matches that this one goes on from",
    program: "The program behind this page is one file, verify.js, which runs without the page as well. It does not check whether each move was allowed by the rules of the game, nor who has won by them.",
    affiliation: "Flipside is an independent project. UNO is a trademark of Mattel. Flipside is not affiliated with Mattel.",
    waiting: "not checked yet",
    good: "holds",
    bad: "broken",
    skipped: "not checked",
    working: "Checking {name} …",
    holds: "This match holds",
    holds_why: "It was dealt as promised, and this is its log. What is not checked here: whether each move was allowed by the rules of the game, who has won by them, and whether somebody told a player what others held.",
    unsure: "not known",
    half: "Not everything could be checked",
    half_why: "What could be checked holds. But a position can be invented, and a signature too: what is not known is marked below.",
    other_origin: "What was given as the origin is of another match.",
    breaks: "This file does not hold",
    breaks_why: "It breaks at “{check}”, see below. What comes after that was not checked.",
    odd_head: "This is not a head that was noted: {line}",
    odd_key: "This is not a public key: {line}",
    standing: "How the match ended",
    seat: "Seat",
    who: "Who",
    human: "a person",
    bot: "a bot",
    points: "Points",
    rank: "Rank",
    won: "won",
    causes: { target: "the target was reached", single_round: "one round was played", resigned: "all others resigned", aborted: "all agreed to stop", abandoned: "nobody was left" },
    unable: "The signature could not be checked here.",
    no_origin: "Whether that one stood so can be checked with its transcript: add it above.",
    chosen: "It is a match of a sandbox: somebody chose where it began, nobody dealt it.",
    chosen_why: "This is its log, and what followed is what the seed gives. But it is a match of a sandbox: somebody chose where it began, nobody dealt it.",
    untrusted: "Compare the key with the one that the service publishes.",
    checks: {
      format: ["The form of the file", "A transcript can be read in one way only.", "Events: {events}. Seats: {seats}."],
      chain: ["The chain", "Each event carries a hash of all before it: none can be changed, added or taken out afterwards.", "Events on the chain: {events}. Its head: {chain}"],
      commands: ["The commands", "Each is of one seat, or of the service, and of one moment; time never runs backwards.", "Commands: {commands}."],
      heads: ["Your heads", "What you noted during the match must lie on this chain.", "Heads on the chain: {heads}."],
      events: ["The events", "Each says what an event of its kind must say.", ""],
      seed: ["The seed", "The secret number is the one that the server bound itself to before anybody sat down.", ""],
      private: ["What was hidden", "What only some could see is what the chain commits to.", "Hidden parts: {parts}."],
      entropies: ["The bytes of the players", "They are mixed into the deal; those of seats that brought none follow from the seed.", "Brought by players: {byPlayers}. From the server: {byServer}."],
      rules: ["Rules and deck", "The match was bound to these rules, and all their cards are in the deck, each as often as printed.", "Cards: {cards}. Game: {game}, {edition}."],
      transcript: ["What the chance is bound to", "Seed, rules, deck and the bytes of all seats together give the number that all chance follows from.", ""],
      shuffles: ["The shuffles", "Every deal and reshuffle is mixed again, and each card dealt, drawn or turned is the one that had to come.", "Deals: {deals}. Reshuffles: {reshuffles}. Cards dealt: {dealt}, drawn: {drawn}."],
      luck: ["Other luck", "Which face is behind which, who deals first, the launcher and the wheel.", "Cards drawn for the first dealer: {dealerCards}. Presses: {presses}. Spins: {spins}."],
      cards: ["Where the cards are", "Each card is followed through the match: none is lost, none is there twice.", "Played: {played}. Flips: {flips}. Moves of hands: {moved}."],
      turns: ["Whose turn it was", "Play goes round the table, and every seat answers what it is asked.", "Turns: {turns}."],
      origin: ["Where it begins", "This match goes on from a position of another one.", "Match: {origin}. Events of it: {at}."],
      result: ["The result", "The points add up, and the result is the one that the log ends with.", "Rounds: {rounds}."],
      signature: ["The signature", "The service stands by this file.", "Key: {key}."],
      anchors: ["The anchors", "Each day the service signs one number over all its matches; it could not show another log of this one later.", "Days: {days}."],
    },
  },
  ru: {
    title: "Проверить партию",
    intro: "Каждую завершённую партию можно получить файлом — это её протокол. Эта страница заново раздаёт карты из секретного числа, которое сервер обязан открыть в конце, и сравнивает. Ничего никуда не отправляется: всё происходит в вашем браузере.",
    choose: "Выберите протокол",
    drop: "или перетащите его файл сюда",
    more: "Записанные вами головы цепочки и ключи, другие протоколы",
    heads_label: "Головы, по одной в строке: версия, двоеточие, 64 цифры",
    keys_label: "Открытые ключи сервиса, по одному в строке: 64 цифры",
    origins_label: "Протоколы партий, с которых эта продолжается",
    program: "Программа этой страницы — один файл, verify.js; она работает и без страницы. Она не проверяет, был ли каждый ход разрешён правилами игры и кто по ним победил.",
    affiliation: "Flipside — независимый проект. UNO — товарный знак компании Mattel. Flipside не связан с компанией Mattel.",
    waiting: "ещё не проверено",
    good: "сходится",
    bad: "не сходится",
    skipped: "не проверено",
    working: "Проверяется {name} …",
    holds: "С этой партией всё в порядке",
    holds_why: "Карты розданы так, как было обещано, и это её подлинная запись. Здесь не проверяется, был ли каждый ход разрешён правилами игры, кто по ним победил и не рассказал ли кто-нибудь игроку, что на руках у других.",
    unsure: "неизвестно",
    half: "Проверить удалось не всё",
    half_why: "То, что удалось проверить, верно. Но начальную позицию и подпись можно и выдумать: неизвестное отмечено ниже.",
    other_origin: "Добавленный файл — протокол другой партии.",
    breaks: "Этот файл не сходится",
    breaks_why: "Он не сходится в пункте «{check}», см. ниже. То, что следует дальше, не проверялось.",
    odd_head: "Это не голова цепочки: {line}",
    odd_key: "Это не открытый ключ: {line}",
    standing: "Чем закончилась партия",
    seat: "Место",
    who: "Кто",
    human: "человек",
    bot: "бот",
    points: "Очки",
    rank: "Итог",
    won: "победа",
    causes: { target: "набрано нужное число очков", single_round: "сыгран один раунд", resigned: "все остальные сдались", aborted: "все согласились прекратить", abandoned: "никого не осталось" },
    unable: "Подпись здесь проверить не удалось.",
    no_origin: "Стояла ли она именно так, можно проверить по её протоколу: добавьте его выше.",
    chosen: "Это партия из песочницы: её начало кто-то выбрал, карты не раздавались.",
    chosen_why: "Это её подлинная запись, и всё дальнейшее следует из секретного числа. Но это партия из песочницы: её начало кто-то выбрал, карты не раздавались.",
    untrusted: "Сравните ключ с тем, который публикует сервис.",
    checks: {
      format: ["Вид файла", "Протокол можно прочитать только одним способом.", "Событий: {events}. Мест: {seats}."],
      chain: ["Цепочка", "Каждое событие несёт хеш всех предыдущих: задним числом ничего нельзя изменить, добавить или убрать.", "Событий в цепочке: {events}. Её голова: {chain}"],
      commands: ["Команды", "Каждая исходит от одного места или от сервиса и относится к одному моменту; время не идёт назад.", "Команд: {commands}."],
      heads: ["Ваши головы цепочки", "То, что вы записали во время партии, должно лежать на этой цепочке.", "Голов на цепочке: {heads}."],
      events: ["События", "Каждое говорит то, что должно говорить событие его вида.", ""],
      seed: ["Секретное число", "Это то самое число, которым сервер связал себя до того, как кто-либо сел за стол.", ""],
      private: ["Скрытое", "То, что видели не все, совпадает с тем, что зафиксировано в цепочке.", "Скрытых частей: {parts}."],
      entropies: ["Байты игроков", "Они примешиваются к раздаче; за тех, кто ничего не принёс, они следуют из секретного числа.", "От игроков: {byPlayers}. От сервера: {byServer}."],
      rules: ["Правила и колода", "Партия связана с этими правилами, и в колоде все их карты, каждая столько раз, сколько напечатано.", "Карт: {cards}. Игра: {game}, {edition}."],
      transcript: ["С чем связан случай", "Секретное число, правила, колода и байты всех мест вместе дают число, из которого следует весь случай.", ""],
      shuffles: ["Перемешивания", "Каждая раздача и каждое перемешивание повторены; каждая сданная, взятая или открытая карта — та, что должна была прийти.", "Раздач: {deals}. Перемешиваний: {reshuffles}. Сдано карт: {dealt}, взято: {drawn}."],
      luck: ["Прочий случай", "Что на обороте каждой карты, кто сдаёт первым, пусковая установка и колесо.", "Карт на выбор сдающего: {dealerCards}. Нажатий: {presses}. Вращений: {spins}."],
      cards: ["Где лежат карты", "Каждая карта прослежена через всю партию: ни одна не пропала, ни одна не удвоилась.", "Сыграно: {played}. Переворотов: {flips}. Карты меняли владельцев, раз: {moved}."],
      turns: ["Чей был ход", "Ход идёт по кругу, и каждое место отвечает на то, о чём его спросили.", "Ходов: {turns}."],
      origin: ["С чего она начинается", "Эта партия продолжается с позиции другой партии.", "Партия: {origin}. Её событий: {at}."],
      result: ["Итог", "Очки складываются, и итог тот, которым заканчивается запись.", "Раундов: {rounds}."],
      signature: ["Подпись", "Сервис отвечает за этот файл.", "Ключ: {key}."],
      anchors: ["Якоря", "Каждый день сервис подписывает одно число за все свои партии; другую запись этой партии он позже показать не смог бы.", "Дней: {days}."],
    },
  },
  fr: {
    title: "Vérifier une partie",
    intro: "Chaque partie terminée existe sous forme de fichier : sa transcription. Cette page redistribue les cartes à partir du nombre secret que le serveur a dû révéler à la fin, et compare. Rien n’est envoyé : tout se passe dans votre navigateur.",
    choose: "Choisir une transcription",
    drop: "ou déposer son fichier ici",
    more: "Têtes et clés que vous avez notées, autres transcriptions",
    heads_label: "Têtes, une par ligne : version, deux-points, 64 chiffres",
    keys_label: "Clés publiques du service, une par ligne : 64 chiffres",
    origins_label: "Transcriptions des parties dont celle-ci est la suite",
    program: "Le programme de cette page tient en un fichier, verify.js, qui fonctionne aussi sans elle. Il ne vérifie pas si chaque coup était permis par les règles du jeu, ni qui a gagné selon elles.",
    affiliation: "Flipside est un projet indépendant. UNO est une marque de Mattel. Flipside n’est pas affilié à Mattel.",
    waiting: "pas encore vérifié",
    good: "correct",
    bad: "rompu",
    skipped: "non vérifié",
    working: "Vérification de {name} …",
    holds: "Cette partie est en règle",
    holds_why: "Les cartes ont été distribuées comme promis, et ceci est bien son journal. Ce qui n’est pas vérifié ici : si chaque coup était permis par les règles du jeu, qui a gagné selon elles, et si quelqu’un a dit à un joueur ce que les autres avaient en main.",
    unsure: "inconnu",
    half: "Tout n’a pas pu être vérifié",
    half_why: "Ce qui a pu être vérifié est juste. Mais une position de départ ou une signature peut être inventée : ce qui reste inconnu est indiqué ci-dessous.",
    other_origin: "Le fichier ajouté est celui d’une autre partie.",
    breaks: "Ce fichier ne tient pas",
    breaks_why: "Il se rompt à « {check} », voir plus bas. La suite n’a pas été vérifiée.",
    odd_head: "Ceci n’est pas une tête notée : {line}",
    odd_key: "Ceci n’est pas une clé publique : {line}",
    standing: "Comment la partie s’est terminée",
    seat: "Place",
    who: "Qui",
    human: "une personne",
    bot: "un robot",
    points: "Points",
    rank: "Rang",
    won: "gagné",
    causes: { target: "le total visé a été atteint", single_round: "une manche a été jouée", resigned: "tous les autres ont abandonné", aborted: "tous ont accepté d’arrêter", abandoned: "il ne restait personne" },
    unable: "La signature n’a pas pu être vérifiée ici.",
    no_origin: "On peut vérifier que celle-ci en était bien là avec sa transcription : ajoutez-la ci-dessus.",
    chosen: "C’est une partie d’un bac à sable : quelqu’un a choisi son début, personne n’a distribué.",
    chosen_why: "Ceci est bien son journal, et la suite est celle que donne le nombre secret. Mais c’est une partie d’un bac à sable : quelqu’un a choisi son début, personne n’a distribué.",
    untrusted: "Comparez la clé à celle que le service publie.",
    checks: {
      format: ["La forme du fichier", "Une transcription ne se lit que d’une seule manière.", "Événements : {events}. Places : {seats}."],
      chain: ["La chaîne", "Chaque événement porte une empreinte de tous les précédents : rien ne peut être changé, ajouté ou retiré après coup.", "Événements sur la chaîne : {events}. Sa tête : {chain}"],
      commands: ["Les commandes", "Chacune vient d’une place ou du service, à un seul instant ; le temps ne recule jamais.", "Commandes : {commands}."],
      heads: ["Vos têtes", "Ce que vous avez noté pendant la partie doit se trouver sur cette chaîne.", "Têtes sur la chaîne : {heads}."],
      events: ["Les événements", "Chacun dit ce qu’un événement de son genre doit dire.", ""],
      seed: ["Le nombre secret", "C’est celui auquel le serveur s’était lié avant que quiconque ne s’assoie.", ""],
      private: ["Ce qui était caché", "Ce que seuls certains voyaient est bien ce que la chaîne engage.", "Parties cachées : {parts}."],
      entropies: ["Les octets des joueurs", "Ils sont mêlés à la donne ; ceux des places qui n’en ont pas apporté découlent du nombre secret.", "Apportés par des joueurs : {byPlayers}. Du serveur : {byServer}."],
      rules: ["Règles et paquet", "La partie est liée à ces règles, et toutes leurs cartes sont dans le paquet, chacune autant de fois qu’imprimée.", "Cartes : {cards}. Jeu : {game}, {edition}."],
      transcript: ["À quoi le hasard est lié", "Le nombre secret, les règles, le paquet et les octets de toutes les places donnent le nombre d’où découle tout le hasard.", ""],
      shuffles: ["Les mélanges", "Chaque donne et chaque remélange sont refaits ; chaque carte distribuée, piochée ou retournée est celle qui devait venir.", "Donnes : {deals}. Remélanges : {reshuffles}. Cartes distribuées : {dealt}, piochées : {drawn}."],
      luck: ["Le reste du hasard", "Quelle face est derrière laquelle, qui donne en premier, le lanceur et la roue.", "Cartes tirées pour le premier donneur : {dealerCards}. Pressions : {presses}. Tours de roue : {spins}."],
      cards: ["Où sont les cartes", "Chaque carte est suivie à travers la partie : aucune n’est perdue, aucune n’est là deux fois.", "Jouées : {played}. Retournements : {flips}. Mains déplacées : {moved}."],
      turns: ["À qui le tour", "Le jeu fait le tour de la table, et chaque place répond à ce qu’on lui demande.", "Tours : {turns}."],
      origin: ["Son point de départ", "Cette partie continue à partir d’une position d’une autre.", "Partie : {origin}. Événements de celle-ci : {at}."],
      result: ["Le résultat", "Les points s’additionnent, et le résultat est celui par lequel le journal se termine.", "Manches : {rounds}."],
      signature: ["La signature", "Le service répond de ce fichier.", "Clé : {key}."],
      anchors: ["Les ancres", "Chaque jour, le service signe un nombre pour toutes ses parties ; il ne pourrait pas montrer plus tard un autre journal de celle-ci.", "Jours : {days}."],
    },
  },
};

const language = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(TEXTS, tag)) ?? "en";
const texts = TEXTS[language];
const byId = (id) => document.getElementById(id);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Every check waits in the list, and is marked when its turn comes. */
function listChecks() {
  const names = Object.keys(texts.checks).filter((name) => name !== "heads" || byId("heads").value.trim());
  byId("checks").replaceChildren(
    ...names.map((name) => {
      const item = element("li", "", { id: `check-${name}`, ...(name === "origin" ? { hidden: "" } : {}) });
      const heading = element("h2", texts.checks[name][0]);
      heading.append(element("span", `: ${texts.waiting}`, { class: "sr" }));
      item.append(element("span", "·", { class: "mark", "aria-hidden": "true" }), heading, element("p", texts.checks[name][1], { class: "faint" }));
      return item;
    }),
  );
}

function mark(entry) {
  const item = byId(`check-${entry.check}`);
  item.hidden = false; // few matches have an origin
  const kind = entry.ok ? "good" : entry.facts.unable ? "unsure" : "bad";
  item.className = kind;
  item.querySelector(".mark").textContent = { good: "✓", unsure: "?", bad: "✗" }[kind];
  item.querySelector(".sr").textContent = `: ${texts[kind]}`;
  // What is wrong is said in the words of the program, which are English.
  const found = kind !== "bad" ? fill(texts.checks[entry.check][2], entry.facts) + remark(entry) : entry.text;
  if (found) item.append(element("p", found, { class: "found", ...(kind !== "bad" ? {} : { lang: "en" }) }));
}

function remark({ check, facts }) {
  if (facts.chosen) return ` ${texts.chosen}`;
  if (facts.doubt) return ` ${texts.half}: ${facts.doubt}`;
  if (facts.others?.length) return ` ${texts.no_origin} ${texts.other_origin}`;
  if (facts.unable) return ` ${check === "origin" ? texts.no_origin : texts.unable}`;
  return check === "signature" && !facts.trusted ? ` ${texts.untrusted}` : "";
}

function tellVerdict(kind, heading, text) {
  const verdict = byId("verdict");
  verdict.className = kind;
  verdict.hidden = false;
  verdict.querySelector("h2").textContent = heading;
  verdict.querySelector("p").textContent = text;
}

function showResult(file) {
  const table = element("table");
  table.append(element("caption", `${texts.standing}: ${texts.causes[file.ended.cause] ?? file.ended.cause}`));
  const head = table.createTHead().insertRow();
  for (const [name, number] of [["seat"], ["who"], ["points", true], ["rank", true]]) {
    head.append(element("th", texts[name], { scope: "col", ...(number ? { class: "n" } : {}) }));
  }
  const body = table.createTBody();
  file.head.seats.forEach((seat, number) => {
    const row = body.insertRow();
    const won = file.ended.winners.includes(number) ? ` · ${texts.won}` : "";
    row.append(
      element("th", String(number + 1), { scope: "row" }),
      element("td", `${texts[seat.kind]}${seat.bot ? ` (${seat.bot})` : ""}`),
      element("td", String(file.cards.totals[number]), { class: "n" }),
      element("td", `${file.ended.ranks[number]}${won}`, { class: "n" }),
    );
  });
  byId("result").replaceChildren(table);
  byId("result").hidden = false;
}

/** What was noted, a line each. Throws an Error that says which line is none. */
function noted() {
  const lines = (id) => byId(id).value.split("\n").map((line) => line.trim().toLowerCase()).filter(Boolean);
  const heads = lines("heads").map((line) => {
    const found = /^(0|[1-9][0-9]{0,9}):([0-9a-f]{64})$/.exec(line);
    if (!found) throw new Error(fill(texts.odd_head, { line }));
    return { version: Number(found[1]), chain: found[2] };
  });
  const keys = lines("keys");
  const odd = keys.find((line) => !/^[0-9a-f]{64}$/.test(line));
  if (odd) throw new Error(fill(texts.odd_key, { line: odd }));
  return { heads, keys };
}

const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());

let latest = 0; // a file chosen while another is checked takes its place
let shown = null;

async function check(file) {
  const turn = ++latest;
  shown = file;
  byId("result").hidden = true;
  listChecks();
  let options;
  try {
    options = noted();
  } catch (trouble) {
    return tellVerdict("bad", texts.breaks, trouble.message);
  }
  tellVerdict("", fill(texts.working, { name: file.name }), "");
  const bytes = await bytesOf(file);
  options.origins = await Promise.all(Array.from(byId("origins").files, bytesOf));
  const { code, entries, file: match } = await verify(bytes, options, (entry) => turn === latest && mark(entry));
  if (turn !== latest) return;
  for (const item of document.querySelectorAll("#checks li:not(.good, .bad, .unsure) .sr")) item.textContent = `: ${texts.skipped}`;
  if (code !== 1) {
    const chosen = entries.some((entry) => entry.facts.chosen);
    if (code === 0) tellVerdict("good", texts.holds, texts.holds_why);
    else tellVerdict("unsure", texts.half, chosen ? texts.chosen_why : texts.half_why);
    showResult(match);
  } else {
    tellVerdict("bad", texts.breaks, fill(texts.breaks_why, { check: texts.checks[entries.at(-1).check][0] }));
  }
}

document.documentElement.lang = language;
document.title = `Flipside: ${texts.title}`;
for (const node of document.querySelectorAll("[data-text]")) node.textContent = texts[node.dataset.text];
listChecks();
byId("file").addEventListener("change", (event) => {
  if (event.target.files.length) check(event.target.files[0]);
  event.target.value = ""; // the same file may be chosen again
});
byId("origins").addEventListener("change", () => shown && check(shown));
const drop = byId("drop");
for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault(); // else the browser would open the file
    drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    if (kind === "drop" && event.dataTransfer.files.length) check(event.dataTransfer.files[0]);
  });
}
