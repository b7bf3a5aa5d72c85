import { type DeliveryDay, dayRange, deliveryDayOf, localHourOf } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { AppError } from '../../ground/errors.ts';
import { findExplanation } from '../runs/forecast-contributions.ts';
import type { ForecastReadContext } from '../runs/forecast-read-context.ts';
import { type DegradedRecord, degradedRecords } from '../runs/degraded-sentences.ts';
import { getRunPoints } from '../runs/get-run.ts';
import type { ForecastRun } from '../runs/visible-runs.ts';
import { type InputChange, listInputChanges } from './list-input-changes.ts';

export interface DifferenceQuery {
  from: ForecastRun;
  to: ForecastRun;
  resolution: 'PT15M' | 'PT1H';
  /** One delivery day instead of all that both runs cover. */
  day: DeliveryDay | undefined;
}

/** How much more a group of inputs adds than before, EUR/MWh. */
export interface GroupChange {
  group: string;
  value: number;
}

/** One period that both runs forecast. */
export interface ChangedPeriod {
  start: number;
  from: ForecastPoint;
  to: ForecastPoint;
  /** Of the hour that the period is in; undefined where one of the runs has no explanation. They add up to the change with `rest`. */
  groups: GroupChange[] | undefined;
  /** What the explanations do not hold: limits, the steps of quarter hours. */
  rest: number | undefined;
}

export interface Difference {
  periods: ChangedPeriod[];
  /** Whether explanations of some of the days are stored with the first and the second run. */
  isExplained: { from: boolean; to: boolean };
  inputs: InputChange[];
  /** Why the later run is weaker than usual where the earlier was not, and the other way round. */
  reasons: { new: DegradedRecord[]; gone: DegradedRecord[] };
}

/** What differs between two runs of a product on the periods that both forecast. */
export async function getDifference(
  context: ForecastReadContext,
  { from, to, resolution, day }: DifferenceQuery,
): Promise<Difference> {
  assertComparable(from, to);
  const [before, after] = await Promise.all([
    getRunPoints(context, from, resolution),
    getRunPoints(context, to, resolution),
  ]);
  const earlier = new Map(before.points.map((point) => [point.start, point]));
  const pairs = after.points.flatMap((point) => {
    const other = earlier.get(point.start);
    const isAsked = day === undefined || deliveryDayOf(point.start) === day;
    return other === undefined || !isAsked ? [] : [{ start: point.start, from: other, to: point }];
  });
  if (pairs.length === 0) throw noOverlap(from, to, day);
  const days = dayRange(deliveryDayOf(pairs[0].start), deliveryDayOf(pairs[pairs.length - 1].start));
  const explained = new Map(
    await Promise.all(
      days.map(async (one) => [one, await explainDay(context, { from, to, day: one })] as const),
    ),
  );
  const periods = pairs.map((pair): ChangedPeriod => {
    const groups = explained.get(deliveryDayOf(pair.start))?.groupsOf?.(localHourOf(pair.start));
    const held = groups?.reduce((sum, { value }) => sum + value, 0);
    return { ...pair, groups, rest: held === undefined ? undefined : pair.to.value - pair.from.value - held };
  });
  const inputs = await listInputChanges(context.db, {
    dataOrigin: to.dataOrigin,
    days: [days[0], days[days.length - 1]],
    instants: [from.issuedAt, to.issuedAt],
    starts: new Set(pairs.map(({ start }) => start)),
  });
  const all = [...explained.values()];
  const isExplained = { from: all.some((day) => day.from), to: all.some((day) => day.to) };
  return { periods, isExplained, inputs, reasons: changedReasons(from, to) };
}

function assertComparable(from: ForecastRun, to: ForecastRun): void {
  const fault =
    from.id === to.id
      ? 'from_run and to_run are the same run; send two.'
      : from.product !== to.product
        ? `from_run is of product ${from.product} and to_run of ${to.product}; send two runs of one product.`
        : from.dataOrigin === to.dataOrigin
          ? undefined
          : 'One of the runs is of the simulated market and one is not; send two runs of one.';
  if (fault === undefined) return;
  const faults = [{ loc: ['query', 'to_run'], msg: fault, type: 'custom' }];
  throw new AppError('validation_error', fault, { faults });
}

function noOverlap(from: ForecastRun, to: ForecastRun, day: DeliveryDay | undefined): AppError {
  const spans = `from_run covers ${from.firstDay} to ${from.lastDay}, to_run ${to.firstDay} to ${to.lastDay}`;
  const asked = day === undefined ? 'the runs have no period in common' : `not both runs forecast ${day}`;
  return new AppError(
    'not_found',
    `There is nothing to compare: ${asked}; ${spans}. GET /forecasts/runs?date= lists the runs of a day.`,
  );
}

/** Which runs have an explanation of the day, and where both do, how much more each group adds in an hour. */
async function explainDay(
  { db }: ForecastReadContext,
  { from, to, day }: { from: ForecastRun; to: ForecastRun; day: DeliveryDay },
): Promise<{ from: boolean; to: boolean; groupsOf?: (hour: number) => GroupChange[] }> {
  const [before, after] = await Promise.all([
    findExplanation(db, from.id, day),
    findExplanation(db, to.id, day),
  ]);
  const has = { from: before !== undefined, to: after !== undefined };
  if (before === undefined || after === undefined) return has;
  const valuesOf = ({ baseline, contributions }: typeof before) =>
    new Map([
      ['baseline', baseline] as const,
      ...contributions.map((one) => [one.group, one.values] as const),
    ]);
  const [old, renewed] = [valuesOf(before), valuesOf(after)];
  const groups = [...new Set([...old.keys(), ...renewed.keys()])];
  const groupsOf = (hour: number) =>
    groups.map((group) => ({
      group,
      value: (renewed.get(group)?.[hour] ?? 0) - (old.get(group)?.[hour] ?? 0),
    }));
  return { ...has, groupsOf };
}

function changedReasons(from: ForecastRun, to: ForecastRun): Difference['reasons'] {
  const [before, after] = [degradedRecords(from), degradedRecords(to)];
  const without = (reasons: DegradedRecord[], others: DegradedRecord[]) =>
    reasons.filter(({ text }) => !others.some((other) => other.text === text));
  return { new: without(after, before), gone: without(before, after) };
}
