// Signs of the page, 24 by 24, drawn with strokes in the color of the text. Signs of cards are in the service's drawings.

import type { ComponentChildren } from "preact";

function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

export const BackIcon = () => <Icon><path d="M15 5l-7 7 7 7" /></Icon>;
export const GamesIcon = () => <Icon><path d="M4 8h10v12H4zM9 8V4h11v12h-6" /></Icon>;
export const NewIcon = () => <Icon><path d="M12 5v14M5 12h14" /></Icon>;
export const ReplaysIcon = () => <Icon><path d="M7 5l12 7-12 7z" /></Icon>;
export const PersonIcon = () => <Icon><circle cx="12" cy="8" r="4" /><path d="M4 21c0-5 4-7 8-7s8 2 8 7" /></Icon>;
export const BellIcon = () => <Icon><path d="M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4" /></Icon>;
export const MoreIcon = () => <Icon><path d="M12 5v.01M12 12v.01M12 19v.01" stroke-width="3" /></Icon>;
export const LogIcon = () => <Icon><path d="M4 6h16M4 12h12M4 18h8" /></Icon>;
export const ClockIcon = () => <Icon><circle cx="12" cy="12" r="9" /><path d="M12 7v5l3 3" /></Icon>;
export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" fill="currentcolor" />
    <path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5" />
  </Icon>
);
export const MoonIcon = () => <Icon><path d="M10 3a9 9 0 1 0 11 11A7.5 7.5 0 0 1 10 3z" fill="currentcolor" /></Icon>;
export const ClockwiseIcon = () => <Icon><path d="M19 12a7 7 0 1 1-3-5.7M17 2v5h-5" /></Icon>;
export const CounterclockwiseIcon = () => <Icon><path d="M5 12a7 7 0 1 0 3-5.7M7 2v5h5" /></Icon>;
export const TickIcon = () => <Icon><path d="M5 13l4 4L19 7" /></Icon>;

/** The sign of Flipside: a disc with a light and a dark half. */
export const LogoIcon = () => (
  <svg class="logo" width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
    <path d="M14 1a13 13 0 0 0 0 26z" fill="#f4c531" />
    <path d="M14 1a13 13 0 0 1 0 26z" fill="#7b55d1" />
  </svg>
);
