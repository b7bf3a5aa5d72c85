import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  FIRST_INTRADAY_AUCTION_DAY,
  AUCTIONS,
  type Auction,
  dayRange,
} from '@lonja/forecasting/market';
import type { DaySpan, FetchOptions, Publication, PublishedDay, Source } from '../source.ts';
import type { SourceLimits, Transport } from '../transport/transport.ts';
import { CURVE_UNITS, curveSeries } from './curve-series.ts';
import { fetchCurves } from './fetch-curves.ts';
import { availabilityOf } from './availability.ts';
import { type OmieClientOptions, type PublishedAuction, fetchAuction } from './client.ts';

export const OMIE_URL = 'https://www.omie.es';
/**
 * OMIE states no limit. Six small files a second, two at a time, is what a person's browser asks of a site for moments; 954 days of an
 * auction, by their first revision, are there in less than three minutes so.
 */
export const OMIE_LIMITS: SourceLimits = {
  requestsPerMinute: 360,
  parallel: 2,
  timeoutMs: 15_000,
  attempts: 4,
};

/** A day of curves has 30 MB. */
export const OMIE_CURVES_LIMITS: SourceLimits = {
  requestsPerMinute: 6,
  parallel: 1,
  timeoutMs: 120_000,
  attempts: 3,
};

const CURVES: Publication = {
  name: 'curve',
  units: CURVE_UNITS,
  product: 'da',
  // Files say when they were issued: on the day after delivery, as public programs have seen.
  expected: { dayOffset: 1, time: '10:00' },
  firstDay: '2018-01-01',
  daysPerRequest: 1,
};

const UNIT = 'EUR/MWh';
const FIRST_DAY_AHEAD_DAY = '2018-01-01';

/**
 * OMIE's price files: the day-ahead market and the three intraday auctions, of Spain and Portugal. With a transport for `curves` the aggregate
 * curves of the day-ahead auction too.
 */
export function createOmieSource(options: OmieClientOptions & { curves?: Transport | undefined }): Source {
  return {
    name: 'omie',
    parallel: OMIE_LIMITS.parallel,
    publications: [...AUCTIONS.map(publicationOf), ...(options.curves === undefined ? [] : [CURVES])],
    reaches: () => options.transport.reaches(options.baseUrl),
    async fetch(
      { name, product = 'da' }: Publication,
      span: DaySpan,
      asked?: FetchOptions,
    ): Promise<PublishedDay[]> {
      const days: PublishedDay[] = [];
      if (name === CURVES.name && options.curves !== undefined) {
        for (const day of dayRange(span.from, span.to)) {
          const found = await fetchCurves({ ...options, transport: options.curves }, day);
          if (found === undefined) continue;
          const { revision, warnings, curves } = found;
          days.push({ day, revision, warnings, series: curveSeries(curves) });
        }
        return days;
      }
      for (const day of dayRange(span.from, span.to)) {
        const auction = await fetchAuction(options, product, day, asked);
        if (auction !== undefined) days.push(publishedDay(product, day, auction));
      }
      return days;
    },
  };
}

function publicationOf(product: Auction): Publication {
  return {
    name: `price.${product}`,
    units: { [`price.${product}`]: UNIT, [`price.${product}.pt`]: UNIT },
    product,
    expected: AUCTION_CALENDAR[product].resultsPublished,
    firstDay: product === 'da' ? FIRST_DAY_AHEAD_DAY : FIRST_INTRADAY_AUCTION_DAY,
    daysPerRequest: 1,
  };
}

function publishedDay(product: Auction, day: DeliveryDay, auction: PublishedAuction): PublishedDay {
  const { revision, prices, warnings, isFirstRevisionOnly } = auction;
  if (prices === undefined) return { day, revision, series: [], warnings };
  const { resolution, start, spain, portugal } = prices;
  const availableAt = new Float64Array(start.length).fill(availabilityOf(product, day, revision));
  const common = { unit: UNIT, resolution, start, availableAt };
  return {
    day,
    revision,
    warnings,
    isFirstRevisionOnly,
    series: [
      { ...common, key: `price.${product}`, value: spain },
      { ...common, key: `price.${product}.pt`, value: portugal },
    ],
  };
}
