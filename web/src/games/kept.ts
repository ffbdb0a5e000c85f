// What is kept on the device, and how much.

export interface Kept<Value> {
  player: string;
  /** When it was seen last, in milliseconds. */
  seen: number;
  value: Value;
}

/** So many games are kept. */
const MOST = 20;

/** The keys of all but the last seen ones. */
export function tooMany(entries: readonly (readonly [string, Pick<Kept<unknown>, "seen">])[], most = MOST): string[] {
  return entries
    .slice()
    .sort(([, one], [, other]) => other.seen - one.seen)
    .slice(most)
    .map(([key]) => key);
}
