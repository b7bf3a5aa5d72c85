import type { FallbackForecast } from '@lonja/forecasting';
import {
  followingErrors,
  type ForecastRecipe,
  type IssuedForecast,
  type PastForecast,
} from '@lonja/forecasting/issue';
import { AUCTION_CALENDAR, addDays, instantFor, type Product } from '@lonja/forecasting/market';
import { missingInputs } from '@lonja/forecasting/horizon';
import { OperatorError } from '../../ground/errors.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import {
  type Calibration,
  findEnough,
  findLearntFrom,
  type Pasts,
  prepareCalibration,
} from './calibration.ts';
import {
  asModel,
  type ComputedRun,
  contentOf,
  ModelFailure,
  type RunToCompute,
  runnable,
} from './computed-run.ts';
import type { ForecastContext, ForecastPurpose } from './forecast-context.ts';
import {
  type ForecastInputs,
  newestAvailability,
  pricesKnownUntil,
  readForecastInputs,
  type LateHorizonTask,
} from './forecast-inputs.ts';
import { degradedSentences } from '../runs/degraded.ts';
import { pastRunWith, runsBeforeResults } from './past-run.ts';
import { dayAheadRecipeOf, daysReadBy, SIGNAL_KEYS } from './day-ahead-model.ts';
import { knownAtIssue, type RunPart, runParts, taskOfPart } from './run-parts.ts';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import {
  type AuctionsWithoutResult,
  readAuctionsWithoutResult,
  withoutResultReason,
  leadingSourceReasons,
} from './lacking-auctions.ts';
import { ownFundamentalsReasons } from './own-fundamentals.ts';
import { staleSignals } from './price-signals.ts';

/** A run of the day-ahead market: reads, forecasts and bounds. Throws OperatorError when there is not a week of prices. */
export async function computeDayAhead(context: ForecastContext, request: RunToCompute): Promise<ComputedRun> {
  const { product, run, version, issuedAt } = request;
  const recipe = runnable(dayAheadRecipeOf(version.manifest), version);
  const { firstDay } = run;
  const inputs =
    request.dayAheadInputs ?? (await readForecastInputs(context.db, inputsQuery(recipe, request)));
  const parts: ComputedPart[] = [];
  // The last first: a day before it can learn from the same past.
  for (const part of runParts(inputs, request).toReversed()) {
    parts.unshift(await computePart(context, request, { recipe, inputs, part, following: parts[0] }));
  }
  const explanations = parts.flatMap(({ issued }) => issued.explanations);
  const degraded = onceEach(parts.flatMap((part) => part.degraded)).filter(
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
        hours: parts.flatMap(({ issued }) => issued.hours),
        quarters: parts.flatMap(({ issued }) => issued.quarters),
        quarterResiduals: parts[parts.length - 1].issued.quarterResiduals,
      },
      parts.map(({ issued }) => issued.pastErrors).reduce(followingErrors),
    ),
    explanations: explanations.map((explanation, lead) => ({ day: addDays(firstDay, lead), explanation })),
    learns: parts.length === 1 ? parts[0].issued.learns : undefined,
  };
}

interface ComputedPart {
  issued: IssuedForecast;
  degraded: DegradedReason[];
  calibration: Calibration;
}

interface PartRequest {
  recipe: ForecastRecipe;
  inputs: ForecastInputs;
  part: RunPart;
  /** The part of the days after it, where there is one. */
  following: ComputedPart | undefined;
}

