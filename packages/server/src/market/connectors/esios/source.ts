import {
  AUCTION_CALENDAR,
  FIRST_INTRADAY_AUCTION_DAY,
  INTRADAY_AUCTIONS,
  INTRADAY_RENEWALS,
  AUCTIONS,
  type Auction,
  type RelativeTime,
  addDays,
  dayStart,
  deliveryDayOf,
} from '@lonja/forecasting/market';
import { fetchOutlook, type DaySpan, type Publication, type PublishedDay, type Source } from '../source.ts';
import { ofSource, answerFault, readJson } from '../payload-fault.ts';
import { publishedDays, type TimedValues } from '../timed-values.ts';
import type { SourceLimits, Transport } from '../transport/transport.ts';
import { z } from 'zod';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';

export const ESIOS_URL = 'https://api.esios.ree.es';
export const ESIOS_LIMITS: SourceLimits = {
  requestsPerMinute: 60,
  parallel: 2,
  timeoutMs: 30_000,
  attempts: 4,
};

/** Zones of ESIOS: prices are Spain's, load and generation the peninsula's. */
const SPAIN = 3;
const PENINSULA = 8741;
const MORNING: RelativeTime = { dayOffset: -1, time: '10:00' };
const DAYS_PER_REQUEST = 14;
/** What is forecast on the day before and stays as it was, and what is rewritten until the hour has passed. */
const FORECASTS = [
  ['load.forecast', 1775],
  ['wind.forecast', 1777],
  ['solar.forecast', 1779],
] as const;
const REWRITTEN_FORECASTS = [
  ['load.forecast.intraday', 460],
  ['wind.forecast.intraday', 541],
  ['solar.forecast.intraday', 542],
] as const;
/** Days after today that rewritten forecasts reach. */
const REWRITTEN_DAYS_AHEAD = 1;
const PRICE_INDICATORS: Record<Auction, number> = { da: 600, ida1: 612, ida2: 613, ida3: 614 };

interface EsiosPublication extends Publication {
  key: string;
  indicator: number;
  geoId: number;
}

/**
 * The system operator's indicators: auction prices, the day-ahead forecasts of load, wind and solar, and what is expected of them ahead of
 * each intraday auction.
 */
export function createEsiosSource(options: {
  transport: Transport;
  baseUrl: string;
  token: string;
  now: () => number;
}): Source {
  const publications = [
    ...AUCTIONS.map(pricePublication),
    ...FORECASTS.map(([key, indicator]) => forecastPublication(key, { key, indicator, expected: MORNING })),
  ];
  const outlooks = INTRADAY_AUCTIONS.flatMap((product) =>
    REWRITTEN_FORECASTS.map(([key, indicator]) =>
      forecastPublication(`${key}.before-${product}`, {
        key,
        indicator,
        expected: INTRADAY_RENEWALS[product],
      }),
    ),
  );
  const ask = async (publication: EsiosPublication, span: DaySpan): Promise<PublishedDay[]> => {
    const label = { what: `${publication.name} (${publication.indicator})`, ...span };
    const { text } = await options.transport.get({
      url: addressOf(options.baseUrl, publication, span),
      label,
      headers: {
        accept: 'application/json; application/vnd.esios-api-v1+json',
        'x-api-key': options.token,
      },
    });
    return publishedDays(publication, span, [
      parseEsiosIndicator(text, { ...publication, what: ofSource('ESIOS', label) }),
    ]);
  };
  return {
    name: 'esios',
    parallel: ESIOS_LIMITS.parallel,
    publications,
    outlooks,
    reaches: () => options.transport.reaches(options.baseUrl),
    async fetch({ name }: Publication, span: DaySpan): Promise<PublishedDay[]> {
      const isNamed = (known: EsiosPublication) => known.name === name;
      const outlook = outlooks.find(isNamed);
      if (outlook !== undefined) {
        const now = options.now();
        const lastDay = addDays(deliveryDayOf(now), REWRITTEN_DAYS_AHEAD);
        return fetchOutlook(span, { now, lastDay }, (asked) => ask(outlook, asked));
      }
      const publication = publications.find(isNamed);
      if (publication === undefined) throw new RangeError(`ESIOS is not asked for ${name}.`);
      return ask(publication, span);
    },
  };
}

/** Without `time_trunc` the values come as they were published; truncated ones would be sums. */
function addressOf(baseUrl: string, { indicator, geoId }: EsiosPublication, span: DaySpan): URL {
  const url = new URL(`/indicators/${indicator}`, baseUrl);
  url.search = new URLSearchParams({
    start_date: new Date(dayStart(span.from)).toISOString(),
    end_date: new Date(dayStart(addDays(span.to, 1)) - 1000).toISOString(),
    'geo_ids[]': String(geoId),
  }).toString();
  return url;
}

function pricePublication(product: Auction): EsiosPublication {
  const key = `price.${product}`;
  return {
    name: key,
    key,
    units: { [key]: 'EUR/MWh' },
    product,
    expected: AUCTION_CALENDAR[product].resultsPublished,
    firstDay: product === 'da' ? '2018-01-01' : FIRST_INTRADAY_AUCTION_DAY,
    daysPerRequest: DAYS_PER_REQUEST,
    indicator: PRICE_INDICATORS[product],
    geoId: SPAIN,
  };
}

function forecastPublication(
  name: string,
  { key, indicator, expected }: { key: string; indicator: number; expected: RelativeTime },
): EsiosPublication {
  return {
    name,
    key,
    units: { [key]: 'MW' },
    product: undefined,
    expected,
    firstDay: '2018-01-01',
    daysPerRequest: DAYS_PER_REQUEST,
    indicator,
    geoId: PENINSULA,
  };
}

const EsiosReply = z.object({
  indicator: z.object({
    id: z.number(),
    values: z.array(
      z.object({
        value: z.number().nullable(),
        datetime: z.iso.datetime({ offset: true }),
        geo_id: z.number(),
      }),
    ),
  }),
});

/**
 * The values of one zone of an indicator. Zones come interleaved. The local `datetime` with its offset distinguishes the two hours 2 of
 * an autumn day; replies are known whose `datetime_utc` is the same for both. A period that occurs twice with different values is a PayloadFault.
 */
export function parseEsiosIndicator(
  text: string,
  expected: { indicator: number; geoId: number; key: string; what: Asked },
): TimedValues {
  const { indicator, geoId, key, what } = expected;
  const reply = readJson(text, EsiosReply, what).indicator;
  if (reply.id !== indicator) throw answerFault(what, reason('of_other_indicator', { indicator: reply.id }));
  const values = new Map<number, number>();
  for (const { value, datetime, geo_id: geo } of reply.values) {
    if (geo !== geoId || value === null) continue;
    const start = Date.parse(datetime);
    const before = values.get(start) ?? value;
    if (before !== value) {
      const twice = { zone: geoId, at: datetime, one: before, other: value };
      throw answerFault(what, reason('zone_has_two_values', twice));
    }
    values.set(start, value);
  }
  if (reply.values.length > 0 && values.size === 0) {
    throw answerFault(what, reason('none_of_zone', { zone: geoId }));
  }
  return { key, step: 'by day', values };
}
