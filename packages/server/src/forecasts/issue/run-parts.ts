import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  deliveryPeriods,
  type Product,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import { type ForecastRecipe, type KnownAtIssue, knownPricesAtIssue } from '@lonja/forecasting/issue';
import { hourlyValues, panelWindow } from '@lonja/forecasting/data';
import type { FallbackForecast } from '@lonja/forecasting';
import { type ForecastInputs, PRICE_KEY, horizonTask, type LateHorizonTask } from './forecast-inputs.ts';
import { isAfterResults, pastRunOf, runsBeforeResults, usualInputs } from './past-run.ts';

/** Days of a run that are forecast from the same knowledge. */
export interface RunPart {
  firstDay: DeliveryDay;
  days: number;
  /** What it rests on was available then; epoch ms. */
  asOf: number;
  /** The run whose past it learns from. */
  past: ScheduledRun;
}

/**
 * The parts of a run of the day-ahead market: one, unless it comes after the results of its first day. That day is then forecast from what was
 * known before them, as by the runs before, and the days after it from the results too. While these are late nothing has cleared.
 */
export function runParts(
  inputs: ForecastInputs,
  { product, run, issuedAt }: { product: Product; run: ScheduledRun; issuedAt: number },
): RunPart[] {
  const { firstDay } = run;
  const days = AUCTION_CALENDAR[product].horizonDays;
  if (!isAfterResults(product, run)) return [{ firstDay, days, asOf: issuedAt, past: run }];
  const past = runsBeforeResults(product, firstDay).at(-1) ?? run;
  const clearedAt = whenCleared(inputs, firstDay, issuedAt);
  if (clearedAt === undefined) return [{ firstDay, days, asOf: issuedAt, past }];
  const next = pastRunOf(product, run);
  return [
    { firstDay, days: 1, asOf: clearedAt - 1, past },
    { firstDay: next.firstDay, days: days - 1, asOf: issuedAt, past: next },
  ];
}

/** What a part requests from a model. It reaches as far as the whole run, so that a run before that knew the same has asked for the same. */
export function taskOfPart(
  inputs: ForecastInputs,
  { firstDay, days, asOf }: RunPart,
  { product, recipe }: { product: Product; recipe: ForecastRecipe },
): LateHorizonTask {
  const horizonDays = days === 1 ? AUCTION_CALENDAR[product].horizonDays : days;
  return horizonTask(inputs, { firstDay, horizonDays, recipe, asOf });
}

/** When the first price of a day became known, once all of it is known at `asOf`; undefined before. */
function whenCleared(inputs: ForecastInputs, day: DeliveryDay, asOf: number): number | undefined {
  const series = inputs.get(PRICE_KEY) ?? [];
  const known = hourlyValues(series, { ...panelWindow(day, day), asOf });
  const periods = deliveryPeriods(day, 'PT1H');
  if (periods.some(({ start }) => !known.has(start))) return undefined;
  const [from, to] = [periods[0].start, periods[periods.length - 1].end];
  const instants = series.flatMap(({ start, availableAt }) =>
    [...availableAt].filter((_, i) => start[i] >= from && start[i] < to),
  );
  return Math.min(...instants);
}

/**
 * All that a forecast of the day-ahead market is completed from, beside its points. `past`: the run on whose earlier days the forecasts were
 * made that it learns from.
 */
export function knownAtIssue(
  inputs: ForecastInputs,
  {
    recipe,
    product,
    part,
    task,
    point,
    past,
  }: {
    recipe: ForecastRecipe;
    product: Product;
    part: Pick<RunPart, 'firstDay' | 'days' | 'asOf'>;
    task: LateHorizonTask;
    point: Pick<FallbackForecast, 'missingInputs'>;
    past: ScheduledRun;
  },
): KnownAtIssue {
  const lacking = [...point.missingInputs, ...task.standIns];
  // A run without inputs of its first day is weaker than a past that had them, whose errors say too little of it.
  const usual =
    lacking.length === 0
      ? undefined
      : usualInputs(inputs, { product, run: past, usualInputDays: recipe.usualInputDays });
  return {
    ...task,
    ...knownPricesAtIssue(inputs, recipe, { product, ...part }),
    firstDayIsWeaker: lacking.some((name) => usual?.has(name)),
  };
}
