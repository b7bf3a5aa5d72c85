import { distributionFromBounds, type PeriodDistribution, pointOf } from '@lonja/forecasting/distribution';
import {
  addDays,
  AUCTION_CALENDAR,
  auctionOf,
  coveredPeriods,
  DAY_MS,
  dayRange,
  deliveryDayOf,
  HOUR_MS,
  type Product,
} from '@lonja/forecasting/market';
import { priceKey } from '@lonja/forecasting/intraday';
import { findKnownUntil } from '../../market/observations/observation-spans.ts';
import { OperatorError } from '../../ground/errors.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { backtestedHours } from '../runs/backtested-runs.ts';
import { backtestedInstants } from '../runs/cutoff.ts';
import { readRunPeriods } from '../runs/run-distributions.ts';
import { listDueZoneBacktests, saveZoneBacktest, type ZoneBacktest } from '../runs/zone-backtests.ts';
import { backtestedDays } from './backtest-runs.ts';
import { forecastFromReference, zoneRecipeOf } from './compute-zone.ts';
import { ModelFailure } from './computed-run.ts';
import { currentModels } from './current-models.ts';
import type { ForecastContext } from './forecast-context.ts';
import { readZoneInputs } from './zone-days.ts';

/**
 * Makes of past days what the runs of a zone beside Spain would have said before its first run there: from Spain's run of the same instant, issued
 * or back-tested, and the spread as the days before show it, by what was known at that instant. Back-tested runs of Spain have hours with bounds
 * alone, so each quarter of an hour stands for the hour. For figures of accuracy, marked as back-tested; nothing is published. Newest first; a
 * run is made again when Spain's has better bounds. Gives how many were made; aborted, it rejects before the next one.
 */
export async function backtestZoneRuns(
  context: ForecastContext,
  { product, dataOrigin }: { product: Product; dataOrigin: DataOrigin },
  signal: AbortSignal,
): Promise<number> {
  const { db, clock, logger } = context;
  const now = clock.now();
  if ((await findKnownUntil(db, { series: priceKey(product), dataOrigin, asOf: now })) === undefined)
    return 0;
  const today = deliveryDayOf(now);
  const { champion: version } = await currentModels(context, { product, firstDay: addDays(today, 1), now });
  const set = { product, dataOrigin, modelVersionId: version.id };
  const due = await listDueZoneBacktests(db, {
    ...set,
    auction: auctionOf(product),
    scheduledFor: zoneBacktestInstants(product, now),
  });
  if (due.length === 0) return 0;
  const oldest = addDays(due[due.length - 1].firstDay, -zoneRecipeOf(version).windowDays);
  const span = { from: oldest, to: lastDayOf(product, due[0]), asOf: now };
  const inputs = await readZoneInputs(db, { product, dataOrigin, ...span });
  let made = 0;
  for (const past of due) {
    signal.throwIfAborted();
    const { scheduledFor: issuedAt, firstDay } = past;
    try {
      const reference = await referenceOf(context, product, past);
      const run = { product, dataOrigin, version, run: past, issuedAt, purpose: 'background' as const };
      const lastDay = lastDayOf(product, past);
      const { forecast } = await forecastFromReference(context, run, {
        inputs,
        firstDay,
        lastDay,
        ...reference,
        pathDays: context.champion.pathDays,
      });
      await saveZoneBacktest(db, set, past, forecast.hours.map(pointOf));
      made++;
    } catch (error) {
      if (!(error instanceof OperatorError || error instanceof ModelFailure)) throw error;
      logger.debug({ product, firstDay, error }, 'a run of the past could not be made from that of Spain');
      await saveZoneBacktest(db, set, past, []);
    }
  }
  logger.info({ product, runs: made }, 'past forecasts of the zone can be scored');
  return made;
}

/** When the runs of a zone that are made of the past were scheduled, epoch ms: those of delivery days up to today. */
export function zoneBacktestInstants(product: Product, now: number): number[] {
  const today = deliveryDayOf(now);
  const from = addDays(deliveryDayOf(now - backtestedDays(product) * DAY_MS), 1);
  return dayRange(from, today).flatMap((day) => backtestedInstants(product, day));
}

function lastDayOf(product: Product, { firstDay }: Pick<ZoneBacktest, 'firstDay'>) {
  return addDays(firstDay, AUCTION_CALENDAR[product].horizonDays - 1);
}

/** Spain's forecast of the days of a run. */
async function referenceOf(
  { db }: Pick<ForecastContext, 'db'>,
  product: Product,
  { runId, firstDay, points }: ZoneBacktest,
): Promise<{ hours: PeriodDistribution[]; quarters: PeriodDistribution[] }> {
  if (runId !== undefined) {
    const [hours, quarters] = [
      await readRunPeriods(db, runId, 'PT1H'),
      await readRunPeriods(db, runId, 'PT15M'),
    ];
    return { hours: hours.periods, quarters: quarters.periods };
  }
  const auction = auctionOf(product);
  const hours = backtestedHours(auction, { firstDay, points }).map((point) => ({
    start: point.start,
    distribution: distributionFromBounds(point),
  }));
  const byStart = new Map(hours.map((hour) => [hour.start, hour.distribution]));
  const calendar = AUCTION_CALENDAR[product];
  const quarterly = dayRange(firstDay, lastDayOf(product, { firstDay })).filter(
    (day) => day >= calendar.quarterHourlyFrom,
  );
  const quarters = quarterly
    .flatMap((day) => coveredPeriods(calendar, day, 'PT15M'))
    .flatMap(({ start }) => {
      const distribution = byStart.get(start - (start % HOUR_MS));
      return distribution === undefined ? [] : [{ start, distribution }];
    });
  return { hours, quarters };
}
