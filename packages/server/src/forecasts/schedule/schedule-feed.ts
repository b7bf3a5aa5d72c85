import ical, { ICalEventTransparency } from 'ical-generator';
import { auctionOf, formatMadrid, type Product, zoneOf } from '@lonja/forecasting/market';
import type { Locale } from '../../ground/config/locale.ts';
import { DUE_FOR_MS } from '../runs/lateness.ts';
import type { PlannedRun } from './get-schedule.ts';
import { marketProductId } from '../../ground/market-ids.ts';

/** Calendars ask again after so long. */
export const FEED_TTL_S = 6 * 3600;

/** What a calendar says, in the language that it was subscribed to in. Times are those of Madrid. */
const TEXTS: Record<
  Locale,
  {
    name: string;
    summary: (product: string, day: string) => string;
    issued: (at: string) => string;
    gate: (at: string) => string;
    isLast: string;
  }
> = {
  en: {
    name: 'Lonja forecasts',
    summary: (product, day) => `Forecast ${product} for ${day}`,
    issued: (at) => `The run is issued from ${at}; it can be read a few minutes later.`,
    gate: (at) => `The gate closes at ${at}.`,
    isLast: 'It is the last before the gate.',
  },
  es: {
    name: 'Previsiones de Lonja',
    summary: (product, day) => `Previsión ${product} del ${day}`,
    issued: (at) => `La ejecución se emite a partir del ${at}; puede leerse unos minutos después.`,
    gate: (at) => `La subasta cierra el ${at}.`,
    isLast: 'Es la última antes del cierre.',
  },
  pt: {
    name: 'Previsões da Lonja',
    summary: (product, day) => `Previsão ${product} de ${day}`,
    issued: (at) => `A execução é emitida a partir de ${at}; pode ser lida alguns minutos depois.`,
    gate: (at) => `O leilão fecha em ${at}.`,
    isLast: 'É a última antes do fecho.',
  },
};

/**
 * Scheduled runs as an iCalendar file. Each is an event of its own with instants in UTC: a rule in local time, or a duration of days, is read
 * differently by programs on the days of the clock change. `stamp`: when the content was made, epoch ms.
 */
export function renderScheduleFeed(
  runs: readonly PlannedRun[],
  { product, locale, stamp }: { product: Product | undefined; locale: Locale; stamp: number },
): string {
  const calendar = ical({
    name: feedName(product, locale),
    prodId: { company: 'lonja', product: 'forecasts', language: locale.toUpperCase() },
    ttl: FEED_TTL_S,
  });
  for (const run of runs) {
    calendar.createEvent({
      id: `${marketProductId(run.product)}-${compact(run.scheduledFor)}@lonja`,
      stamp: new Date(stamp),
      start: new Date(run.scheduledFor),
      end: new Date(run.scheduledFor + DUE_FOR_MS),
      summary: TEXTS[locale].summary(marketProductId(run.product), run.day),
      description: describe(run, TEXTS[locale]),
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  // The library ends the last line without its line end.
  return `${calendar.toString()}\r\n`;
}

function describe(
  { product, scheduledFor, day, gateClosesAt, isLastBeforeGate }: PlannedRun,
  texts: (typeof TEXTS)[Locale],
): string {
  const gate = texts.gate(formatMadrid(gateClosesAt));
  return [
    texts.issued(formatMadrid(scheduledFor)),
    isLastBeforeGate ? `${texts.isLast} ${gate}` : gate,
    `GET /api/v1/forecasts?market_id=${zoneOf(product)}&product=${auctionOf(product)}&date=${day}`,
  ].join('\n');
}

function compact(instant: number): string {
  return new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function feedName(product: Product | undefined, locale: Locale): string {
  const { name } = TEXTS[locale];
  return product === undefined ? name : `${name} ${marketProductId(product)}`;
}
