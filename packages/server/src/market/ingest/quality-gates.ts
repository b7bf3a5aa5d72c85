import type { Series } from '@lonja/forecasting/data';
import { deliveryPeriods } from '@lonja/forecasting/market';
import { type Reason, reason } from '../../ground/reasons/reasons.ts';
import type { Publication, PublishedDay } from '../connectors/source.ts';
import { startsOf } from '../connectors/timed-values.ts';
import type { StoredLevels } from '../observations/observation-spans.ts';
import { valueCheck } from '../../ground/database/value-check.ts';

/** What is stored of a series in the weeks before the day that is checked. */
export type RecentDays = (series: Series) => StoredLevels;

/** Days before a delivery day that define what is usual, and the fewest of them. */
export const USUAL_DAYS = 28;
export const FEWEST_USUAL_DAYS = 14;
/** Distance of a day's mean from the median of the recent days, in median absolute deviations. */
const SHIFT_DEVIATIONS = 12;
/** Of OMIE itself, which is what others are held against: twice the largest of 6,978 real days (12.4, IDA1 in Portugal on 2026-03-10). */
const OPERATORS_SHIFT_DEVIATIONS = 24;
/** A quiet series is given this much room: prices in EUR/MWh, others as a share of their median. */
const LEAST_DEVIATION_PRICE = 10;
const LEAST_DEVIATION_SHARE = 0.1;

/**
 * Prices of a day that are smaller than this share of what is usual are in another unit, where that is more than `LEAST_USUAL_PRICE`. The smallest
 * real share is 0.0064, of a second intraday auction in Portugal.
 */
const LEAST_PRICE_SHARE = 0.005;
const LEAST_USUAL_PRICE = 10;
/** Prices of two sources that are nearer than this are the same, EUR/MWh: some round means. */
const SAME_PRICE = 0.011;
/** Beside an hour of zeros prices have come down to less than this. */
const STEP_TO_ZERO = 10;

/** Days of prices have never had fewer than four different ones: neither 3,011 of the day-ahead auction nor 520 of intraday auctions. */
const FEWEST_PRICES = 3;

/** What a day is held against. */
interface DayContext {
  recent: RecentDays;
  /** The same day as the market operator published it; empty where it is not stored, and for the operator itself. */
  ofOperator?: ((series: Series) => readonly number[]) | undefined;
  /** Whether the day is the market operator's own. */
  isOperators?: boolean;
  /** Takes a level far from the days before, and nothing else. */
  acceptsLevelShift: boolean;
}

/** Why a published day cannot be used; undefined when it can. The first gate that fails gives the reason. */
export function findDayFault(
  publication: Publication,
  published: PublishedDay,
  context: DayContext,
): Reason | undefined {
  return (
    unitFault(publication, published) ??
    orderFault(published) ??
    rangeFault(published) ??
    completenessFault(publication, published) ??
    findValueFault(published, context)
  );
}

/** Why the values of a day cannot be right, whichever way they came; undefined when they can. */
export function findValueFault(
  published: Pick<PublishedDay, 'day' | 'series'>,
  { recent, ofOperator, isOperators = false, acceptsLevelShift }: DayContext,
): Reason | undefined {
  // What agrees with the operator is right, however far it is from the days before.
  const series = published.series.filter((part) => (ofOperator?.(part) ?? []).length === 0);
  const deviations = isOperators ? OPERATORS_SHIFT_DEVIATIONS : SHIFT_DEVIATIONS;
  return (
    flatFault(published) ??
    doubledHourFault(published) ??
    staleFault(published, recent) ??
    findOperatorFault(published, ofOperator) ??
    (acceptsLevelShift ? undefined : levelFault(series, recent, deviations))
  );
}

function unitFault({ units }: Publication, { series }: PublishedDay): Reason | undefined {
  const wrong = series.find(({ key, unit }) => units[key] !== unit);
  if (wrong === undefined) return undefined;
  const { key, unit } = wrong;
  return units[key] === undefined
    ? reason('unexpected_series', { series: key, unit })
    : reason('other_unit', { series: key, unit, expected: units[key] });
}

