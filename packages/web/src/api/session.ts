import { useSyncExternalStore } from 'react';
import { createStoredValue } from '../stored-value.ts';

const stored = createStoredValue('lonja.session');

/** The session token; it is all that the browser keeps of an account. */
export function sessionToken(): string | null {
  return stored.get();
}

export function startSession(token: string): void {
  isExpired = false;
  stored.set(token);
}

/** The reader has signed out. */
export function endSession(): void {
  stored.set(null);
}

let isExpired = false;

/** The service no longer takes the session: it has expired, or was ended elsewhere. */
export function expireSession(): void {
  isExpired = true;
  stored.set(null);
}

/** Whether the last session ended without the reader's doing. */
export function hasSessionExpired(): boolean {
  return isExpired;
}

export function useIsSignedIn(): boolean {
  return useSyncExternalStore(stored.subscribe, () => stored.get() !== null);
}
