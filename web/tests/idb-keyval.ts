// `idb-keyval` in memory.

type Key = IDBValidKey;
const kept = new Map<Key, unknown>();

export const get = async (key: Key) => structuredClone(kept.get(key));
export const set = async (key: Key, value: unknown) => void kept.set(key, structuredClone(value));
export const del = async (key: Key) => void kept.delete(key);
export const delMany = async (keys: Key[]) => keys.forEach((key) => kept.delete(key));
export const update = async (key: Key, change: (value: unknown) => unknown) =>
  void kept.set(key, structuredClone(change(structuredClone(kept.get(key)))));
export const entries = async () => [...kept.entries()];
export const keys = async () => [...kept.keys()];
export const clear = async () => kept.clear();
export const createStore = () => undefined;
