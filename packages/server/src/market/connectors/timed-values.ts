import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  HOUR_MS,
  type Resolution,
  coveredPeriods,
  dayStart,
  deliveryDayOf,
  deliveryPeriods,
  instantFor,
  MINUTE_MS,
} from '@lonja/forecasting/market';
import { type Reasons, reason } from '../../ground/reasons/reasons.ts';
import type { Series } from '@lonja/forecasting/data';
import type { DaySpan, Publication, PublishedDay } from './source.ts';
import { answerFault } from './payload-fault.ts';

/** Values as a source gives them, of any step. */
export interface TimedValues {
  key: string;
  step: Step;
  /** Period start in epoch ms to value. */
  values: ReadonlyMap<number, number>;
  /** Period start to the instant from which the value was known, where that is not the usual one of the publication. */
  knownFrom?: ReadonlyMap<number, number>;
}

/** The same values with the instants from which they were known. */
export function dated(parts: readonly TimedValues[], knownFrom: (start: number) => number): TimedValues[] {
  return parts.map((part) => ({
    ...part,
    knownFrom: new Map([...part.values.keys()].map((start) => [start, knownFrom(start)])),
  }));
}

/**
 * The days of a publication from values that span several. Each day is taken by itself: it has one resolution, whatever that of
 * the days beside it, so that a span gives what its days give when they are asked for apart. Hours and quarters stay what they
 * are, other steps become means of whole hours. Series that the publication does not name and periods outside the asked days or
 * the auction are left out; days without a value are missing.
 */
export function publishedDays(
  publication: Publication,
  span: DaySpan,
  parts: readonly TimedValues[],
): PublishedDay[] {
  const byDay = Map.groupBy(
    parts.flatMap((part) => candidatesOf(publication, span, part)),
    ({ day }) => day,
  );
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, candidates]) => {
      const chosen = [...Map.groupBy(candidates, ({ key }) => key).values()].map((known) =>
        chooseValues(publication, day, known),
      );
      const series = chosen.map((values) => toSeries(publication, day, values));
      const warnings = chosen.flatMap((values) => warningOf(publication, day, values));
      return { day, revision: 1, series, ...(warnings.length > 0 && { warnings }) };
    });
}

/**
 * Which of several resolutions of a day counts: one that is whole before one that is not, then the one in which the market cleared
 * the day, and quarters where there is no market: hours beside them are their means, quarters beside hours repeat these.
 */
export function chooseValues<Known extends DayValues>(
  publication: Publication,
  day: DeliveryDay,
  known: readonly Known[],
): Known {
  const { product } = publication;
  const isHourly = product !== undefined && day < AUCTION_CALENDAR[product].quarterHourlyFrom;
  const native = isHourly ? 'PT1H' : 'PT15M';
  const share = ({ resolution, values }: DayValues) =>
    values.size / startsOf(publication, day, resolution).size;
  const rank = (values: DayValues) =>
    (share(values) >= 1 ? 4 : 0) + (values.resolution === native ? 2 : 0) + share(values);
  return known.reduce((best, other) => (rank(other) > rank(best) ? other : best));
}

/** Starts of the periods that a day of a publication has. */
export function startsOf(publication: Publication, day: DeliveryDay, resolution: Resolution): Set<number> {
  if (resolution === 'P1D') return new Set([dayStart(day)]);
  const periods =
    publication.product === undefined
      ? deliveryPeriods(day, resolution)
      : coveredPeriods(AUCTION_CALENDAR[publication.product], day, resolution);
  return new Set(periods.map(({ start }) => start));
}

interface Candidate extends DayValues, Pick<TimedValues, 'key' | 'knownFrom'> {
  day: DeliveryDay;
  /** How many values of the day there were before they became periods. */
  came: number;
}

