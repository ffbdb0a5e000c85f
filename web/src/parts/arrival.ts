// Where a screen begins: one that was just opened at its top, with the focus on its heading, so that a screen reader says
// where the person is. The first screen of a visit, and those that the person goes back to, are left to the browser.

let shown = location.pathname;
let isFirst = true;
let isBack = false;

addEventListener("popstate", () => {
  isBack = location.pathname !== shown; // or a link within the page was followed
});

/** A screen is there. It may come in several steps, each of which has to take the focus that went with the one before. */
export function arrive(address: string, content: HTMLElement): void {
  const isNew = address !== shown;
  shown = address;
  if (isNew) isFirst = false;
  if (isFirst) return;
  if (isNew && !isBack && location.hash === "") scrollTo(0, 0);
  if (isNew) isBack = false;
  if (!isNew && document.activeElement !== document.body) return;
  const heading = content.querySelector<HTMLElement>("h1") ?? content;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
