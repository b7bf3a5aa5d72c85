import {
  AUCTION_CALENDAR,
  FIRST_INTRADAY_AUCTION_DAY,
  PRODUCTS,
  type Product,
  type RelativeTime,
  addDays,
  dayStart,
} from '@lonja/forecasting';
import { openReply } from '../open-reply.ts';
import type { DaySpan, Publication, PublishedDay, Source } from '../source.ts';
import { publishedDays } from '../timed-values.ts';
import type { SourceLimits, Transport } from '../transport/transport.ts';
import { parseEsiosIndicator } from './parse.ts';

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
/** 1775, 1777 and 1779 are not rewritten after the gate, as 460, 541 and 542 are. */
const FORECASTS = [
  ['load.forecast', 1775],
  ['wind.forecast', 1777],
  ['solar.forecast', 1779],
] as const;
const PRICE_INDICATORS: Record<Product, number> = { da: 600, ida1: 612, ida2: 613, ida3: 614 };

interface EsiosPublication extends Publication {
  indicator: number;
  geoId: number;
}

/** The system operator's indicators: auction prices and the day-ahead forecasts of load, wind and solar. */
export function createEsiosSource(options: { transport: Transport; baseUrl: string; token: string }): Source {
  const publications = [...PRODUCTS.map(pricePublication), ...FORECASTS.map(forecastPublication)];
  return {
    name: 'esios',
    parallel: ESIOS_LIMITS.parallel,
    publications,
    reaches: () => options.transport.reaches(options.baseUrl),
    async fetch({ name }: Publication, span: DaySpan): Promise<PublishedDay[]> {
      const publication = publications.find((known) => known.name === name);
      if (publication === undefined) throw new RangeError(`ESIOS is not asked for ${name}.`);
      const label = `indicator ${publication.indicator} of ${span.from} to ${span.to}`;
      const reply = await options.transport.get({
        url: addressOf(options.baseUrl, publication, span),
        label,
        headers: {
          accept: 'application/json; application/vnd.esios-api-v1+json',
          'x-api-key': options.token,
        },
      });
      const text = openReply(reply, 'ESIOS', label);
      return publishedDays(publication, span, [parseEsiosIndicator(text, { ...publication, key: name })]);
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

function pricePublication(product: Product): EsiosPublication {
  return {
    name: `price.${product}`,
    units: { [`price.${product}`]: 'EUR/MWh' },
    product,
    expected: AUCTION_CALENDAR[product].resultsPublished,
    firstDay: product === 'da' ? '2018-01-01' : FIRST_INTRADAY_AUCTION_DAY,
    daysPerRequest: DAYS_PER_REQUEST,
    indicator: PRICE_INDICATORS[product],
    geoId: SPAIN,
  };
}

function forecastPublication([name, indicator]: (typeof FORECASTS)[number]): EsiosPublication {
  return {
    name,
    units: { [name]: 'MW' },
    product: undefined,
    expected: MORNING,
    firstDay: '2018-01-01',
    daysPerRequest: DAYS_PER_REQUEST,
    indicator,
    geoId: PENINSULA,
  };
}
