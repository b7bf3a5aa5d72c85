import type { ConnectionOptions } from '@lonja/client';

/** Tells of a connection whose stream is followed when it is open, and when it is asked for again. */
export function watchedConnection<C extends ConnectionOptions>(
  connection: C,
  { onOpen, onLost }: { onOpen: (isFirst: boolean) => void; onLost: () => void },
): C {
  let state: 'new' | 'open' | 'lost' = 'new';
  return {
    ...connection,
    async fetch(...request) {
      if (state === 'open') {
        state = 'lost';
        onLost();
      }
      const response = await fetch(...request);
      if (response.ok) {
        onOpen(state === 'new');
        state = 'open';
      }
      return response;
    },
  };
}
