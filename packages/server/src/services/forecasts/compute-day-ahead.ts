import { AUCTION_CALENDAR, addDays, instantFor } from '@lonja/forecasting/market';
import type { DegradedReason } from '../../store/degraded-reason.ts';
import {
  type Calibration,
  findEnough,
  findLearntFrom,
  type Pasts,
  prepareCalibration,
} from './calibration.ts';
import { type ComputedForecast, computeForecast } from './compute-forecast.ts';
import { type ComputedRun, type RunToCompute, runnable } from './computed-run.ts';
import type { ForecastContext } from './forecast-context.ts';
import {
  type ForecastInputs,
  newestAvailability,
  pricesKnownUntil,
  readForecastInputs,
} from './forecast-inputs.ts';
import { degradedSentences } from './degraded-sentences.ts';
import { forecastPoints } from './forecast-points.ts';
import { followingErrors } from './past-errors.ts';
import { pastRunWith, runsBeforeResults } from './past-run.ts';
import { contentOf, type RunPeriods } from './run-periods.ts';
import { daysReadBy, historyStart, type HorizonModel, horizonModelOf, SIGNAL_KEYS } from './horizon-model.ts';
import { type RunPart, runParts, taskOfPart } from './run-parts.ts';

/** A run of the day-ahead market: reads, forecasts and bounds. Throws OperatorError when there is not a week of prices. */
export async function computeDayAhead(context: ForecastContext, request: RunToCompute): Promise<ComputedRun> {
  const { product, run, version, issuedAt } = request;
  const model = runnable(horizonModelOf(version.manifest), version);
  const { firstDay } = run;
  const inputs =
    request.dayAheadInputs ?? (await readForecastInputs(context.db, inputsQuery(model, request)));
  const parts: ComputedPart[] = [];
  // The last first: a day before it can learn from the same past.
  for (const part of runParts(inputs, request).toReversed()) {
    parts.unshift(await computePart(context, request, { model, inputs, part, following: parts[0] }));
  }
  const explanations = parts.flatMap(({ forecast }) => forecast.days.map((day) => day.explanation));
  const degraded = onceEach(parts.flatMap(({ forecast }) => forecast.degraded)).filter(
    (reason) => parts.length === 1 || isDue(reason, issuedAt),
  );
  return {
    dataAsOf: newestAvailability(inputs, issuedAt),
    knownUntil: pricesKnownUntil(inputs, issuedAt),
    firstDay,
    lastDay: addDays(firstDay, AUCTION_CALENDAR[product].horizonDays - 1),
    degraded: degradedSentences(degraded),
    degradedReasons: degraded,
    calibratedOn: [
      ...new Set(parts.flatMap(({ calibration }) => calibration.forecasts.map((one) => one.scheduledFor))),
    ].sort((a, b) => a - b),
    ...contentOf(
      {
        hours: parts.flatMap(({ periods }) => periods.hours),
        quarters: parts.flatMap(({ periods }) => periods.quarters),
        quarterResiduals: parts[parts.length - 1].periods.quarterResiduals,
      },
      parts.map(({ forecast }) => forecast.pastErrors).reduce(followingErrors),
    ),
    explanations: explanations.map((explanation, lead) => ({ day: addDays(firstDay, lead), explanation })),
    ofModel: parts.length === 1 ? parts[0].forecast.ofModel : undefined,
  };
}

interface ComputedPart {
  forecast: ComputedForecast;
  periods: RunPeriods;
  calibration: Calibration;
}

interface PartRequest {
  model: HorizonModel;
  inputs: ForecastInputs;
  part: RunPart;
  /** The part of the days after it, where there is one. */
  following: ComputedPart | undefined;
}

async function computePart(
  context: ForecastContext,
  request: RunToCompute,
  { model, inputs, part, following }: PartRequest,
): Promise<ComputedPart> {
  const { product, dataOrigin } = request;
  const { firstDay, days, asOf } = part;
  const task = taskOfPart(inputs, part, { product, model });
  const own = pastRunWith(inputs, { product, run: part.past, known: task.published });
  const pasts: Pasts = own === part.past ? [own] : [own, part.past];
  const calibration = await calibrationOf(context, request, { model, inputs, pasts, following });
  const forecast = await computeForecast(context, {
    model,
    product,
    dataOrigin,
    inputs,
    task,
    horizonDays: days,
    issuedAt: asOf,
    calibration,
  });
  const since = historyStart(firstDay, model.historyDays);
  return {
    forecast,
    periods: forecastPoints({ product, since, firstDay, days: forecast.days, inputs, asOf }),
    calibration,
  };
}

/** What the bounds of a part learn from. A day that has cleared makes nobody wait: where its own past is not there, it has that of the days after it. */
async function calibrationOf(
  context: ForecastContext,
  { product, dataOrigin, version, calibratedOn }: RunToCompute,
  { model, inputs, pasts, following }: Omit<PartRequest, 'part'> & { pasts: Pasts },
): Promise<Calibration> {
  const set = { product, dataOrigin, modelVersionId: version.id };
  const found =
    calibratedOn === undefined
      ? await findEnough(context, set, { model, pasts })
      : await findLearntFrom(context, set, { model, pasts, calibratedOn });
  if (found !== undefined) return found;
  const [{ firstDay }] = pasts;
  if (following !== undefined) {
    const [past] = runsBeforeResults(product, firstDay);
    const { forecasts } = following.calibration;
    return { past, forecasts: forecasts.filter((one) => one.firstDay < firstDay) };
  }
  return calibratedOn === undefined
    ? prepareCalibration(context, set, { model, past: pasts[pasts.length - 1], inputs })
    : { past: pasts[0], forecasts: [] };
}

/** Whether what a reason misses should have come by an instant: after the results of a day that is not so of what is published the day after. */
function isDue({ code, input, day }: DegradedReason, instant: number): boolean {
  if (code !== 'input_late' || day === undefined) return true;
  const { da, ida1 } = AUCTION_CALENDAR;
  return (
    instant >= instantFor(day, input === SIGNAL_KEYS.laterPrice ? ida1.resultsPublished : da.gateClosure)
  );
}

function onceEach(reasons: DegradedReason[]): DegradedReason[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
}

/** What a run of a model reads. */
export function inputsQuery(
  model: HorizonModel,
  { product, run, dataOrigin, issuedAt }: Omit<RunToCompute, 'version'>,
) {
  const { horizonDays } = AUCTION_CALENDAR[product];
  return {
    dataOrigin,
    from: addDays(run.firstDay, -daysReadBy(model)),
    to: addDays(run.firstDay, horizonDays - 1),
    asOf: issuedAt,
  };
}
