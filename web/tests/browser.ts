// What modules of the client ask a browser for when they are loaded, for tests in Node.

class Kept {
  private readonly values = new Map<string, string>();
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }
  removeItem(key: string): void {
    this.values.delete(key);
  }
}

function provide(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

provide("localStorage", new Kept());
provide("navigator", { languages: ["en"], userAgent: "test", platform: "test", maxTouchPoints: 0 });
provide("location", { origin: "https://flipside.example" });
provide("document", { documentElement: { dataset: {}, lang: "" }, addEventListener: () => {}, removeEventListener: () => {}, hidden: false });
const page = new EventTarget();
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const) provide(name, page[name].bind(page));
provide("matchMedia", () => ({ matches: false, addEventListener: () => {} }));

// Neither a timer nor a channel that is left keeps the process.
class Channel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref(): void }).unref();
  }
}
provide("BroadcastChannel", Channel);
for (const name of ["setInterval", "setTimeout"] as const) {
  const start = globalThis[name] as unknown as (...given: unknown[]) => { unref(): void };
  provide(name, (...given: unknown[]) => start(...given).unref());
}

export {};
