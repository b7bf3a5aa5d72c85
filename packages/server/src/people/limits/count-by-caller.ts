/** How many of something each caller has at once. */
export interface CallerCounts {
  /** Takes one more; false: the caller has as many as it may. */
  take(caller: string): boolean;
  release(caller: string): void;
}

export function createCallerCounts(most: number): CallerCounts {
  const counts = new Map<string, number>();
  return {
    take(caller) {
      const count = counts.get(caller) ?? 0;
      if (count >= most) return false;
      counts.set(caller, count + 1);
      return true;
    },
    release(caller) {
      const count = counts.get(caller) ?? 0;
      if (count <= 1) counts.delete(caller);
      else counts.set(caller, count - 1);
    },
  };
}
