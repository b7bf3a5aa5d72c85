import type { Contributions } from '../explain/contributions.ts';
import type { Panel } from '../data/panel.ts';
import { distributionsOfSlots, type PeriodDistribution } from '../distribution/period-distribution.ts';
import type { PriceLimits } from '../distribution/price-distribution.ts';
import { type QuarterDistribution, splitIntoQuarters } from '../distribution/quarter-distribution.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import type { FallbackForecast } from '../horizon/forecast-with-fallback.ts';
import { type QuarteredHour, quarterResiduals, quarterShapeOf } from '../distribution/quarter-shape.ts';
import { shrinkToBaseline } from '../horizon/shrink-to-baseline.ts';
import { applyBounds } from '../intervals/apply-bounds.ts';
import { weeklyNaiveErrors } from '../intervals/error-history.ts';
import type { ForecastHistory } from '../intervals/forecast-history.ts';
import { forecastQuantiles } from '../intervals/forecast-quantiles.ts';
import { daysBetween } from '../market/delivery-day.ts';
import { type ClearedMarket, clearedBounds, clipTo } from './cleared-limits.ts';
import type { ForecastRecipe } from './forecast-recipe.ts';
import { historyAtLead, type PastErrors, type PastForecast, pastErrorsOf } from './past-forecast.ts';

/** What a model is asked for: the rows `target` .. `target + horizonDays - 1` of a panel, as known at one instant. */
export interface PointRequest {
  panel: Panel;
  /** The first row whose prices are not known. */
  target: number;
  horizonDays: number;
}

/** All that is known when a forecast is issued. */
export interface KnownAtIssue extends PointRequest {
  /** Days at the front of the horizon that are forecast on the way alone, because their prices are late. */
  lateDays: number;
  /** Days that are wanted after those; the model may have been asked for more. */
  days: number;
  /**
   * Whether the first wanted day lacks inputs that the past forecasts had. Its bounds are then those of the day after it, whose inputs nobody
   * has published at the time: too wide rather than too narrow.
   */
  firstDayIsWeaker: boolean;
  /** The hours of the wanted days in order of time, 23 to 25 in a day. */
  hours: readonly WantedHour[];
  /** The price of the hour before the first one, where it has cleared. */
  priceBefore: number | undefined;
  /** The lowest and the highest price that the market allows. */
  allowed: PriceLimits;
  cleared: ClearedMarket;
  /** The hours of past days with the prices of their quarters, oldest first; undefined where no quarter hours are wanted. */
  quarters: readonly QuarteredHour[][] | undefined;
}

/** An hour to forecast. */
export interface WantedHour {
  /** Epoch ms. */
  start: number;
  /** The wanted day that it is of, from 0, and its slot in the panel: both hours 2 of a 25-hour day have one. */
  lead: number;
  slot: number;
}

/** A forecast as it is issued. Prices in the unit of the panel. */
export interface IssuedForecast {
  hours: PeriodDistribution[];
  /** Four for each hour; none where they are not wanted. */
  quarters: QuarterDistribution[];
  /** How quarters of past days lay around what was to be expected of them: one row for each day, one number for each quarter. */
  quarterResiduals: Float64Array[];
  /** Errors of past forecasts as far ahead as all of this one. */
  pastErrors: PastErrors;
  /** What the point forecast of each wanted day rests on. */
  explanations: Contributions[];
  /** What later forecasts learn from; undefined where the weekly naive stood in for the model. */
  learns: Omit<PastForecast, 'firstDay'> | undefined;
  /** Whether the bounds stand on the model's own past, or on errors of the weekly naive. */
  hasOwnBounds: boolean;
}

/**
 * A forecast as it is issued, from its point forecasts, from what was known and from `past`, the forecasts of the days before that it learns from,
 * oldest first: later days, quantiles, limits, hours, quarter hours and what paths go together by. What is published, back-tested, predicted
 * from a file and computed again comes from here.
 */
export function completeForecast(
  recipe: Omit<ForecastRecipe, 'point'>,
  known: KnownAtIssue,
  point: FallbackForecast,
  past: readonly PastForecast[],
): IssuedForecast {
  const { panel, target, lateDays, days } = known;
  const firstDay = panel.days[target + lateDays];
  const shrunk = shrinkLaterDays(recipe, known, { point, past });
  const ofWanted = <T>(rows: readonly T[]) => rows.slice(lateDays, lateDays + days);
  const { quantiles, areOwn } = quantilesOfDays(recipe, known, shrunk);
  const clip = clipTo(clearedBounds(known.cleared, known.allowed, recipe.limits));
  const distributions = quantiles.map(distributionsOfSlots);
  const hours = known.hours
    .map(({ start, lead, slot }) => ({ start, hour: slot, distribution: distributions[lead][slot] }))
    .map(clip);
  const shape = known.quarters && quarterShapeOf(known.quarters.flat(), recipe.quarterDeviation);
  return {
    hours: hours.map(({ start, distribution }) => ({ start, distribution })),
    quarters: shape === undefined ? [] : splitIntoQuarters(hours, shape, known.priceBefore).map(clip),
    quarterResiduals: known.quarters && shape ? quarterResiduals(known.quarters, shape) : [],
    pastErrors: pastErrorsOf(shrunk.past, {
      panel,
      firstDay,
      horizonDays: days,
      mostDays: recipe.pathDays,
    }),
    explanations: ofWanted(shrunk.point.explanations),
    learns:
      point.fallbackReason === undefined
        ? { ...joinDays(point, lateDays), quantiles: areOwn ? joinQuantiles(quantiles) : undefined }
        : undefined,
    hasOwnBounds: areOwn,
  };
}

