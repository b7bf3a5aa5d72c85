import {
  type DeliveryDay,
  dayRange,
  deliveryDayOf,
  localHourOf,
  addDays,
  HOUR_MS,
} from '@lonja/forecasting/market';
import { type ForecastPoint, newestValue } from '@lonja/forecasting/data';
import { type ChangedPeriod, changedContributions, commonPeriods } from '@lonja/forecasting/metrics';
import { AppError } from '../../ground/errors.ts';
import { findExplanation } from '../runs/forecast-contributions.ts';
import type { ForecastReadContext } from '../runs/run-points.ts';
import { type DegradedRecord, degradedRecords } from '../runs/degraded.ts';
import { getRunPoints } from '../runs/get-forecast.ts';
import type { ForecastRun } from '../runs/run-store.ts';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { EXOGENOUS_KEYS, SIGNAL_KEYS } from '../issue/day-ahead-model.ts';
import { panelAsOf, readForecastInputs } from '../issue/forecast-inputs.ts';
import { withOwnFundamentals } from '../issue/own-fundamentals.ts';
import { FUEL_MAY_REST_DAYS } from '../issue/price-signals.ts';

interface DifferenceQuery {
  from: ForecastRun;
  to: ForecastRun;
  resolution: 'PT15M' | 'PT1H';
  /** One delivery day instead of all that both runs cover. */
  day: DeliveryDay | undefined;
}

/** One period that both runs forecast. */
export interface ExplainedPeriod extends ChangedPeriod<ForecastPoint> {
  /** Of the hour that the period is in; undefined where one of the runs has no explanation. They add up to the change with `rest`. */
  explained: ReturnType<typeof changedContributions> | undefined;
}

export interface Difference {
  periods: ExplainedPeriod[];
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
  const pairs = commonPeriods(before.points, after.points).filter(
    ({ start }) => day === undefined || deliveryDayOf(start) === day,
  );
  if (pairs.length === 0) throw noOverlap(from, to, day);
  const days = dayRange(deliveryDayOf(pairs[0].start), deliveryDayOf(pairs[pairs.length - 1].start));
  const explained = new Map(
    await Promise.all(
      days.map(async (one) => [one, await explainDay(context, { from, to, day: one })] as const),
    ),
  );
  const periods = pairs.map((pair): ExplainedPeriod => ({
    ...pair,
    explained: explained.get(deliveryDayOf(pair.start))?.changesOf?.(pair),
  }));
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

/** Which runs have an explanation of the day, and where both do, what explains the change of a period of it. */
async function explainDay(
  { db }: ForecastReadContext,
  { from, to, day }: { from: ForecastRun; to: ForecastRun; day: DeliveryDay },
): Promise<{
  from: boolean;
  to: boolean;
  changesOf?: (pair: ChangedPeriod<ForecastPoint>) => ReturnType<typeof changedContributions>;
}> {
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
  return {
    ...has,
    changesOf: ({ start, from: { value }, to: { value: later } }) =>
      changedContributions(old, renewed, { slot: localHourOf(start), from: value, to: later }),
  };
}

function changedReasons(from: ForecastRun, to: ForecastRun): Difference['reasons'] {
  const [before, after] = [degradedRecords(from), degradedRecords(to)];
  const without = (reasons: DegradedRecord[], others: DegradedRecord[]) =>
    reasons.filter(({ text }) => !others.some((other) => other.text === text));
  return { new: without(after, before), gone: without(before, after) };
}

export interface InputChange {
  /** `load` for `load.forecast`; `gas` is its last settlement, the same in every hour. */
  input: string;
  unit: 'MW' | 'EUR/MWh';
  /** The hours in which both runs knew it. */
  hours: ChangedPeriod<number>[];
  /** Hours in which the later run alone knew it, and the earlier alone. */
  onlyTo: number;
  onlyFrom: number;
}

/**
 * How load, wind, sun and gas, as each run knew them, differ in the hours of some periods; the service's own forecasts of load, wind and sun
 * where nobody published any.
 */
async function listInputChanges(
  db: Db,
  {
    dataOrigin,
    days: [first, last],
    instants,
    starts,
  }: {
    dataOrigin: DataOrigin;
    days: [DeliveryDay, DeliveryDay];
    /** When the runs were issued, the first and the second. */
    instants: [number, number];
    starts: ReadonlySet<number>;
  },
): Promise<InputChange[]> {
  // The service's own forecasts are joined from the day after the clock on.
  const from = [first, ...instants.map((asOf) => addDays(deliveryDayOf(asOf), 1))].toSorted()[0];
  const inputs = await readForecastInputs(db, {
    dataOrigin,
    from: addDays(from, -FUEL_MAY_REST_DAYS - 1),
    to: last,
    asOf: Math.max(...instants),
  });
  const panels = instants.map((asOf) =>
    withOwnFundamentals(panelAsOf(inputs, { from, to: last, asOf }), inputs, { from: first, asOf }),
  );
  const [before, after] = panels;
  const hours = [...new Set([...starts].map((start) => start - (start % HOUR_MS)))];
  const compare = (
    input: Pick<InputChange, 'input' | 'unit'>,
    valuesAt: (start: number) => [number, number],
  ): InputChange => {
    const change: InputChange = { ...input, hours: [], onlyTo: 0, onlyFrom: 0 };
    for (const start of hours) {
      const [old, renewed] = valuesAt(start);
      if (Number.isNaN(old) !== Number.isNaN(renewed)) change[Number.isNaN(old) ? 'onlyTo' : 'onlyFrom']++;
      else if (!Number.isNaN(old)) change.hours.push({ start, from: old, to: renewed });
    }
    return change;
  };
  const [oldGas, gas] = instants.map((asOf) => newestValue(inputs.get(SIGNAL_KEYS.fuel) ?? [], asOf));
  return [
    ...EXOGENOUS_KEYS.map((name, column) =>
      compare({ input: name.replace(/\.forecast$/, ''), unit: 'MW' }, (start) => {
        const at = before.days.indexOf(deliveryDayOf(start)) * before.slotsPerDay + localHourOf(start);
        return [before.exogenous[column].values[at], after.exogenous[column].values[at]];
      }),
    ),
    compare({ input: 'gas', unit: 'EUR/MWh' }, () => [oldGas, gas]),
  ];
}
