// Whether the page is wide enough for the log beside the table.

import { signal } from "@preact/signals";

const query = matchMedia("(min-width: 1200px)");
const isWide = signal(query.matches);
query.addEventListener("change", () => {
  isWide.value = query.matches;
});

export function useWide(): boolean {
  return isWide.value;
}
