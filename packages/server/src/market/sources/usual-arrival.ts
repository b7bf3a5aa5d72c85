import {
  addDays,
  daysBetween,
  type DeliveryDay,
  deliveryDayOf,
  formatMadrid,
  instantFor,
  MINUTE_MS,
  type RelativeTime,
} from '@lonja/forecasting/market';
import type { Publication } from '../connectors/source.ts';
import type { Db } from '../../ground/database/database.ts';
import { findPublications } from '../publications/publications.ts';

/** Days behind today whose arrival counts, and the fewest arrivals that say something. */
const SEEN_DAYS = 28;
const FEWEST_ARRIVALS = 14;
/** By the usual arrival so many of them were there. */
const USUAL_SHARE = 0.75;
const ROUNDED_TO_MS = 5 * MINUTE_MS;

/** A day whose arrival the service has seen. */
export interface Arrival {
  day: DeliveryDay;
  at: number;
}

/**
 * When a publication usually comes, by the arrivals of its own that the service has seen within four weeks: three of four came by then. Undefined
 * where they are fewer than two weeks' worth.
 */
export function usualArrivalOf(arrivals: readonly Arrival[]): RelativeTime | undefined {
  if (arrivals.length < FEWEST_ARRIVALS) return undefined;
  // By the clock, so that a change of the clock moves nothing.
  const minutes = arrivals.map(({ day, at }) => minutesAfter(day, at)).toSorted((a, b) => a - b);
  const usual = minutes[Math.ceil(USUAL_SHARE * minutes.length) - 1];
  const dayOffset = Math.floor(usual / MINUTES_PER_DAY);
  const minute = usual - dayOffset * MINUTES_PER_DAY;
  const two = (part: number) => String(part).padStart(2, '0');
  return { dayOffset, time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` };
}

const MINUTES_PER_DAY = 1440;

/** Minutes by the clock of Madrid from the midnight that begins a day, rounded up to five. */
function minutesAfter(day: DeliveryDay, at: number): number {
  const rounded = Math.ceil(at / ROUNDED_TO_MS) * ROUNDED_TO_MS;
  const arrivalDay = deliveryDayOf(rounded);
  const [hours, minutes] = formatMadrid(rounded).slice(11, 16).split(':').map(Number);
  return daysBetween(day, arrivalDay) * MINUTES_PER_DAY + 60 * hours + minutes;
}

/** The arrivals of a watched publication that were seen: one that nobody saw stands in the ledger at the instant it was expected at. */
export function seenArrivals(
  lines: Iterable<{ day: DeliveryDay; expectedAt: number; publishedAt: number | undefined }>,
): Arrival[] {
  return [...lines].flatMap(({ day, expectedAt, publishedAt: at }) =>
    at === undefined || at === expectedAt ? [] : [{ day, at }],
  );
}

/** A publication as it is expected by what was seen of it; one that is not watched is expected as its source says. */
export async function expectedAsSeen<Known extends Publication>(
  db: Db,
  { source, publication, now }: { source: string; publication: Known; now: number },
): Promise<Known> {
  if (publication.watchedFrom === undefined) return publication;
  const today = deliveryDayOf(now);
  const span = { from: addDays(today, -SEEN_DAYS), to: addDays(today, 1) };
  const lines = await findPublications(db, { source, name: publication.name, ...span });
  const usual = usualArrivalOf(seenArrivals(lines.values()));
  return usual === undefined ? publication : { ...publication, expected: usual };
}

/** When a day of a publication is first looked for, where that is earlier than it is expected. */
export function watchedFromOf({ watchedFrom }: Publication, day: DeliveryDay): number | undefined {
  return watchedFrom && instantFor(day, watchedFrom);
}
