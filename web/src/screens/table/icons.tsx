// Signs that only the table needs, in the manner of parts/icons.tsx.

export const CloseIcon = () => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
);
export const DrawnIcon = () => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 6v12M6 12h12" /></svg>
);
export const DotIcon = () => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="2" fill="currentcolor" /></svg>
);