/** One candidate for each day of the span that the part has a value of. */
function candidatesOf(
  publication: Publication,
  span: DaySpan,
  { key, step, values, knownFrom }: TimedValues,
): Candidate[] {
  if (publication.units[key] === undefined) return [];
  const { leastShare = 1 } = publication;
  const days = Map.groupBy(values, ([start]) => deliveryDayOf(start));
  return [...days].flatMap(([day, rows]) => {
    if (day < span.from || day > span.to) return [];
    const hours = startsOf(publication, day, 'PT1H');
    const ofAuction = step === 'day' ? rows : rows.filter(([start]) => hours.has(start - (start % HOUR_MS)));
    if (ofAuction.length === 0) return [];
    const sampled = resampleDay(step, new Map(ofAuction), { key, leastShare });
    const starts = startsOf(publication, day, sampled.resolution);
    const kept = new Map([...sampled.values].filter(([start]) => starts.has(start)));
    return [{ day, key, came: ofAuction.length, ...sampled, values: kept, ...(knownFrom && { knownFrom }) }];
  });
}

/** What is missing of a series that may have gaps. */
function warningOf(publication: Publication, day: DeliveryDay, candidate: Candidate): Reasons {
  const { key, step, came, resolution, values } = candidate;
  if (step === 'day' || publication.leastShare === undefined) return [];
  const expected = (startsOf(publication, day, 'PT1H').size * HOUR_MS) / step;
  if (came >= expected) return [];
  const periods = startsOf(publication, day, resolution).size;
  const lost = periods - values.size;
  const gaps = { missing: expected - came, expected, series: key };
  return lost > 0 && periods < expected
    ? [reason('values_and_hours_missing', { ...gaps, hours: lost, of_hours: periods })]
    : [reason('values_missing', gaps)];
}

function toSeries(
  publication: Publication,
  day: DeliveryDay,
  { key, resolution, values, knownFrom }: Candidate,
): Series {
  const rows = [...values].sort(([a], [b]) => a - b);
  const usual = instantFor(day, publication.expected);
  return {
    key,
    unit: publication.units[key],
    resolution,
    start: Float64Array.from(rows, ([start]) => start),
    value: Float64Array.from(rows, ([, value]) => value),
    availableAt: Float64Array.from(rows, ([start]) => knownFrom?.get(start) ?? usual),
  };
}

/** The values of one delivery day at one resolution. */
export interface DayValues {
  resolution: Resolution;
  /** Period start in epoch ms to value. */
  values: ReadonlyMap<number, number>;
  /** Of the values that they were made of, in ms. */
  step: number | 'day';
}

/** Length of a period in ms; `day`: one value for each delivery day; `by day`: what the instants of each day show. */
export type Step = number | 'day' | 'by day';

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The step of a day's values whose source does not name it: the longest that all of them stand on, an hour at most. A gap
 * does not lengthen it, unless everything between two hours is gone.
 */
export function stepOfDay(starts: Iterable<number>): number {
  let step = HOUR_MS;
  for (const start of starts) step = greatestCommonDivisor(step, start % HOUR_MS);
  return step;
}

/**
 * One day's values in hours or quarters: values of another step become means of the hours of which at least `leastShare`
 * is there. Throws PayloadFault for a step that does not make an hour.
 */
export function resampleDay(
  step: Step,
  values: ReadonlyMap<number, number>,
  { key, leastShare }: { key: string; leastShare: number },
): DayValues {
  const length = step === 'by day' ? stepOfDay(values.keys()) : step;
  const kept = { values, step: length };
  if (length === 'day') return { ...kept, resolution: 'P1D' };
  if (length === HOUR_MS) return { ...kept, resolution: 'PT1H' };
  if (length === QUARTER_MS) return { ...kept, resolution: 'PT15M' };
  if (!Number.isInteger(HOUR_MS / length)) {
    throw answerFault(key, reason('odd_steps', { minutes: length / MINUTE_MS }));
  }
  return { ...kept, resolution: 'PT1H', values: meansOfHours(values, (leastShare * HOUR_MS) / length) };
}

/** Means of the hours that have at least `fewest` values. */
export function meansOfHours(values: ReadonlyMap<number, number>, fewest: number): Map<number, number> {
  const hours = Map.groupBy(values, ([start]) => start - (start % HOUR_MS));
  return new Map(
    [...hours]
      .filter(([, rows]) => rows.length >= fewest)
      .map(([hour, rows]) => [hour, rows.reduce((sum, [, value]) => sum + value, 0) / rows.length]),
  );
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
