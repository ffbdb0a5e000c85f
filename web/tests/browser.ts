// What modules of the client ask a browser for when they are loaded, for tests in Node.

class Kept {
  private readonly values = new Map<string, string>();
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }
}

function provide(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

provide("localStorage", new Kept());
provide("navigator", { languages: ["en"], userAgent: "test", platform: "test", maxTouchPoints: 0 });
provide("location", { origin: "https://flipside.example" });
provide("document", { documentElement: { dataset: {}, lang: "" }, addEventListener: () => {}, hidden: false });
provide("addEventListener", () => {});
provide("matchMedia", () => ({ matches: false, addEventListener: () => {} }));

// Neither a timer nor a channel that is left keeps the process.
class Channel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref(): void }).unref();
  }
}
provide("BroadcastChannel", Channel);
const { setInterval: every } = globalThis as { setInterval: (...given: unknown[]) => { unref(): void } };
provide("setInterval", (...given: unknown[]) => every(...given).unref());

export {};
