import type { POINT_VALUES } from '@lonja/forecasting/data';
import type { z } from 'zod';
import { PERIOD_COLUMNS } from './wire.ts';
import { type CsvColumns, columnsWithin, type CsvValue } from '../../ground/http/csv.ts';
import { instantField, priceField } from '../../ground/http/fields.ts';

type PointValue = (typeof POINT_VALUES)[number];

/** The numbers of a forecast point as every answer has them, by the names of their columns. */
export const POINT_FIELDS = {
  value: priceField('Point estimate', 84.12),
  p10: priceField('10th percentile', 71.4),
  p90: priceField('90th percentile', 97.03),
} satisfies Record<PointValue, z.ZodType>;

/** Start of a period of an answer. */
export const TimeField = instantField('Start of the delivery period', '2026-03-31T18:00:00Z');

/** The fields of a point, its `time` as text. */
type PointRecord = Record<string, CsvValue> & { time: string };

/**
 * Columns of the points of an answer: the period, then the fields of `shape` in their order. Probabilities are by their name, texts without a
 * unit, all else prices.
 */
export function columnsOfPoints(shape: z.ZodRawShape): CsvColumns<PointRecord> {
  const names = Object.keys(shape).filter((name) => name !== 'time');
  return {
    ...columnsWithin(PERIOD_COLUMNS, ({ time }: PointRecord) => ({ start: Date.parse(time) })),
    ...Object.fromEntries(
      names.map((name) => [columnOf(name, shape[name]), (point: PointRecord) => point[name]]),
    ),
  };
}

/** Points of an answer as a table. */
export function tableOfPoints(shape: z.ZodRawShape, records: readonly PointRecord[], simulated: boolean) {
  const columns: CsvColumns<PointRecord> = { ...columnsOfPoints(shape), simulated: () => simulated };
  return { columns, records };
}

function columnOf(name: string, field: z.ZodRawShape[string]): string {
  if (name.startsWith('probability')) return `${name} (0-1)`;
  return field._zod.def.type === 'number' ? `${name} (EUR/MWh)` : name;
}
