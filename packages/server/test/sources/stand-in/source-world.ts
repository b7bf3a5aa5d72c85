import {
  AUCTION_CALENDAR,
  coveredPeriods,
  type DeliveryDay,
  HOUR_MS,
  MINUTE_MS,
  AUCTIONS,
  type Product,
  deliveryDayOf,
} from '@lonja/forecasting/market';
import type { LiveSourceName } from '../../../src/market/connectors/source.ts';
import { omieText } from '../../omie-text.ts';
import type { World } from '../world.ts';
import { type Fault, findPublicationFault } from './faults.ts';
import { type AuctionPrices, type Market, type OmieFile, pricesOfFile, toCents, wobble } from './market.ts';
import type { createPublicationTimes } from './publication-times.ts';

const QUARTER_MS = 15 * MINUTE_MS;
/** How often forecasts that are renewed say something else, and by how much. */
const RENEWED_EVERY_MS = 6 * HOUR_MS;
const RENEWAL_ERROR = 0.05;
const IS_RENEWED = /^(temperature|windspeed|irradiance)\.forecast$|\.forecast\.intraday$/;

export interface SourceWorld extends World {
  /** OMIE's files of an auction that are out, by revision. */
  filesOf(product: Product, day: DeliveryDay): OmieFile[];
}

export interface SourceWorldOptions {
  market: Market;
  now: () => number;
  faults: () => readonly Fault[];
  expectedAt: ReturnType<typeof createPublicationTimes>;
}

/** What one source shows of the market at its clock's now, with the faults that befall it. */
export function createSourceWorld(
  source: LiveSourceName,
  { market, now, faults, expectedAt }: SourceWorldOptions,
): SourceWorld {
  const cleared = createClearedPrices(market);
  const fault = <Kind extends Parameters<typeof findPublicationFault>[2]>(
    publication: string,
    day: DeliveryDay,
    kind: Kind,
  ) => findPublicationFault<Kind>(faults(), { source, publication, day }, kind);
  const publishedAt = (publication: string, day: DeliveryDay) =>
    fault(publication, day, 'silent') === undefined
      ? expectedAt(source, publication, day) + (fault(publication, day, 'late')?.hours ?? 0) * HOUR_MS
      : Number.POSITIVE_INFINITY;
  const correctionOf = (product: Product, day: DeliveryDay) => {
    const correction = fault(`price.${product}`, day, 'corrected');
    return (
      correction && {
        ...correction,
        at: publishedAt(`price.${product}`, day) + correction.afterHours * HOUR_MS,
      }
    );
  };
  /** Prices as they are shown now, with `corrected` after the correction. */
  const pricesOf = (product: Product, day: DeliveryDay, corrected: boolean): AuctionPrices | undefined => {
    const known = cleared(product, day);
    if (known === undefined) return undefined;
    if (fault(`price.${product}`, day, 'empty') !== undefined) return { ...known, prices: new Map() };
    const coarse = fault(`price.${product}`, day, 'hourly') === undefined ? known : byHours(known);
    const correction = corrected ? correctionOf(product, day) : undefined;
    if (correction === undefined) return coarse;
    const raised = [...coarse.prices].map(([start, price], i): [number, number] => [
      start,
      i < correction.periods ? toCents(price + correction.addEurPerMwh) : price,
    ]);
    return { ...coarse, prices: new Map(raised) };
  };
  const isCorrected = (product: Product, day: DeliveryDay) =>
    now() >= (correctionOf(product, day)?.at ?? Infinity);
  const priceOf = (product: Product, start: number, resolution: 'PT15M' | 'PT1H') => {
    const day = deliveryDayOf(start);
    const shown = pricesOf(product, day, isCorrected(product, day));
    if (shown === undefined || resolution === shown.resolution) return shown?.prices.get(start);
    return byHours(shown).prices.get(start);
  };
  return {
    isPublic: (publication, day) => now() >= publishedAt(publication, day),
    resolutionOf(publication, day) {
      const product = productOf(publication);
      return (product && pricesOf(product, day, false)?.resolution) ?? 'PT1H';
    },
    meanOf(series, start, resolution) {
      const product = productOf(series);
      if (product !== undefined) return priceOf(product, start, resolution);
      const value = market.hourOf(
        series.replace('.forecast.intraday', '.forecast'),
        start - (start % HOUR_MS),
      );
      if (value === undefined) return undefined;
      const run = IS_RENEWED.test(series) ? Math.floor(now() / RENEWED_EVERY_MS) : undefined;
      return toCents(run === undefined ? value : value * (1 + RENEWAL_ERROR * wobble(start, run % 1000)));
    },
    filesOf(product, day) {
      const first = market.fileOf(product, day);
      if (first === undefined || now() < publishedAt(`price.${product}`, day)) return [];
      const isChanged = (['empty', 'hourly'] as const).some(
        (kind) => fault(`price.${product}`, day, kind) !== undefined,
      );
      const files = [
        isChanged ? { ...first, text: textOf(product, day, pricesOf(product, day, false)) } : first,
      ];
      const correction = correctionOf(product, day);
      if (correction !== undefined && now() >= correction.at) {
        files.push({ revision: first.revision + 1, text: correctedText(files[0].text, correction) });
      }
      return files;
    },
  };
}

/** Prices by auction and day, read once. */
function createClearedPrices(
  market: Market,
): (product: Product, day: DeliveryDay) => AuctionPrices | undefined {
  const known = new Map<string, AuctionPrices | undefined>();
  return (product, day) => {
    const key = `${product} ${day}`;
    if (!known.has(key)) {
      const file = market.fileOf(product, day);
      known.set(key, file && pricesOfFile(file.text, product, day));
    }
    return known.get(key);
  };
}

function textOf(product: Product, day: DeliveryDay, cleared: AuctionPrices | undefined): string {
  const { prices, resolution } = cleared ?? { prices: new Map<number, number>(), resolution: 'PT1H' };
  const periods = coveredPeriods(AUCTION_CALENDAR[product], day, resolution);
  return omieText(day, [...prices.values()], {
    header: product === 'da' ? 'MARGINALPDBC;' : 'MARGINALPIBC;',
    firstPeriod: periods[0].index + 1,
    bareDecimals: product !== 'da',
  });
}

/** The same file with its first prices raised, those of both countries. */
function correctedText(
  text: string,
  { periods, addEurPerMwh }: { periods: number; addEurPerMwh: number },
): string {
  let left = periods;
  return text.replaceAll(
    /^((?:\d+;){4})([^;]*);([^;]*);/gm,
    (row, period: string, portugal: string, spain: string) =>
      left-- > 0
        ? `${period}${toCents(Number(portugal) + addEurPerMwh)};${toCents(Number(spain) + addEurPerMwh)};`
        : row,
  );
}

function byHours({ resolution, prices }: AuctionPrices): AuctionPrices {
  if (resolution === 'PT1H') return { resolution, prices };
  const perHour = HOUR_MS / QUARTER_MS;
  const hours = Map.groupBy(prices, ([start]) => start - (start % HOUR_MS));
  const means = [...hours].map(([hour, rows]): [number, number] => [
    hour,
    toCents(rows.reduce((sum, [, price]) => sum + price / perHour, 0)),
  ]);
  return { resolution: 'PT1H', prices: new Map(means) };
}

function productOf(name: string): Product | undefined {
  return AUCTIONS.find((product) => name === `price.${product}`);
}
