import type { Contributions } from '@lonja/forecasting';
import {
  type DeliveryDay,
  HOUR_MS,
  type Product,
  addDays,
  dayRange,
  deliveryPeriods,
} from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { priceKey } from '@lonja/forecasting/intraday';
import { QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import type { ZoneSpread } from '@lonja/forecasting/zones';
import type { DegradedReason } from '../../src/ground/database/degraded-reason.ts';
import type { RunDistributions } from '../../src/forecasts/runs/run-distributions.ts';
import type { Db } from '../../src/ground/database/database.ts';
import { publishRun } from '../../src/forecasts/runs/publish-run.ts';
import { registerModels } from '../../src/forecasts/runs/model-versions.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import type { DataOrigin } from '../../src/ground/database/service-state.ts';

export interface RunFixture {
  product?: Product;
  dataOrigin?: DataOrigin;
  issuedAt: string;
  /** The scheduled instant that it answers. Absent: as it was issued. */
  scheduledFor?: string;
  /** Absent: as it was issued. */
  publishedAt?: string;
  firstDay: DeliveryDay;
  days?: number;
  /** Level of the first hour, EUR/MWh; each further hour is 1 higher. */
  level?: number;
  /** Added to the level by local hour, EUR/MWh; absent nothing. */
  shape?: (hour: number) => number;
  /** How far the bounds lie below and above, EUR/MWh; absent 10. */
  halfWidth?: number;
  withQuarters?: boolean;
  /**
   * Whether the run has distributions: uniform ones, from 12.5 below the value to 12.5 above. From one to the next of 60 past forecasts the
   * errors rise in the hours that `risesIn` is true of, absent the even ones, and fall in the others; quarters have the errors of their hours.
   */
  withDistributions?: boolean;
  risesIn?: (hour: number) => boolean;
  /** First local hour of each day that has a point. */
  fromHour?: number;
  /** Of the model; another number is another model version. */
  version?: number;
  /** Why the run is weaker than usual: sentences, and where they are known, reasons. */
  degraded?: string[];
  degradedReasons?: DegradedReason[];
  /** Scheduled instants of the past forecasts that it learnt from. */
  calibratedOn?: number[];
  /** The run of Spain that one of Portugal was made from: dearer by 5 EUR/MWh with 20 %, cheaper by as much with 10 %. */
  spreadTo?: string;
  /** What every day of the run rests on. */
  explanation?: Contributions;
}

/** Publishes a run with one point for each hour: value level + hour of the run, with a bound below and above. */
export async function publishTestRun(db: Db, fixture: RunFixture): Promise<string> {
  const { product = 'da', dataOrigin = 'market', firstDay, days = 7, level = 50, fromHour = 0 } = fixture;
  const { halfWidth = 10, shape = () => 0 } = fixture;
  const issuedAt = Date.parse(fixture.issuedAt);
  const lastDay = addDays(firstDay, days - 1);
  const points = (resolution: 'PT1H' | 'PT15M') =>
    dayRange(firstDay, lastDay)
      .flatMap((day) => deliveryPeriods(day, resolution))
      .map(({ start, hour }, index): ForecastPoint & { hour: number } => {
        const value = level + shape(hour) + (resolution === 'PT1H' ? index : index / 4);
        return { start, hour, value, p10: value - halfWidth, p90: value + halfWidth };
      })
      .filter(({ hour }) => hour >= fromHour);
  const { champion } = await registerModels(db, {
    product,
    manifests: [{ version: fixture.version ?? 1 }],
    now: issuedAt,
  });
  const run = {
    product,
    dataOrigin,
    modelVersionId: champion.id,
    issuedAt,
    scheduledFor: fixture.scheduledFor === undefined ? issuedAt : Date.parse(fixture.scheduledFor),
    dataAsOf: issuedAt - HOUR_MS,
    knownUntil: issuedAt,
    firstDay,
    lastDay,
    degraded: fixture.degraded ?? [],
    degradedReasons: fixture.degradedReasons,
    calibratedOn: fixture.calibratedOn ?? [],
    hours: points('PT1H'),
    quarters: fixture.withQuarters === true ? points('PT15M') : [],
    distributions:
      fixture.withDistributions === true
        ? uniformDistributions({
            hours: points('PT1H'),
            quarters: fixture.withQuarters === true ? points('PT15M') : [],
            days,
            risesIn: fixture.risesIn ?? ((hour) => hour % 2 === 0),
          })
        : undefined,
    zoneSpreads:
      fixture.spreadTo === undefined
        ? undefined
        : {
            referenceRunId: fixture.spreadTo,
            between: { ages: [], ranks: [] },
            hours: points('PT1H').map(evenSpread),
            quarters: fixture.withQuarters === true ? points('PT15M').map(evenSpread) : [],
          },
    explanations: dayRange(firstDay, lastDay).flatMap((day) =>
      fixture.explanation === undefined ? [] : [{ day, explanation: fixture.explanation }],
    ),
  };
  return (await publishRun(db, run, Date.parse(fixture.publishedAt ?? fixture.issuedAt))).id;
}

function evenSpread({ start }: ForecastPoint): ZoneSpread {
  const sizes = Float64Array.from(QUANTILE_LEVELS, () => 5);
  return { start, below: 0.1, above: 0.2, sizesBelow: sizes, sizesAbove: sizes };
}

function uniformDistributions({
  hours,
  quarters,
  days,
  risesIn,
}: {
  hours: ForecastPoint[];
  quarters: ForecastPoint[];
  days: number;
  risesIn: (hour: number) => boolean;
}): RunDistributions {
  const uniform = ({ value }: ForecastPoint) => QUANTILE_LEVELS.map((level) => value + 25 * (level - 0.5));
  const past = Array.from({ length: 60 }, (_, row) => row);
  return {
    hours: hours.map(uniform),
    quarters: quarters.map(uniform),
    quarterShares: quarters.map(() => 0),
    between: {
      ages: past.map((row) => row + days),
      ranks: past.map((row) =>
        Array.from({ length: 24 * days }, (_, slot) => (risesIn(slot % 24) ? row : 59 - row)),
      ),
    },
    withinDays: [],
  };
}

/** Stores one value in MW for each hour of a day, which is public from `availableAt` on. */
export async function storeTestPower(
  db: Db,
  fixture: { series: string; day: DeliveryDay; availableAt: string; megawatts: (hour: number) => number },
): Promise<void> {
  const { megawatts: valueOf, ...rest } = fixture;
  await storeTestHours(db, { ...rest, unit: 'MW', valueOf });
}

/** Stores one value for each hour of a day, which is public from `availableAt` on. */
export async function storeTestHours(
  db: Db,
  fixture: {
    series: string;
    unit: string;
    day: DeliveryDay;
    availableAt: string;
    valueOf: (hour: number) => number;
  },
): Promise<void> {
  const periods = deliveryPeriods(fixture.day, 'PT1H');
  await appendObservations(
    db,
    { series: fixture.series, source: 'csv', resolution: 'PT1H', unit: fixture.unit },
    {
      start: Float64Array.from(periods, (period) => period.start),
      value: Float64Array.from(periods, (period) => fixture.valueOf(period.hour)),
      availableAt: new Float64Array(periods.length).fill(Date.parse(fixture.availableAt)),
    },
  );
}

/** Stores one price for each period of a day: level + index of the period, public from `availableAt` on. */
export async function storeTestPrices(
  db: Db,
  fixture: {
    day: DeliveryDay;
    availableAt: string;
    level?: number;
    product?: Product;
    resolution?: 'PT1H' | 'PT15M';
    source?: string;
  },
): Promise<void> {
  const { day, level = 0, product = 'da', resolution = 'PT1H', source = 'csv' } = fixture;
  const periods = deliveryPeriods(day, resolution);
  await appendObservations(
    db,
    { series: priceKey(product), source, resolution, unit: 'EUR/MWh' },
    {
      start: Float64Array.from(periods, (period) => period.start),
      value: Float64Array.from(periods, (period) => level + period.index),
      availableAt: new Float64Array(periods.length).fill(Date.parse(fixture.availableAt)),
    },
  );
}
