import type { Panel } from '../data/panel.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import type { ForecastHistory } from '../intervals/forecast-history.ts';
import { type DeliveryDay, daysBetween } from '../market/delivery-day.ts';

/**
 * What a forecast leaves behind for later ones to learn from. Prices in the unit of the panel; every array is row-major days ahead x slots of
 * the day.
 */
export interface PastForecast {
  /** The first day that was forecast. */
  firstDay: DeliveryDay;
  /** The model's point forecasts. */
  values: Float64Array;
  /** The forecasts that `values` are made of. */
  members: Float64Array[];
  /**
   * Quantiles as they were issued, one array for each of `QUANTILE_LEVELS`, NaN where they were not the model's own or not kept; undefined
   * for a forecast that was never issued.
   */
  quantiles: Float64Array[] | undefined;
}

/** Errors (price minus forecast) of past forecasts, price unit: what the paths of a forecast go together by. */
export interface PastErrors {
  /** How many days before the first day of the forecast that of each past one lies. */
  ages: number[];
  /** One row for each past forecast, one number for each slot of its horizon. */
  errors: Float64Array[];
}

/** Where no past forecast is known. */
export const NO_PAST_ERRORS: PastErrors = { ages: [], errors: [] };

/**
 * What past forecasts (oldest first) said of the day `leadDays` after their first one, the prices as far as the panel has them, and the quantiles
 * that were issued of it, for each day from the first of them up to `firstDay`. Days without a forecast are NaN.
 */
export function historyAtLead(
  past: readonly PastForecast[],
  {
    panel,
    firstDay,
    leadDays,
    memberCount,
  }: { panel: Panel; firstDay: DeliveryDay; leadDays: number; memberCount: number },
): ForecastHistory {
  const { slotsPerDay } = panel;
  const origin = past[0].firstDay;
  const unknown = () => new Float64Array(daysBetween(origin, firstDay) * slotsPerDay).fill(Number.NaN);
  const actual = unknown();
  const combined = unknown();
  const experts = Array.from({ length: memberCount }, unknown);
  const issued = QUANTILE_LEVELS.map(unknown);
  for (const { firstDay: day, values, members, quantiles } of past) {
    const at = daysBetween(origin, day) * slotsPerDay;
    const ofLead = (days: Float64Array) =>
      days.subarray(leadDays * slotsPerDay, (leadDays + 1) * slotsPerDay);
    const row = daysBetween(panel.days[0], day) + leadDays;
    if (row >= 0) actual.set(panel.price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay), at);
    combined.set(ofLead(values), at);
    members.slice(0, memberCount).forEach((member, k) => experts[k].set(ofLead(member), at));
    quantiles?.forEach((ofLevel, k) => issued[k].set(ofLead(ofLevel), at));
  }
  return { slotsPerDay, actual, combined, experts, issued };
}

/** The errors of the past forecasts that are at most `mostDays` old and whose prices are all known, over the whole horizon. */
export function pastErrorsOf(
  past: readonly PastForecast[],
  {
    panel,
    firstDay,
    horizonDays,
    mostDays,
  }: { panel: Panel; firstDay: DeliveryDay; horizonDays: number; mostDays: number },
): PastErrors {
  const { slotsPerDay, price } = panel;
  const known = past.flatMap(({ firstDay: day, values }) => {
    const age = daysBetween(day, firstDay);
    const row = daysBetween(panel.days[0], day);
    if (age > mostDays || row < 0) return [];
    const actual = price.subarray(row * slotsPerDay, (row + horizonDays) * slotsPerDay);
    const errors = actual.map((value, i) => value - values[i]);
    return errors.some(Number.isNaN) ? [] : [{ age, errors }];
  });
  return { ages: known.map(({ age }) => age), errors: known.map(({ errors }) => errors) };
}

/** The errors of the same past days over days that follow each other, which were forecast apart. */
export function followingErrors(first: PastErrors, next: PastErrors): PastErrors {
  const ofAge = new Map(next.ages.map((age, i) => [age, next.errors[i]]));
  const whole = first.ages.flatMap((age, i) => {
    const following = ofAge.get(age);
    return following === undefined
      ? []
      : [{ age, errors: Float64Array.from([...first.errors[i], ...following]) }];
  });
  return { ages: whole.map(({ age }) => age), errors: whole.map(({ errors }) => errors) };
}
