import { useSyncExternalStore } from 'react';
import { createStoredValue } from '../stored-value.ts';

const stored = createStoredValue('lonja.session');

/** The session token; it is all that the browser keeps of an account. */
export function sessionToken(): string | null {
  return stored.get();
}

export function startSession(token: string): void {
  stored.set(token);
}

export function endSession(): void {
  stored.set(null);
}

export function useIsSignedIn(): boolean {
  return useSyncExternalStore(stored.subscribe, () => stored.get() !== null);
}
