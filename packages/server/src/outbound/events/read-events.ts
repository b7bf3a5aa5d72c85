import { z } from 'zod';
import { type Db, withTenant } from '../../ground/database/database.ts';
import type { EventType } from '../../ground/database/webhook-schema.ts';
import { AppError } from '../../ground/errors.ts';
import type { Principal, Scope } from '../../people/access/principal.ts';
import type { OutboxSignal } from './append-event.ts';
import {
  BEFORE_ALL_EVENTS,
  findLastEvent,
  findSequence,
  type ListedEvent,
  listEventsAfter,
} from './store.ts';

/** Which events a caller asks for. */
interface EventQuery {
  /** Undefined: from the oldest that is kept. */
  after: string | undefined;
  /** Undefined: every type that the credential may read. */
  type: Exclude<EventType, 'ping'> | undefined;
  /** `all`: of every market. */
  marketId: string;
  limit: number;
}

/** A key with scopes needs one of them to ask for events, and sees those of the scopes that it has. */
export const EVENT_SCOPES: readonly Scope[] = ['forecasts:read', 'market:read'];

const Id = z.uuid();
const FORECAST_EVENTS: EventType[] = ['forecast.published', 'forecast.changed', 'alert.fired'];
const PRICE_EVENTS: EventType[] = ['prices.published'];

/** What webhooks of the tenant would have been sent after an event, in order, and how many events there are after it. */
export async function listEvents(
  { db }: { db: Db },
  principal: Principal,
  query: EventQuery,
): Promise<{ events: ListedEvent[]; total: number }> {
  const types = readableTypes(principal).filter((type) => query.type === undefined || type === query.type);
  return withTenant(db, principal.tenantId, async (tx) => {
    const after = query.after === undefined ? BEFORE_ALL_EVENTS : await findSequence(tx, query.after);
    if (after === undefined) throw unknownEvent();
    return listEventsAfter(tx, { after, types, marketId: query.marketId, limit: query.limit });
  });
}

/** Where a reader of the stream begins. */
export interface StreamPlace {
  /** The event that it begins after; undefined while there is none at all. */
  eventId: string | undefined;
  sequence: string;
}

/** The place to begin reading at: after the named event, or after the newest one when none is named. */
export async function findPlace(
  { db }: { db: Db },
  principal: Principal,
  after: string | undefined,
): Promise<StreamPlace> {
  return withTenant(db, principal.tenantId, async (tx) => {
    if (after === undefined) {
      const last = await findLastEvent(tx);
      return { eventId: last?.id, sequence: last?.sequence ?? BEFORE_ALL_EVENTS };
    }
    const sequence = Id.safeParse(after).success ? await findSequence(tx, after) : undefined;
    if (sequence === undefined) throw unknownEvent();
    return { eventId: after, sequence };
  });
}

/** The events after a place, as `listEvents` has them. */
async function readOn(
  { db }: { db: Db },
  principal: Principal,
  { place, marketId, limit }: { place: string; marketId: string; limit: number },
): Promise<ListedEvent[]> {
  const types = readableTypes(principal);
  return withTenant(db, principal.tenantId, async (tx) => {
    const { events } = await listEventsAfter(tx, { after: place, types, marketId, limit });
    return events;
  });
}

/** Forecasts and prices each need their scope, where a key has scopes. Throws `insufficient_scope` when it has neither. */
function readableTypes({ scopes }: Principal): EventType[] {
  const types = [
    ...(scopes === undefined || scopes.includes('forecasts:read') ? FORECAST_EVENTS : []),
    ...(scopes === undefined || scopes.includes('market:read') ? PRICE_EVENTS : []),
  ];
  if (types.length > 0) return types;
  throw new AppError(
    'insufficient_scope',
    'Events need the scope forecasts:read or market:read; use a key that has one of them or one without scopes.',
  );
}

function unknownEvent(): AppError {
  return new AppError(
    'not_found',
    'There is no such event; events are kept for 30 days. Without an event the list begins with the oldest.',
  );
}

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