function orderFault({ series }: PublishedDay): Reason | undefined {
  for (const { key, start } of series) {
    const at = start.findIndex((instant, i) => i > 0 && instant <= start[i - 1]);
    if (at >= 0) {
      const kind = start[at] === start[at - 1] ? 'occurs_twice' : 'out_of_order';
      return reason(kind, { at: new Date(start[at]).toISOString(), series: key });
    }
  }
  return undefined;
}

function rangeFault({ series }: PublishedDay): Reason | undefined {
  for (const { key, start, value } of series) {
    const check = valueCheck(key);
    for (const [i, number] of value.entries()) {
      const fault = check(number);
      if (fault !== undefined) return singleFault(fault, { value: number, at: start[i], series: key });
    }
  }
  return undefined;
}

/** What is wrong with one value of a day; `at` in epoch ms. */
export function singleFault(
  { code, parts }: Reason,
  { value, at, series }: { value: number; at: number; series: string },
): Reason {
  const { min, max } = parts;
  const of = { value: String(value), at: new Date(at).toISOString(), series };
  return code === 'outside' ? reason('outside_at', { ...of, value, min, max }) : reason('not_finite_at', of);
}

/**
 * Each series must be whole in one resolution: 23, 24 or 25 hours, 92, 96 or 100 quarters, or what its auction covers. Where a share
 * is enough, gaps may be within the day: a day whose end is missing is not over yet.
 */
function completenessFault(publication: Publication, { day, series }: PublishedDay): Reason | undefined {
  const { leastShare = 1, mayLackSeries = false } = publication;
  for (const key of Object.keys(publication.units)) {
    if (mayLackSeries && series.every((part) => part.key !== key)) continue;
    const parts = series.filter((part) => part.key === key);
    const lacking = parts.map((part) => {
      const expected = startsOf(publication, day, part.resolution);
      const found = part.start.filter((start) => expected.has(start));
      const isEnough = found.length >= leastShare * expected.size && found.at(-1) === Math.max(...expected);
      return { expected: expected.size, found: found.length, isEnough };
    });
    if (lacking.some(({ isEnough }) => isEnough)) continue;
    const [{ expected, found } = { expected: 0, found: 0 }] = lacking;
    return parts.length === 0
      ? reason('is_missing', { series: key })
      : reason('few_periods', { series: key, found, expected });
  }
  return undefined;
}

/** Most of the prices that a day has beyond the limits of their auction: another unit, in which the others are no better. */
export function findImpossiblePrices({ series }: Pick<PublishedDay, 'series'>): Reason | undefined {
  for (const { key, value } of series.filter((part) => part.key.startsWith('price.'))) {
    const faults = [...value].flatMap((price) => valueCheck(key)(price) ?? []);
    if (2 * faults.length > value.length) {
      const counts = { count: faults.length, values: value.length, series: key };
      const { min, max } = faults[0].parts;
      return faults[0].code === 'outside'
        ? reason('most_outside', { ...counts, min, max })
        : reason('most_not_finite', counts);
    }
  }
  return undefined;
}

/** One price or two all day long: a curve that was cut off and filled up, a column of zeros. */
function flatFault({ series }: Pick<PublishedDay, 'series'>): Reason | undefined {
  for (const { key, resolution, value } of series) {
    if (!key.startsWith('price.') || resolution === 'P1D') continue;
    const different = new Set(value).size;
    if (different >= FEWEST_PRICES) continue;
    const of = { series: key, periods: value.length };
    return different === 1
      ? reason('same_in_all', { ...of, value: value[0] })
      : reason('few_prices', { ...of, different });
  }
  return undefined;
}

/** Zeros in one of the two hours 2 of the longest day, without a step towards them: a source that lost count of the hours. */
function doubledHourFault({ day, series }: Pick<PublishedDay, 'day' | 'series'>): Reason | undefined {
  const hours = deliveryPeriods(day, 'PT1H');
  const doubled = hours.filter(({ hour }, i) => hour === hours[i - 1]?.hour || hour === hours[i + 1]?.hour);
  for (const { key, start, value } of series) {
    if (!key.startsWith('price.')) continue;
    for (const { start: from, end } of doubled) {
      const first = start.findIndex((instant) => instant >= from);
      const next = start.findIndex((instant) => instant >= end);
      if (first < 1 || next <= first) continue;
      const isZero = value.subarray(first, next).every((price) => price === 0);
      const hasStep = [value[first - 1], value[next]].some((price) => Math.abs(price) < STEP_TO_ZERO);
      if (isZero && !hasStep) {
        const beside = { series: key, before: value[first - 1], after: value[next] };
        return reason('zero_at_clock_change', beside);
      }
    }
  }
  return undefined;
}

