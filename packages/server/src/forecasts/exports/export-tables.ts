import {
  TIME_ZONE,
  HOUR_MS,
  MINUTE_MS,
  deliveryDayOf,
  type Product,
  addDays,
  dayStart,
} from '@lonja/forecasting/market';
import { quarterValues, type Series, hourlyValues } from '@lonja/forecasting/data';
import { shownChange } from '@lonja/forecasting/metrics';
import { pointFields } from '../runs/wire.ts';
import { type DaySpan, clampToServedDays } from '../../ground/timing/served-days.ts';
import { type ReadContext, isSimulated } from '../../ground/database/read-context.ts';
import { roundPrice, roundSystemPower } from '../../ground/http/wire.ts';
import { pricesOf, readPriceFeeds, firstPublications } from '../../market/prices/price-feeds.ts';
import { listSeriesDays, type SeriesQuery } from '../series/list-series.ts';
import { readSeries } from '../../market/observations/observations.ts';
import { QUANTITIES, SERIES_OF } from '../../market/observations/quantities.ts';
import { FIELD_OF } from '../fundamentals/get-fundamentals.ts';
import { scoreHours } from '../accuracy/list-scored-hours.ts';
import type { Cutoff } from '../runs/cutoff.ts';

/** What a column holds, the same in every file, whatever its first rows are. */
export type ColumnType = 'day' | 'instant' | 'price' | 'power' | 'text' | 'flag';

export interface ExportColumn {
  name: string;
  type: ColumnType;
  /** Whether a row may be without it; its value is null then. */
  isNullable?: boolean;
  description: string;
}

/** A day is `YYYY-MM-DD`, an instant epoch ms, a price or power a number that is rounded as in every answer. */
export type ExportValue = string | number | boolean | null;
export type ExportRow = ExportValue[];

/** A table of one row a delivery period, which is read a span of days at a time. */
export interface ExportTable {
  columns: ExportColumn[];
  /** In order of time; each row has a value for every column. */
  readRows(span: DaySpan): Promise<ExportRow[]>;
}

/** What every table begins with. */
const PERIOD_COLUMNS: readonly ExportColumn[] = [
  { name: 'delivery_day', type: 'day', description: `Delivery day in ${TIME_ZONE}` },
  { name: 'delivery_start', type: 'instant', description: 'Start of the delivery period, in UTC' },
  { name: 'delivery_end', type: 'instant', description: 'End of the delivery period, in UTC' },
];
/** Which run a forecast is of. */
const RUN_COLUMNS: readonly ExportColumn[] = [
  { name: 'issued_at', type: 'instant', description: 'When the run was issued, in UTC' },
  { name: 'forecast_id', type: 'text', description: 'The run' },
  { name: 'model_version', type: 'text', description: 'The model that made it' },
];
const SIMULATED_COLUMN: ExportColumn = {
  name: 'simulated',
  type: 'flag',
  description: 'Whether the values come from the market simulator',
};

function availableColumn(description: string): ExportColumn {
  return { name: 'available_at', type: 'instant', description };
}

function priceColumn(name: string, description: string): ExportColumn {
  return { name, type: 'price', description: `${description}, EUR/MWh` };
}

const QUARTER_MS = 15 * MINUTE_MS;

const PERIOD_MS = { PT1H: HOUR_MS, PT15M: QUARTER_MS };

/** The values of `PERIOD_COLUMNS`. */
function periodOf(start: number, resolution: keyof typeof PERIOD_MS): ExportRow {
  return [deliveryDayOf(start), start, start + PERIOD_MS[resolution]];
}

/**
 * When the value that `quarterValues` or `hourlyValues` gives for a period was published, of an hour of four quarters the last of them. To be
 * asked of periods that have a value.
 */
function availabilityOf(
  preferred: readonly Series[],
  window: { from: number; to: number; asOf: number },
  resolution: 'PT15M' | 'PT1H',
): (start: number) => number {
  const quarters = quarterValues(
    preferred.map((series) => ({ ...series, value: series.availableAt })),
    window,
  );
  return (start) => {
    let latest = Number.NEGATIVE_INFINITY;
    for (let quarter = start; quarter < start + PERIOD_MS[resolution]; quarter += QUARTER_MS)
      latest = Math.max(latest, quarters.get(quarter) ?? latest);
    return latest;
  };
}

/** The prices that are public, as `/market/prices` has them. */
export function createPriceTable(
  context: ReadContext,
  { product, resolution }: { product: Product; resolution: 'PT15M' | 'PT1H' },
): ExportTable {
  return {
    columns: [
      ...PERIOD_COLUMNS,
      availableColumn('When the price was published, in UTC; of an hour of four quarters the last of them'),
      priceColumn('price', 'Cleared price'),
      SIMULATED_COLUMN,
    ],
    async readRows(span) {
      const read = await readPriceFeeds(context, { product, ...span });
      if (read === undefined) return [];
      const simulated = read.dataOrigin === 'simulator';
      const availableAt = availabilityOf(read.feeds, read.window, resolution);
      return [...pricesOf(read, resolution)].map(([start, price]): ExportRow => [
        ...periodOf(start, resolution),
        availableAt(start),
        roundPrice(price),
        simulated,
      ]);
    },
  };
}

