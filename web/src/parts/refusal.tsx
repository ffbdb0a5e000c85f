// What the service said when it refused, in its own words: they come in the reader's language.

import type { Refusal as Refused } from "flipside-client";

export function Refusal({ refusal }: { refusal: Refused }) {
  return (
    <p class="refusal" role="alert">
      <strong>{refusal.title}</strong> {refusal.detail}
    </p>
  );
}
