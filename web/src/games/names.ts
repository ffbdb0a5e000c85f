// Names of those who sit at a table.

import type { Seat } from "flipside-client";
import { texts } from "../texts/language.ts";

const words = texts({
  en: {
    bots: { sharp: "Sharp", plain: "Plain", random: "Random" },
    bot: (number: number) => `Bot ${number}`,
    strategy: "Bot",
    gone: "A player who has left",
    free: "Free seat",
    you: "You",
    many: (count: string) => `${count} at the table`,
    counts: ["Five", "Six", "Seven", "Eight", "Nine", "Ten"],
  },
  ru: {
    bots: { sharp: "Острый", plain: "Простой", random: "Случайный" },
    bot: (number: number) => `Бот ${number}`,
    strategy: "Бот",
    gone: "Ушедший игрок",
    free: "Свободное место",
    you: "Вы",
    many: (count: string) => `${count} за столом`,
    counts: ["Пятеро", "Шестеро", "Семеро", "Восьмеро", "Девятеро", "Десятеро"],
  },
  fr: {
    bots: { sharp: "Malin", plain: "Simple", random: "Hasard" },
    bot: (number: number) => `Robot ${number}`,
    strategy: "Robot",
    gone: "Joueur parti",
    free: "Place libre",
    you: "Vous",
    many: (count: string) => `${count} à table`,
    counts: ["Cinq", "Six", "Sept", "Huit", "Neuf", "Dix"],
  },
});

/** The name of a seat's player, or the number of its bot, as in the service's messages. */
export function seatName(seat: Seat): string {
  const say = words();
  if (seat.kind === "open") return say.free;
  if (seat.kind === "bot") return say.bot(seat.seat + 1);
  return seat.name ?? say.gone;
}

/** The name of a strategy. */
export function botName(bot: string): string {
  const { bots, strategy } = words();
  return (bots as Record<string, string>)[bot] ?? strategy;
}

/** The name of a seat, or "You". */
export function seatOrYou(seat: Seat, you: number | null): string {
  return seat.seat === you ? words().you : seatName(seat);
}

/** The others at a table by name; from five seats on, how many sit there. */
export function othersAt({ seats, your_seat }: { seats: readonly Seat[]; your_seat: number | null }): string {
  const say = words();
  const taken = seats.filter(({ kind }) => kind !== "open");
  const count = taken.length > 4 ? say.counts[taken.length - 5] : undefined;
  if (count !== undefined) return say.many(count);
  const others = taken.filter(({ seat }) => seat !== your_seat);
  return (others.length > 0 ? others : taken).map(seatName).join(", ");
}