/** Of each delivery day the last forecast published before a time of day, as `/forecasts/series` has it. Days without one have no rows. */
export function createForecastTable(context: ReadContext, query: SeriesQuery): ExportTable {
  return {
    columns: [
      ...PERIOD_COLUMNS,
      availableColumn('When the forecast was published, in UTC'),
      priceColumn('value', 'Point estimate'),
      priceColumn('p10', '10th percentile'),
      priceColumn('p90', '90th percentile'),
      ...query.percents.map((percent) =>
        priceColumn(`q${String(percent).replace('.', '_')}`, `Quantile at ${percent} %`),
      ),
      ...RUN_COLUMNS,
      SIMULATED_COLUMN,
    ],
    async readRows(span) {
      const simulated = await isSimulated(context);
      const days = await listSeriesDays(context, { ...query, ...span });
      return days.flatMap(({ points }) =>
        points.map((point): ExportRow => [
          ...periodOf(point.start, query.resolution),
          point.publishedAt,
          ...Object.values(pointFields(point)),
          ...point.quantiles.map(roundPrice),
          point.issuedAt,
          point.runId,
          point.modelVersionId,
          simulated,
        ]),
      );
    },
  };
}

/** Load, generation and net import by hour as `/market/fundamentals` has them of days past: what sources published, nothing estimated. */
export function createFundamentalsTable(context: ReadContext): ExportTable {
  return {
    columns: [
      ...PERIOD_COLUMNS,
      availableColumn('When the newest of the values was published, in UTC'),
      ...QUANTITIES.map((quantity): ExportColumn => ({
        name: FIELD_OF[quantity],
        type: 'power',
        isNullable: true,
        description: `${FIELD_OF[quantity].replace(/_mw$/, '').replaceAll('_', ' ')}, MW; null where no source publishes it`,
      })),
      SIMULATED_COLUMN,
    ],
    async readRows(span) {
      const dataOrigin = await context.dataOrigin();
      const days = clampToServedDays(span);
      if (dataOrigin === undefined || days === undefined) return [];
      const window = {
        from: dayStart(days.from),
        to: dayStart(addDays(days.to, 1)),
        asOf: context.clock.now(),
      };
      const keys = QUANTITIES.flatMap((quantity) => SERIES_OF[quantity]);
      const series = await readSeries(context.db, { keys, dataOrigin, ...window });
      const known = QUANTITIES.map((quantity) => {
        const feeds = SERIES_OF[quantity]
          .flatMap((key) => series.get(key) ?? [])
          .filter(({ resolution }) => resolution !== 'P1D');
        return { values: hourlyValues(feeds, window), availableAt: availabilityOf(feeds, window, 'PT1H') };
      });
      const rows: ExportRow[] = [];
      for (let start = window.from; start < window.to; start += HOUR_MS) {
        const ofHour = known.filter(({ values }) => values.has(start));
        if (ofHour.length === 0) continue;
        const values = known.map(({ values }) => values.get(start));
        rows.push([
          ...periodOf(start, 'PT1H'),
          Math.max(...ofHour.map(({ availableAt }) => availableAt(start))),
          ...values.map((value) => (value === undefined ? null : roundSystemPower(value))),
          dataOrigin === 'simulator',
        ]);
      }
      return rows;
    },
  };
}

/** The hours that `/metrics/accuracy` scores, each with its forecast and its price. */
export function createAccuracyTable(
  context: ReadContext,
  { product, cutoff }: { product: Product; cutoff: Cutoff },
): ExportTable {
  return {
    columns: [
      ...PERIOD_COLUMNS,
      availableColumn('When the price was published, so that the error was known, in UTC'),
      priceColumn('price', 'Cleared price'),
      priceColumn('value', 'Point estimate of the forecast that counts'),
      priceColumn('p10', '10th percentile'),
      priceColumn('p90', '90th percentile'),
      priceColumn('error', 'Point estimate less price'),
      ...RUN_COLUMNS,
      SIMULATED_COLUMN,
    ],
    async readRows(span) {
      const read = await readPriceFeeds(context, { product, ...span });
      if (read === undefined) return [];
      const prices = {
        dataOrigin: read.dataOrigin,
        hours: pricesOf(read, 'PT1H'),
        publishedAt: firstPublications(read),
      };
      const { hours, simulated } = await scoreHours(context, { product, cutoff, ...span }, prices);
      const availableAt = availabilityOf(read.feeds, read.window, 'PT1H');
      return hours.map((hour): ExportRow => [
        ...periodOf(hour.start, 'PT1H'),
        availableAt(hour.start),
        roundPrice(hour.price),
        ...Object.values(pointFields(hour)),
        shownChange(hour.price, hour.value, roundPrice),
        hour.issuedAt,
        hour.runId,
        hour.modelVersionId,
        simulated,
      ]);
    },
  };
}
