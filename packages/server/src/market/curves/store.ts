import { addDays, dayStart, type DeliveryDay } from '@lonja/forecasting/market';
import { valuesAsOf } from '@lonja/forecasting/data';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import { CLEARED_KEY, CURVE_KEYS } from '../connectors/omie/parse-curves.ts';
import { readSeries } from '../observations/observations.ts';

/** What is known of the curves of the day-ahead auction around what cleared, in a period. */
export interface CurvePeriod {
  start: number;
  clearedMw: number;
  /** EUR/MWh, by `CURVE_KEYS`. */
  prices: number[];
}

interface DayCurves {
  resolution: 'PT15M' | 'PT1H' | undefined;
  /** Epoch ms; undefined where nothing is known. */
  knownSince: number | undefined;
  /** Those of which every value is known. */
  periods: CurvePeriod[];
  simulated: boolean;
}

export async function readCurves(context: ReadContext, day: DeliveryDay): Promise<DayCurves> {
  const simulated = await isSimulated(context);
  const none = { resolution: undefined, knownSince: undefined, periods: [], simulated };
  const dataOrigin = await context.dataOrigin();
  if (dataOrigin === undefined || clampToServedDays({ from: day, to: day }) === undefined) return none;
  const window = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf: context.clock.now() };
  const keys = [CLEARED_KEY, ...CURVE_KEYS];
  const found = await readSeries(context.db, { keys, dataOrigin, ...window });
  const feeds = keys.map((key) => found.get(key)?.[0]);
  const [cleared] = feeds;
  if (cleared === undefined || cleared.resolution === 'P1D') return none;
  const [volumes, ...prices] = feeds.map((feed) =>
    feed === undefined ? new Map() : valuesAsOf(feed, window),
  );
  const periods = [...volumes].flatMap(([start, clearedMw]): CurvePeriod[] => {
    const at = prices.flatMap((values) => values.get(start) ?? []);
    return at.length < prices.length ? [] : [{ start, clearedMw, prices: at }];
  });
  if (periods.length === 0) return none;
  const publications = feeds
    .flatMap((feed) => [...(feed?.availableAt ?? [])])
    .filter((at) => at <= window.asOf);
  const knownSince = publications.reduce((last, at) => Math.max(last, at), 0);
  return { resolution: cleared.resolution, knownSince, periods, simulated };
}
