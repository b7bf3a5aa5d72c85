import {
  AUCTION_CALENDAR,
  DAY_MS,
  AUCTIONS,
  type Product,
  scheduledRunsBetween,
} from '@lonja/forecasting/market';
import { digestOf } from '@lonja/forecasting/workers';
import type { ForecastContext } from '../../forecasts/issue/forecast-context.ts';
import { computeFundamentals } from '../../forecasts/fundamentals/forecast-fundamentals.ts';
import { isModelIssue, modelIssuesBetween } from '../../forecasts/fundamentals/model-schedule.ts';
import type { PowerContext } from '../../forecasts/fundamentals/power-inputs.ts';
import type { Db } from '../../ground/database/database.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';
import { beginRun, type Lookout } from './begin-run.ts';

/** How far ahead of the clock forecasts are computed: enough that no core waits while the clock's own work is read and written. */
const AHEAD_MS = DAY_MS;
/** What was begun in vain is dropped beyond so much. */
const MOST_KEPT = 32;

type Computing = Pick<ForecastContext, 'forecastHorizons' | 'forecastIntraday'> &
  Pick<PowerContext, 'forecastPower'>;

export interface ForecastsAhead extends Computing {
  /** Begins to compute the forecasts that come next, once those of the clock's now are stored. */
  lookAhead: (now: number) => Promise<void>;
}

/**
 * Lets the cores that a forecast leaves idle compute the ones after it, those of challengers as well. What a model is going to be shown is
 * known from the history and from the own forecasts of the power system, the stored ones and those begun here; its forecast is kept under a
 * digest of the whole of its input, so that a run gets it only if it asks for the very same. What is due at `until` or later is not begun.
 */
export function createForecastsAhead(
  context: ForecastContext & PowerContext,
  { history, until }: { history: Db; until: number },
): ForecastsAhead {
  // What a forecast is for makes no difference to it.
  const horizons = createEarlyWork(
    (...given: Parameters<Computing['forecastHorizons']>) => context.forecastHorizons(...given),
    (recipe, tasks) => ({ recipe, tasks }),
  );
  const spreads = createEarlyWork(
    (...given: Parameters<Computing['forecastIntraday']>) => context.forecastIntraday(...given),
    (options, tasks) => ({ options, tasks }),
  );
  const powers = createEarlyWork(
    (...given: Parameters<Computing['forecastPower']>) => context.forecastPower(...given),
    (tasks) => tasks,
  );
  const lookout: Lookout = {
    early: {
      ...context,
      db: history,
      forecastHorizons: horizons.begin,
      forecastIntraday: spreads.begin,
      forecastPower: powers.begin,
    },
    replayed: context.db,
    powerAhead: new Map(),
  };
  let begunUntil = -Infinity;
  return {
    forecastHorizons: horizons.take,
    forecastIntraday: spreads.take,
    forecastPower: powers.take,
    async lookAhead(now) {
      const dataOrigin = await findDataOrigin(context.db);
      if (dataOrigin === undefined) return;
      for (const at of lookout.powerAhead.keys()) if (at <= now) lookout.powerAhead.delete(at);
      const reach = { after: Math.max(now, begunUntil), until: Math.min(now + AHEAD_MS, until - 1) };
      begunUntil = Math.max(begunUntil, reach.until);
      for (const { product, at, firstDay } of forecastsWithin(reach)) {
        let work: Promise<unknown>;
        if (product === undefined) {
          if (!(await isModelIssue(history, { dataOrigin, at }))) continue;
          const forecasts = computeFundamentals(lookout.early, { dataOrigin, now: at });
          lookout.powerAhead.set(at, forecasts);
          work = forecasts;
        } else work = beginRun(lookout, { product, run: { scheduledFor: at, firstDay }, dataOrigin });
        // What fails here fails again, and is reported, when it is due.
        work.catch(() => undefined);
      }
    },
  };
}

/** What is forecast within a span, in order: runs, and the power system where no product is named. */
function forecastsWithin({
  after,
  until,
}: {
  after: number;
  until: number;
}): { product?: Product; at: number; firstDay: string }[] {
  const runs = AUCTIONS.flatMap((product) =>
    scheduledRunsBetween(AUCTION_CALENDAR[product], after, until).map(({ scheduledFor, firstDay }) => ({
      product,
      at: scheduledFor,
      firstDay,
    })),
  );
  const issues = modelIssuesBetween(after, until).map((at) => ({ at, firstDay: '' }));
  return [...runs, ...issues].sort((a, b) => a.at - b.at);
}

interface EarlyWork<Given extends unknown[], Result> {
  begin: (...given: Given) => Promise<Result>;
  /** What was begun, or the work as it would be done without. */
  take: (...given: Given) => Promise<Result>;
}

/** Work that can begin before it is requested, identified by all that `inputOf` takes of its input. */
function createEarlyWork<Given extends unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
  inputOf: (...given: Given) => unknown,
): EarlyWork<Given, Result> {
  const kept = new Map<string, Promise<Result>>();
  return {
    begin: (...given) => {
      const key = digestOf(inputOf(...given));
      const known = kept.get(key) ?? work(...given);
      kept.set(key, known);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return known;
    },
    take: (...given) => {
      const key = digestOf(inputOf(...given));
      const known = kept.get(key);
      kept.delete(key);
      return known ?? work(...given);
    },
  };
}
