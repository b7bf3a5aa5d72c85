import {
  addDays,
  AUCTION_CALENDAR,
  type DeliveryDay,
  instantFor,
  MINUTE_MS,
  type Product,
  type RelativeTime,
  dayStart,
  auctionOf,
} from '@lonja/forecasting/market';

/**
 * Until when a run must have been published to be scored. `official`: until the results of the day-ahead auction, or the gate of an intraday
 * one. `gate`: until the gate, so that one could bid with it. `HH:MM`: by that minute in Madrid on the day on which the gate closes.
 */
export type Cutoff = 'official' | 'gate' | `${number}:${number}`;

const LOCAL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export function isCutoff(text: string): text is Cutoff {
  return text === 'official' || text === 'gate' || LOCAL_TIME.test(text);
}

/**
 * The instant before which a run must have been published to count for a delivery day as seen `leadDay` days before: 1 is the day of the
 * auction, 2 the day before that. No run counts that knew the results of the day.
 */
export function cutoffLimit(
  product: Product,
  { day, leadDay }: { day: DeliveryDay; leadDay: number },
  { cutoff, publishedAt }: { cutoff: Cutoff; publishedAt: ReadonlyMap<DeliveryDay, number> },
): number {
  const auctionDay = addDays(day, 1 - leadDay);
  if (cutoff === 'official') return forecastLimit(product, auctionDay, publishedAt);
  return Math.min(instantBefore(product, auctionDay, cutoff), forecastLimit(product, day, publishedAt));
}

/** The last scheduled run of a delivery day before the cutoff, by the usual times; undefined where none is scheduled before it. */
export function lastScheduledRun(product: Product, day: DeliveryDay, cutoff: Cutoff): number | undefined {
  const { scheduledRuns } = AUCTION_CALENDAR[product];
  const limit = cutoffLimit(product, { day, leadDay: 1 }, { cutoff, publishedAt: new Map() });
  const instants = scheduledRuns.map((time) => instantFor(day, time)).filter((instant) => instant < limit);
  return instants.length === 0 ? undefined : Math.max(...instants);
}

/** When the back-tested runs of a delivery day were scheduled, in order: the last before the gate and the last before the results. */
export function backtestedInstants(product: Product, day: DeliveryDay): number[] {
  const last = (['gate', 'official'] as const).flatMap(
    (cutoff) => lastScheduledRun(product, day, cutoff) ?? [],
  );
  return [...new Set(last)];
}

function instantBefore(product: Product, day: DeliveryDay, cutoff: Exclude<Cutoff, 'official'>): number {
  const { gateClosure } = AUCTION_CALENDAR[product];
  if (cutoff === 'gate') return instantFor(day, gateClosure);
  const time: RelativeTime = { dayOffset: gateClosure.dayOffset, time: cutoff };
  return instantFor(day, time) + MINUTE_MS;
}

/**
 * The instant before which a run must have been issued to count for a delivery day: when the gate closes; for the day-ahead auction when
 * its results were published, by `publishedAt` or else at the usual instant.
 */
export function forecastLimit(
  product: Product,
  day: DeliveryDay,
  publishedAt: ReadonlyMap<DeliveryDay, number>,
): number {
  const { gateClosure, resultsPublished } = AUCTION_CALENDAR[product];
  const gate = instantFor(day, gateClosure);
  if (auctionOf(product) !== 'da') return gate;
  const published = publishedAt.get(day) ?? instantFor(day, resultsPublished);
  // Results come neither before the gate has closed nor after delivery has begun, whatever a file says.
  return Math.min(Math.max(published, gate), dayStart(day));
}
