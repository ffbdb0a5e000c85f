// How reliable a player is: their turns made in time, of how many. Nobody counts those of bots.

import type { PublicProfile, Reliability as Figures } from "flipside-client";
import { texts } from "../texts/language.ts";
import { useAnswer } from "./answer.ts";

const words = texts({
  en: {
    newcomer: "New here",
    share: (share: number, asked: number) => `${share}% of ${asked} turns in time`,
  },
  ru: {
    newcomer: "Новичок",
    share: (share: number, asked: number) => `Вовремя ${share} % из ${asked} ходов`,
  },
  fr: {
    newcomer: "Nouveau joueur",
    share: (share: number, asked: number) => `${share} % de ${asked} tours joués à temps`,
  },
});

export function reliabilityWords(of: Figures | null): string {
  const say = words();
  return of === null ? say.newcomer : say.share(of.share, of.asked);
}

/** The reliability of the player of this id; nothing until the service has answered. */
export function ReliabilityOf({ player }: { player: string }) {
  const profile = useAnswer<PublicProfile>((asked) => asked.get("/v1/players/{player}", { path: { player } }), player);
  return <>{profile.value === undefined ? "" : reliabilityWords(profile.value.reliability)}</>;
}
