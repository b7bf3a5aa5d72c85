import type { Db } from '../../ground/database/database.ts';
import type { ListedEvent } from './events-store.ts';
import type { Principal } from '../../people/access/principal.ts';
import { readOn } from './list-events.ts';
import type { OutboxSignal } from './outbox-signal.ts';

/** Events are looked for this often even without a signal. */
const POLL_MS = 5000;
const BATCH = 50;

/**
 * Gives batches of events after a place, as they are written, until `signal` aborts; an empty batch when there was nothing for
 * a while. `principal` is asked for before every look, so that a credential that has ended ends the stream with its error.
 */
export async function* streamEvents(
  context: { db: Db; outbox: OutboxSignal },
  stream: { place: string; marketId: string; principal: () => Promise<Principal>; signal: AbortSignal },
): AsyncGenerator<ListedEvent[]> {
  const { signal, marketId } = stream;
  let { place } = stream;
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();
  const unsubscribe = context.outbox.subscribe(wake);
  signal.addEventListener('abort', wake);
  try {
    while (!signal.aborted) {
      woken = Promise.withResolvers();
      const events = await readOn(context, await stream.principal(), { place, marketId, limit: BATCH });
      place = events.at(-1)?.sequence ?? place;
      yield events;
      if (events.length === BATCH) continue;
      const timer = setTimeout(wake, POLL_MS);
      await woken.promise;
      clearTimeout(timer);
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', wake);
  }
}
