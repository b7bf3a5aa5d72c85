import { createClient } from '@lonja/client';
import { useCallback } from 'react';
import { connection } from '../api/client.ts';
import { endSession, sessionToken } from '../api/session.ts';

/** Ends the session here at once, and at the service as soon as it answers. */
export function useSignOut(): () => void {
  return useCallback(() => {
    const client = createClient({ ...connection, credential: sessionToken() ?? '' });
    void client.account.logout().catch(() => undefined);
    endSession();
    // With it ends what the service pushes to this browser.
    void navigator.serviceWorker?.getRegistration().then((worker) => worker?.unregister());
  }, []);
}
