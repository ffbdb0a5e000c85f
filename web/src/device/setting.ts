// Settings of this device, such as the theme, or of this tab. A browser that keeps nothing for pages throws when asked.

type Place = "localStorage" | "sessionStorage";

export function setting(key: string, place: Place = "localStorage"): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

export function keepSetting(key: string, value: string, place: Place = "localStorage"): void {
  try {
    globalThis[place].setItem(key, value);
  } catch {
    // It holds until the page is loaded again.
  }
}

export function dropSetting(key: string, place: Place = "localStorage"): void {
  try {
    globalThis[place].removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