async function computePart(
  context: ForecastContext,
  request: RunToCompute,
  { recipe, inputs, part, following }: PartRequest,
): Promise<ComputedPart> {
  const { product, dataOrigin, purpose = 'forecast' } = request;
  const { firstDay } = part;
  const task = taskOfPart(inputs, part, { product, recipe });
  const pasts = pastsOf(inputs, { product, recipe, part, task });
  const calibration = await calibrationOf(context, request, { recipe, inputs, pasts, following });
  const [point] =
    request.said === undefined
      ? await asModel(pointsOfRun(context, recipe, task, purpose))
      : [pointsSaid(request.said, task)];
  if (point === undefined) {
    throw new OperatorError(
      `There is not a week of prices before ${firstDay}; import more with "lonja import", or set SOURCES=simulator.`,
    );
  }
  const past = calibration.forecasts;
  const known = knownAtIssue(inputs, { recipe, product, part, task, point, past: calibration.past });
  const { firstDayIsWeaker } = known;
  const issued = await asModel(context.completeForecast({ recipe, known, point, past }, purpose));
  const degraded = await dayAheadReasons(context.db, {
    recipe,
    dataOrigin,
    inputs,
    part,
    task,
    point,
    issued,
    learntFrom: past.length,
    firstDayIsWeaker,
  });
  return { issued, degraded, calibration };
}

/** The runs whose past a part can learn from. */
export function pastsOf(
  inputs: ForecastInputs,
  {
    product,
    recipe: { usualInputDays },
    part: { past },
    task,
  }: { product: Product; recipe: ForecastRecipe; part: RunPart; task: LateHorizonTask },
): Pasts {
  const own = pastRunWith(inputs, { product, run: past, known: task.published, usualInputDays });
  return own === past ? [own] : [own, past];
}

/** What a run asks of its model. */
export function pointsOfRun(
  context: Pick<ForecastContext, 'forecastHorizons'>,
  { point }: ForecastRecipe,
  task: LateHorizonTask,
  purpose: ForecastPurpose = 'forecast',
): Promise<(FallbackForecast | undefined)[]> {
  return context.forecastHorizons(point, [{ ...task, explain: true }], purpose);
}

/** The points of a forecast that was made up. */
function pointsSaid({ values, members }: PastForecast, task: LateHorizonTask): FallbackForecast {
  const { slotsPerDay } = task.panel;
  if (values.length !== task.horizonDays * slotsPerDay) {
    throw new ModelFailure(
      'prices of days before the first were late, and what was said of those is not kept',
    );
  }
  const dayOf = (all: Float64Array, lead: number) => all.slice(lead * slotsPerDay, (lead + 1) * slotsPerDay);
  const leads = Array.from({ length: task.horizonDays }, (_, lead) => lead);
  return {
    days: leads.map((lead) => dayOf(values, lead)),
    members: leads.map((lead) => members.map((member) => dayOf(member, lead))),
    explanations: [],
    missingInputs: missingInputs(task.panel, task.target),
    fallbackReason: undefined,
  };
}

/** What the bounds of a part learn from. A day that has cleared makes nobody wait: where its own past is not there, it has that of the days after it. */
async function calibrationOf(
  context: ForecastContext,
  { product, dataOrigin, version, calibratedOn, purpose = 'calibration' }: RunToCompute,
  { recipe, inputs, pasts, following }: Omit<PartRequest, 'part'> & { pasts: Pasts },
): Promise<Calibration> {
  const set = { product, dataOrigin, modelVersionId: version.id };
  const found =
    calibratedOn === undefined
      ? await findEnough(context, set, { recipe, pasts })
      : await findLearntFrom(context, set, { recipe, pasts, calibratedOn });
  if (found !== undefined) return found;
  const [{ firstDay }] = pasts;
  if (following !== undefined) {
    const [past] = runsBeforeResults(product, firstDay);
    const { forecasts } = following.calibration;
    return { past, forecasts: forecasts.filter((one) => one.firstDay < firstDay) };
  }
  return calibratedOn === undefined
    ? prepareCalibration(context, set, { recipe, past: pasts[pasts.length - 1], inputs, purpose })
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
  recipe: ForecastRecipe,
  { product, run, dataOrigin, issuedAt }: Omit<RunToCompute, 'version'>,
) {
  const { horizonDays } = AUCTION_CALENDAR[product];
  return {
    dataOrigin,
    from: addDays(run.firstDay, -daysReadBy(recipe)),
    to: addDays(run.firstDay, horizonDays - 1),
    asOf: issuedAt,
  };
}

