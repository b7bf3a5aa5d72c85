import { formatMadrid, type Product } from '@lonja/forecasting/market';
import ical, { ICalEventTransparency } from 'ical-generator';
import { DUE_FOR_MS } from '../runs/list-lateness.ts';
import type { PlannedRun } from './get-schedule.ts';
import { marketProductId } from '../../market/catalog/market-catalog.ts';

/** Calendars ask again after so long. */
export const FEED_TTL_S = 6 * 3600;

/**
 * Scheduled runs as an iCalendar file. Each is an event of its own with instants in UTC: a rule in local time, or a duration of days, is read
 * differently by programs on the days of the clock change. `stamp`: when the content was made, epoch ms.
 */
export function renderScheduleFeed(
  runs: readonly PlannedRun[],
  { name, stamp }: { name: string; stamp: number },
): string {
  const calendar = ical({
    name,
    prodId: { company: 'lonja', product: 'forecasts', language: 'EN' },
    ttl: FEED_TTL_S,
  });
  for (const run of runs) {
    calendar.createEvent({
      id: `${marketProductId(run.product)}-${compact(run.scheduledFor)}@lonja`,
      stamp: new Date(stamp),
      start: new Date(run.scheduledFor),
      end: new Date(run.scheduledFor + DUE_FOR_MS),
      summary: `Forecast ${marketProductId(run.product)} for ${run.day}`,
      description: describe(run),
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  // The library ends the last line without its line end.
  return `${calendar.toString()}\r\n`;
}

function describe({ product, scheduledFor, day, gateClosesAt, isLastBeforeGate }: PlannedRun): string {
  const gate = `The gate closes at ${formatMadrid(gateClosesAt)}.`;
  return [
    `The run is issued from ${formatMadrid(scheduledFor)}; it can be read a few minutes later.`,
    isLastBeforeGate ? `It is the last before the gate. ${gate}` : gate,
    `GET /api/v1/forecasts?market_id=es&product=${product}&date=${day}`,
  ].join('\n');
}

function compact(instant: number): string {
  return new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

export function feedName(product: Product | undefined): string {
  return product === undefined ? 'Lonja forecasts' : `Lonja forecasts ${marketProductId(product)}`;
}
