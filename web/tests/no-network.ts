// Imported first: what modules ask for when they are loaded gets no answer.

globalThis.fetch = () => Promise.reject(new TypeError("There is no network in this test."));

export {};