/** With less of the wanted history than this a forecast is called weaker. */
const HISTORY_SHARE = 0.9;

/** A forecast of part of a run, and what it was made from. */
interface IssuedPart {
  recipe: ForecastRecipe;
  dataOrigin: DataOrigin;
  inputs: ForecastInputs;
  part: RunPart;
  task: LateHorizonTask;
  point: FallbackForecast;
  issued: IssuedForecast;
  /** Past forecasts that the bounds rest on. */
  learntFrom: number;
  firstDayIsWeaker: boolean;
}

/** Everything that a forecast of the day-ahead market had to do without. */
async function dayAheadReasons(db: Db, request: IssuedPart): Promise<DegradedReason[]> {
  const { recipe, dataOrigin, inputs, part, task, point, issued, learntFrom, firstDayIsWeaker } = request;
  const { firstDay, days, asOf } = part;
  const day = task.panel.days[task.target];
  const withoutResult = await readAuctionsWithoutResult(db, {
    products: ['da', 'ida1'],
    dataOrigin,
    from: addDays(day, -1),
    to: addDays(firstDay, -1),
    asOf,
  });
  const { hasOwnBounds } = issued;
  return [
    ...lateReasons(task, withoutResult),
    ...historyReasons(task, recipe.historyDays),
    ...staleSignals(inputs, { day, asOf, withoutResult }),
    ...(await leadingSourceReasons(db, { published: task.published, dataOrigin, day: firstDay, asOf })),
    ...point.missingInputs.map((input) => ({ code: 'input_late' as const, input, day: firstDay })),
    ...task.standIns.map((input) => ({
      code: 'input_late' as const,
      input,
      day: firstDay,
      standIn: 'own_forecast',
    })),
    ...(await ownFundamentalsReasons(db, inputs, {
      dataOrigin,
      task,
      firstDay,
      lastDay: addDays(firstDay, days - 1),
      asOf,
    })),
    ...(point.fallbackReason === undefined
      ? []
      : [{ code: 'model_replaced' as const, standIn: 'weekly_naive', detail: point.fallbackReason }]),
    ...boundsReasons(hasOwnBounds, learntFrom, recipe.calibrationDays),
    ...(hasOwnBounds && firstDayIsWeaker ? [{ code: 'bounds_widened' as const, day: firstDay }] : []),
  ];
}

/** Fewer days than half of those wanted widen bounds or miss the state of the market, and a reader should know. */
function boundsReasons(areOwn: boolean, days: number, wanted: number): DegradedReason[] {
  if (!areOwn) return [{ code: 'bounds_of_naive' }];
  if (days >= wanted / 2) return [];
  return [{ code: 'few_calibration_days', known: days, wanted }];
}

/** A history that is still being loaded, or was never there, makes a weaker model, and a reader should know. */
function historyReasons({ panel, target }: LateHorizonTask, wanted: number): DegradedReason[] {
  const { price, slotsPerDay } = panel;
  const known = panel.days
    .slice(0, target)
    .filter((_, row) => price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).some(Number.isFinite));
  if (known.length >= HISTORY_SHARE * wanted) return [];
  return [{ code: 'short_history', known: known.length, wanted }];
}

function lateReasons(
  { panel, target, lateDays }: LateHorizonTask,
  withoutResult: AuctionsWithoutResult,
): DegradedReason[] {
  const late = panel.days.slice(target, target + lateDays);
  const awaited = late.filter((day) => !withoutResult.has('da', day));
  return [
    ...late.filter((day) => withoutResult.has('da', day)).map((day) => withoutResultReason('da', day)),
    ...awaited.slice(0, 1).map((day) => ({ code: 'prices_late' as const, day })),
  ];
}
