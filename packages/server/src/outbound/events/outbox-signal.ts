/** Signals listeners in this process that events or deliveries were written, by whichever process. */
export interface OutboxSignal {
  notify(): void;
  /** Gives the function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

export function createOutboxSignal(): OutboxSignal {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
