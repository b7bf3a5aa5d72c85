import {
  addDays,
  AUCTION_CALENDAR,
  type DeliveryDay,
  instantFor,
  type Product,
  type ScheduledRun,
  earlierRunsOf,
} from '@lonja/forecasting/market';
import { type ForecastInputs, panelAsOf, knownInputs } from './forecast-inputs.ts';

/** The scheduled runs of a delivery day that come before its auction's results, in order: those that past forecasts are kept of. */
export function runsBeforeResults(product: Product, firstDay: DeliveryDay): ScheduledRun[] {
  const { scheduledRuns, resultsPublished } = AUCTION_CALENDAR[product];
  const resultsAt = instantFor(firstDay, resultsPublished);
  return scheduledRuns
    .map((schedule) => ({ firstDay, scheduledFor: instantFor(firstDay, schedule) }))
    .filter(({ scheduledFor }) => scheduledFor < resultsAt);
}

export function isAfterResults(product: Product, { firstDay, scheduledFor }: ScheduledRun): boolean {
  return scheduledFor >= instantFor(firstDay, AUCTION_CALENDAR[product].resultsPublished);
}

/**
 * The scheduled run on whose earlier days the forecasts were made that a run learns from: the run itself. One that comes after its auction's
 * results knows the same prices as the first run of the next day.
 */
export function pastRunOf(product: Product, run: ScheduledRun): ScheduledRun {
  if (!isAfterResults(product, run)) return run;
  return runsBeforeResults(product, addDays(run.firstDay, 1))[0];
}

/** The runs whose past some runs learn from, each once. */
export function pastRunsOf(product: Product, runs: readonly ScheduledRun[]): ScheduledRun[] {
  return onceEach(runs.map((run) => pastRunOf(product, run)));
}

/** The runs of the same delivery days that past forecasts are kept of, each once. */
export function runsOfSameDays(product: Product, runs: readonly ScheduledRun[]): ScheduledRun[] {
  return onceEach(runs.flatMap(({ firstDay }) => runsBeforeResults(product, firstDay)));
}

/**
 * The past of a run that knows more of its first day than runs of its time of day usually do, since it was made when an input had come: that of
 * the first later run of the day which usually knows as much. `known`: the published inputs that it has.
 */
export function pastRunWith(
  inputs: ForecastInputs,
  {
    product,
    run,
    known,
    usualInputDays,
  }: { product: Product; run: ScheduledRun; known: readonly string[]; usualInputDays: number },
): ScheduledRun {
  const later = runsBeforeResults(product, run.firstDay).filter(
    ({ scheduledFor }) => scheduledFor > run.scheduledFor,
  );
  if (known.length === 0 || later.length === 0) return run;
  const knowsAsMuch = (candidate: ScheduledRun) => {
    const usual = usualInputs(inputs, { product, run: candidate, usualInputDays });
    return known.every((name) => usual.has(name));
  };
  return [run, ...later].find(knowsAsMuch) ?? run;
}

function onceEach(runs: readonly ScheduledRun[]): ScheduledRun[] {
  return [...new Map(runs.map((run) => [run.scheduledFor, run])).values()];
}

/** The inputs of their first day that most of the runs before a run, at the same time of day, had. */
export function usualInputs(
  inputs: ForecastInputs,
  { product, run, usualInputDays }: { product: Product; run: ScheduledRun; usualInputDays: number },
): ReadonlySet<string> {
  const known = earlierRunsOf(AUCTION_CALENDAR[product], run, usualInputDays).flatMap(
    ({ firstDay, scheduledFor }) =>
      knownInputs(panelAsOf(inputs, { from: firstDay, to: firstDay, asOf: scheduledFor }), 0),
  );
  return new Set(known.filter((name) => known.filter((other) => other === name).length > usualInputDays / 2));
}
