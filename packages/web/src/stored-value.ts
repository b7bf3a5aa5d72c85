export interface StoredValue {
  get: () => string | null;
  set: (value: string | null) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A text in the browser's storage that every tab sees change. Where storage is refused it lasts as long as the page. */
export function createStoredValue(key: string): StoredValue {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  let unstored: string | null = null;
  return {
    get() {
      try {
        return localStorage.getItem(key);
      } catch {
        return unstored;
      }
    },
    set(value) {
      unstored = value;
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // Kept in memory above.
      }
      notify();
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      listeners.add(listener);
      addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', onStorage);
      };
    },
  };
}