interface WithPast {
  point: FallbackForecast;
  past: readonly PastForecast[];
}

/** Shrinks later days of a forecast and of its past to a baseline; the weekly naive stays as it is. */
export function shrinkLaterDays(
  { laterDays }: Pick<ForecastRecipe, 'laterDays'>,
  { panel, target }: PointRequest,
  ofModel: WithPast,
): WithPast {
  const { point, past } = ofModel;
  if (laterDays.baselineDays === 0 || point.fallbackReason !== undefined || past.length === 0) return ofModel;
  const runs = past.map(({ firstDay, values, quantiles }) => ({
    origin: daysBetween(panel.days[0], firstDay),
    values,
    wasIssued: quantiles !== undefined,
  }));
  const { past: shrunk, ...ahead } = shrinkToBaseline(point, { panel, target, runs }, laterDays);
  return {
    point: { ...point, ...ahead },
    past: past.map((one, i) => ({ ...one, values: shrunk[i] })),
  };
}

/** Quantiles of each wanted day: one array for each of `QUANTILE_LEVELS`, by slot. */
interface DayQuantiles {
  quantiles: Float64Array[][];
  /** Whether they stand on the model's own past. */
  areOwn: boolean;
}

function quantilesOfDays(
  recipe: Pick<ForecastRecipe, 'calibrationDays' | 'fewestCalibrationDays' | 'bounds'>,
  known: KnownAtIssue,
  { point, past }: WithPast,
): DayQuantiles {
  const { panel, target, lateDays, days, allowed } = known;
  const wanted = Array.from({ length: days }, (_, lead) => ({
    combined: point.days[lateDays + lead],
    experts: point.members[lateDays + lead],
  }));
  const histories = ownHistories(recipe, known, { point, past });
  if (histories === undefined) {
    const errors = weeklyNaiveErrors(panel, target, recipe.calibrationDays);
    return {
      quantiles: wanted.map(({ combined }) =>
        applyBounds(combined, errors, QUANTILE_LEVELS, recipe.bounds.scale),
      ),
      areOwn: false,
    };
  }
  return {
    quantiles: histories.map((history, lead) =>
      forecastQuantiles(history, wanted[lead], QUANTILE_LEVELS, { bounds: recipe.bounds, limits: allowed }),
    ),
    areOwn: true,
  };
}

/** The past of each wanted day's lead; undefined where the model has no errors of its own to learn from. */
function ownHistories(
  { fewestCalibrationDays }: Pick<ForecastRecipe, 'fewestCalibrationDays'>,
  { panel, target, lateDays, days, horizonDays, firstDayIsWeaker }: KnownAtIssue,
  { point, past }: WithPast,
): ForecastHistory[] | undefined {
  if (point.fallbackReason !== undefined || past.length < fewestCalibrationDays) return undefined;
  const firstDay = panel.days[target + lateDays];
  const lastLead = horizonDays - lateDays - 1;
  const histories = Array.from({ length: days }, (_, i) =>
    historyAtLead(past, {
      panel,
      firstDay,
      leadDays: Math.min(lateDays + (firstDayIsWeaker ? Math.max(1, i) : i), lastLead),
      memberCount: point.members[0].length,
    }),
  );
  const isKnown = ({ actual, combined }: ForecastHistory) =>
    actual.some((price, i) => Number.isFinite(price - combined[i]));
  return histories.every(isKnown) ? histories : undefined;
}

/** The wanted days of a forecast and all after them, each array row-major days x slots. */
export function joinDays(
  { days, members }: Pick<FallbackForecast, 'days' | 'members'>,
  lateDays: number,
): Pick<PastForecast, 'values' | 'members'> {
  const join = (rows: Float64Array[]) => Float64Array.from(rows.slice(lateDays).flatMap((row) => [...row]));
  return {
    values: join(days),
    members: members[0].map((_, k) => join(members.map((ofDay) => ofDay[k]))),
  };
}

function joinQuantiles(days: Float64Array[][]): Float64Array[] {
  return days[0].map((_, k) => Float64Array.from(days.flatMap((ofLevels) => [...ofLevels[k]])));
}