/** A repetition of the market operator's prices that differs from them in most periods. */
export function findOperatorFault(
  { series }: Pick<PublishedDay, 'series'>,
  ofOperator: DayContext['ofOperator'],
): Reason | undefined {
  for (const part of series) {
    const operators = part.key.startsWith('price.') ? (ofOperator?.(part) ?? []) : [];
    if (operators.length !== part.value.length) continue;
    const differing = part.value.filter((price, i) => Math.abs(price - operators[i]) > SAME_PRICE).length;
    if (2 * differing > operators.length) {
      return reason('differs_from_omie', { series: part.key, differing, periods: operators.length });
    }
  }
  return undefined;
}

/** All series equal to the day before, value by value, though they vary within the day: the source repeats itself. */
function staleFault(
  { day, series }: Pick<PublishedDay, 'day' | 'series'>,
  recent: RecentDays,
): Reason | undefined {
  const varying = series.filter(({ value }) => new Set(value).size > 2);
  const isCopy = (part: Series) => {
    const before = recent(part).lastDay;
    return before.length === part.value.length && part.value.every((v, i) => v === before[i]);
  };
  return varying.length > 0 && varying.every(isCopy) ? reason('repeats_day', { day }) : undefined;
}

function levelFault(
  series: readonly Series[],
  recent: RecentDays,
  mostDeviations: number,
): Reason | undefined {
  for (const part of series) {
    const { means } = recent(part);
    if (means.length < FEWEST_USUAL_DAYS) {
      const range = isDayAhead(part.key) ? perKwhRange([...part.value]) : undefined;
      if (range === undefined) continue;
      const [lowest, highest] = range;
      return reason('like_per_kwh', { series: part.key, lowest, highest, unit: part.unit });
    }
    const usual = median(means);
    const least =
      part.unit === 'EUR/MWh' ? LEAST_DEVIATION_PRICE : Math.max(1, LEAST_DEVIATION_SHARE * Math.abs(usual));
    const deviation = Math.max(least, median(means.map((mean) => Math.abs(mean - usual))));
    const mean = part.value.reduce((sum, value) => sum + value / part.value.length, 0);
    const size = part.value.reduce((sum, value) => sum + Math.abs(value) / part.value.length, 0);
    const isPrice = part.key.startsWith('price.');
    if (isPrice && usual > LEAST_USUAL_PRICE && size < LEAST_PRICE_SHARE * usual) {
      return reason('odd_mean', { ...usualOf(part, usual), mean: mean.toFixed(2) });
    }
    if (Math.abs(mean - usual) > mostDeviations * deviation) {
      return reason('odd_mean', { ...usualOf(part, usual), mean: mean.toFixed(1) });
    }
  }
  return undefined;
}

function usualOf({ key: series, unit }: Series, usual: number) {
  return { series, unit, median: usual.toFixed(1) };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Prices in EUR/kWh lie within these; of 3,011 days of Spain's day-ahead market, zeros included, not one has all of its prices there. */
const LOWEST = -0.5;
const HIGHEST = 1.5;

/** Whether a series is of the day-ahead auction: intraday auctions do clear near zero all day. */
export function isDayAhead(key: string): boolean {
  return `${key}.`.startsWith('price.da.');
}

export function mayBePerKwh(price: number): boolean {
  return price >= LOWEST && price <= HIGHEST;
}

/** The lowest and the highest of prices in EUR/kWh; undefined for others, also for a market at zero, which is none in another unit. */
export function perKwhRange(prices: readonly number[]): [number, number] | undefined {
  const sorted = prices.toSorted((a, b) => a - b);
  if (!sorted.every(mayBePerKwh) || sorted[Math.floor(sorted.length / 2)] <= 0) return undefined;
  return [sorted[0], sorted[sorted.length - 1]];
}
