import { deliveryDayOf, type Product } from '@lonja/forecasting/market';
import { type Spread, spreadOfPaths, spreadToPrice } from '@lonja/forecasting/scenarios';
import { AppError } from '../../ground/errors.ts';
import { type ForecastRun, findNewestRun, findVisibleRuns, type ServedRun } from './run-store.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { readPrices } from '../../market/prices/price-feeds.ts';
import { getPaths, type RunPaths, COUNTED_PATHS } from './get-paths.ts';
import type { ForecastReadContext } from './run-points.ts';

/** How far the price of a period is expected to lie from that of an earlier auction, EUR/MWh; positive where the later auction is dearer. */
export interface PeriodSpread extends Spread {
  start: number;
  /** The point forecast of the auction itself. */
  forecast: number;
  /** The price of the earlier auction, or the point forecast of it. */
  reference: number;
  referenceBasis: 'cleared' | 'forecast';
}

export interface ServedSpreads extends Pick<RunPaths, 'distributionBasis'> {
  /** In order of time, without the periods that neither price nor forecast of the earlier auction is known of. */
  spreads: PeriodSpread[];
  /** The run that stands in for unknown prices; undefined where all are known. */
  referenceRun: ForecastRun | undefined;
  /** Undefined where all prices of the earlier auction are known. */
  dependenceBasis: RunPaths['dependenceBasis'] | undefined;
}

export interface SpreadQuery {
  /** The earlier auction. */
  reference: Product;
  resolution: 'PT15M' | 'PT1H';
  /** Epoch ms; undefined: now. */
  asOf: number | undefined;
}

/**
 * The spread of each period of `points` to an earlier auction. Where the price of that one was public at `asOf`, the spread has the
 * distribution of the run, moved by the price. Elsewhere it is counted in the paths of both auctions: path i of each rests on the same
 * past day, so their difference is a path of the spread. Throws `not_found` where nothing is known of the earlier auction.
 */
export async function getSpreads(
  context: ForecastReadContext,
  { run, points }: ServedRun,
  { reference, resolution, asOf }: SpreadQuery,
): Promise<ServedSpreads> {
  const range = { from: points[0].start, to: points[points.length - 1].start + 1 };
  const [{ periods, basis }, prices] = await Promise.all([
    context.points.distributions(run.id, resolution),
    readPrices(context, {
      product: reference,
      from: deliveryDayOf(range.from),
      to: deliveryDayOf(range.to - 1),
      resolution,
      asOf,
    }),
  ]);
  const unknown = points.filter(({ start }) => !prices.has(start));
  const expected =
    unknown.length === 0
      ? undefined
      : await expectedSpreads(context, { run, points: unknown }, { reference, resolution, asOf });
  const distributions = new Map(periods.map(({ start, distribution }) => [start, distribution]));
  const spreads = points.flatMap((point): PeriodSpread[] => {
    const price = prices.get(point.start);
    const distribution = distributions.get(point.start);
    if (price !== undefined && distribution !== undefined) {
      const { start, value: forecast } = point;
      const spread = spreadToPrice(point, distribution, price);
      return [{ start, forecast, reference: price, referenceBasis: 'cleared', ...spread }];
    }
    const found = expected?.spreads.get(point.start);
    return found === undefined ? [] : [found];
  });
  if (spreads.length === 0) {
    throw new AppError(
      'not_found',
      `Neither prices nor a forecast of ${marketProductId(reference)} are known for these periods; name another auction as reference.`,
    );
  }
  return {
    spreads,
    referenceRun: expected?.run,
    distributionBasis: expected?.distributionBasis === 'bounds' ? 'bounds' : basis,
    dependenceBasis: expected?.dependenceBasis,
  };
}

interface ExpectedSpreads extends Pick<RunPaths, 'distributionBasis' | 'dependenceBasis'> {
  run: ForecastRun;
  spreads: Map<number, PeriodSpread>;
}

/** The spreads to the newest run of the earlier auction that covers the days of `points`; undefined without one. */
async function expectedSpreads(
  context: ForecastReadContext,
  { run, points }: ServedRun,
  { reference, resolution, asOf }: SpreadQuery,
): Promise<ExpectedSpreads | undefined> {
  const range = { from: points[0].start, to: points[points.length - 1].start + 1 };
  const visible = await findVisibleRuns(context, reference, asOf);
  const referenceRun =
    visible &&
    (await findNewestRun(context.db, visible, {
      coversFirst: deliveryDayOf(range.from),
      coversLast: deliveryDayOf(range.to - 1),
    }));
  if (referenceRun === undefined) return undefined;
  const wanted = { ...range, resolution, count: COUNTED_PATHS };
  const [own, others, forecasts] = await Promise.all([
    getPaths(context, run, wanted),
    getPaths(context, referenceRun, wanted),
    context.points.read(referenceRun.id, resolution),
  ]);
  const place = new Map(own.starts.map((start, i) => [start, i]));
  const otherPlace = new Map(others.starts.map((start, i) => [start, i]));
  const referenceOf = new Map(forecasts.map(({ start, value }) => [start, value]));
  const spreads = points.flatMap(({ start, value }): [number, PeriodSpread][] => {
    const [i, j, expected] = [place.get(start), otherPlace.get(start), referenceOf.get(start)];
    if (i === undefined || j === undefined || expected === undefined) return [];
    const spread = spreadOfPaths({ paths: own.paths, i }, { paths: others.paths, j });
    return [[start, { start, forecast: value, reference: expected, referenceBasis: 'forecast', ...spread }]];
  });
  const bases = [own, others];
  return {
    run: referenceRun,
    spreads: new Map(spreads),
    distributionBasis: bases.some(({ distributionBasis }) => distributionBasis === 'bounds')
      ? 'bounds'
      : 'forecast',
    dependenceBasis: bases.some(({ dependenceBasis }) => dependenceBasis === 'assumed')
      ? 'assumed'
      : 'past_forecasts',
  };
}
