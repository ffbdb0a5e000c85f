// The back of cards that have one side: the sign of Flipside.

export function PlainBack() {
  return (
    <svg class="drawing plain-back" viewBox="0 0 100 140" aria-hidden="true">
      <rect x="2" y="2" width="96" height="136" rx="12" fill="#35304a" stroke="#4d4768" stroke-width="4" />
      <path d="M50 44a26 26 0 0 0 0 52z" fill="#f4c531" />
      <path d="M50 44a26 26 0 0 1 0 52z" fill="#7b55d1" />
    </svg>
  );
}
