import { AUCTION_CALENDAR, DAY_MS, PRODUCTS, type Product, scheduledRunsBetween } from '@lonja/forecasting';
import { inputsQuery } from '../services/forecasts/compute-day-ahead.ts';
import { forecastOfRun } from '../services/forecasts/compute-forecast.ts';
import { computeIntraday } from '../services/forecasts/compute-intraday.ts';
import type { RunToCompute } from '../services/forecasts/computed-run.ts';
import type { ForecastContext } from '../services/forecasts/forecast-context.ts';
import { readForecastInputs, readOwnForecasts } from '../services/forecasts/forecast-inputs.ts';
import { horizonModelOf } from '../services/forecasts/horizon-model.ts';
import { horizonTask } from '../services/forecasts/horizon-task.ts';
import { computeFundamentals } from '../services/fundamentals/forecast-fundamentals.ts';
import { latestModelIssue, modelIssuesBetween } from '../services/fundamentals/model-schedule.ts';
import type { PowerContext } from '../services/fundamentals/power-context.ts';
import type { Db } from '../store/database.ts';
import { findChampion } from '../store/model-versions.ts';
import { type DataOrigin, findDataOrigin } from '../store/service-state.ts';
import { createEarlyWork } from './early-work.ts';

/** Forecasts that are computed before the clock reaches them: enough for the cores of a small machine. */
const FORECASTS_AHEAD = 4;

type Computing = Pick<ForecastContext, 'forecastHorizons' | 'forecastIntraday'> &
  Pick<PowerContext, 'forecastPower'>;

export interface ForecastsAhead extends Computing {
  /** Begins to compute the forecasts that come next, once those of the clock's now are stored. */
  lookAhead: (now: number) => Promise<void>;
}

/**
 * Lets the cores that a forecast leaves idle compute the ones after it. What a model is going to be shown is known from the history and from
 * the own forecasts of the power system; its forecast is kept under a digest of the whole of its input, so that a run gets it only if it asks
 * for the very same.
 */
export function createForecastsAhead(context: ForecastContext & PowerContext, history: Db): ForecastsAhead {
  const horizons = createEarlyWork((...given: Parameters<Computing['forecastHorizons']>) =>
    context.forecastHorizons(...given),
  );
  const spreads = createEarlyWork((...given: Parameters<Computing['forecastIntraday']>) =>
    context.forecastIntraday(...given),
  );
  const powers = createEarlyWork((...given: Parameters<Computing['forecastPower']>) =>
    context.forecastPower(...given),
  );
  const early: ForecastContext & PowerContext = {
    ...context,
    db: history,
    forecastHorizons: horizons.begin,
    forecastIntraday: spreads.begin,
    forecastPower: powers.begin,
  };
  const begun = new Set<string>();
  return {
    forecastHorizons: horizons.take,
    forecastIntraday: spreads.take,
    forecastPower: powers.take,
    async lookAhead(now) {
      const dataOrigin = await findDataOrigin(context.db);
      if (dataOrigin === undefined) return;
      for (const { product, at, firstDay } of forecastsAfter(now)) {
        const key = `${product ?? 'power'} ${at}`;
        // Days ahead are forecast with the own forecasts of the power system.
        if (begun.has(key) || (product === 'da' && latestModelIssue(at) > now)) continue;
        begun.add(key);
        const work =
          product === undefined
            ? computeFundamentals(early, { dataOrigin, now: at })
            : beginRun(
                { early, db: context.db },
                { product, run: { scheduledFor: at, firstDay }, dataOrigin },
              );
        // What fails here fails again, and is told, when it is due.
        work.catch(() => undefined);
      }
    },
  };
}

async function beginRun(
  { early, db }: { early: ForecastContext; db: Db },
  { product, run, dataOrigin }: { product: Product; run: RunToCompute['run']; dataOrigin: DataOrigin },
): Promise<void> {
  const version = await findChampion(db, product);
  if (version === undefined) return;
  const request = { product, run, dataOrigin, version, issuedAt: run.scheduledFor, calibratedOn: [] };
  const model = horizonModelOf(version.manifest);
  if (product !== 'da') await computeIntraday(early, request);
  else if (model !== undefined) {
    const query = inputsQuery(model, request);
    const published = await readForecastInputs(early.db, query);
    const inputs = new Map([...published, ...(await readOwnForecasts(db, query))]);
    const { horizonDays } = AUCTION_CALENDAR[product];
    const { historyDays } = model;
    const task = horizonTask(inputs, { firstDay: run.firstDay, horizonDays, historyDays, asOf: query.asOf });
    await forecastOfRun(early, model, task);
  }
}

/** What is forecast next, in order: runs, and the power system where no product is named. */
function forecastsAfter(now: number): { product?: Product; at: number; firstDay: string }[] {
  const until = now + DAY_MS;
  const runs = PRODUCTS.flatMap((product) =>
    scheduledRunsBetween(AUCTION_CALENDAR[product], now, until).map(({ scheduledFor, firstDay }) => ({
      product,
      at: scheduledFor,
      firstDay,
    })),
  );
  const issues = modelIssuesBetween(now, until).map((at) => ({ at, firstDay: '' }));
  return [...runs, ...issues].sort((a, b) => a.at - b.at).slice(0, FORECASTS_AHEAD);
}
