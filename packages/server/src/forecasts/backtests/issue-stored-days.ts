import { InsufficientHistoryError } from '@lonja/forecasting';
import { createIssuer, type ForecastRecipe, type IssuedInTurn } from '@lonja/forecasting/issue';
import {
  addDays,
  AUCTION_CALENDAR,
  dayRange,
  type DeliveryDay,
  instantFor,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import { forecastHorizonsInWorkers } from '@lonja/forecasting/workers';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';
import { daysReadBy } from '../issue/day-ahead-model.ts';
import { readForecastInputs, horizonTask } from '../issue/forecast-inputs.ts';
import { knownAtIssue } from '../issue/run-parts.ts';

const CALENDAR = AUCTION_CALENDAR.da;
/** Quarter hours at the end of a day climb towards the first hour of the next. */
const DAYS_AHEAD = 2;
/** Days whose forecasts are asked for at once: each is shown years of prices. */
const BATCH_DAYS = 28;

/** A day of the day-ahead market as it would have been issued. */
export interface IssuedDay extends IssuedInTurn {
  day: DeliveryDay;
  /** Inputs of the day that were not known. */
  missingInputs: string[];
}

export interface StoredDays {
  recipe: ForecastRecipe;
  from: DeliveryDay;
  to: DeliveryDay;
  /** Most days of past errors behind the bounds of a day. */
  calibrationDays?: number | undefined;
  threads?: number | undefined;
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/**
 * The days `from`..`to` of the day-ahead market of the store as the service would have issued them with a recipe: by its last run before the gate
 * of each day, from what was known then, and of a day whose run is still to come from what is known now. Up to half a year of days before the
 * first one are forecast for their errors, as far as there are prices before them. Nothing is stored. Throws InsufficientHistoryError where there is not a week of prices.
 */
export async function issueStoredDays(
  { db, clock }: { db: Db; clock: Clock },
  { recipe, from, to, calibrationDays, threads, onProgress }: StoredDays,
): Promise<IssuedDay[]> {
  const mostDays = calibrationDays ?? recipe.calibrationDays + recipe.olderCalibrationDays;
  const before = Math.min(mostDays, recipe.calibrationDays);
  const runs = dayRange(addDays(from, -before), to).map(lastRunBeforeGate);
  const now = clock.now();
  const inputs = await readForecastInputs(db, {
    dataOrigin: (await findDataOrigin(db)) ?? 'market',
    from: addDays(from, -before - daysReadBy(recipe)),
    to: addDays(to, DAYS_AHEAD),
    asOf: now,
  });
  const issue = createIssuer(recipe, { calibrationDays: mostDays });
  const days: IssuedDay[] = [];
  for (let start = 0; start < runs.length; start += BATCH_DAYS) {
    const batch = runs.slice(start, start + BATCH_DAYS).map((run) => {
      const { firstDay } = run;
      const hasCleared = now >= instantFor(firstDay, CALENDAR.resultsPublished);
      const asOf = hasCleared ? run.scheduledFor : now;
      return {
        run,
        asOf,
        task: horizonTask(inputs, { firstDay, horizonDays: DAYS_AHEAD, recipe, asOf }),
      };
    });
    const points = await forecastHorizonsInWorkers(
      batch.map(({ task }) => task),
      {
        recipe: recipe.point,
        atOnce: threads,
        onProgress: ({ done }) => onProgress?.({ done: start + done, total: runs.length }),
      },
    );
    for (const [i, { run, asOf, task }] of batch.entries()) {
      const [point, { firstDay: day }] = [points[i], run];
      if (point === undefined) {
        if (day < from) continue;
        throw new InsufficientHistoryError(`There is not a week of prices before ${day}.`);
      }
      const part = { firstDay: day, days: DAYS_AHEAD, asOf };
      const known = knownAtIssue(inputs, { recipe, product: 'da', part, task, point, past: run });
      const isWanted = day >= from;
      const issued = issue(known, point, isWanted);
      if (isWanted && issued !== undefined) days.push({ day, ...issued, missingInputs: point.missingInputs });
    }
  }
  return days;
}

/** The last run whose forecast can be bid with. */
function lastRunBeforeGate(firstDay: DeliveryDay): ScheduledRun {
  const gate = instantFor(firstDay, CALENDAR.gateClosure);
  const instants = CALENDAR.scheduledRuns.map((schedule) => instantFor(firstDay, schedule));
  return { firstDay, scheduledFor: Math.max(...instants.filter((instant) => instant < gate)) };
}
