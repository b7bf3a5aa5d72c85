import type { POINT_VALUES } from '@lonja/forecasting/data';
import type { z } from 'zod';
import { periodCells, PERIOD_COLUMNS } from './wire.ts';
import type { CsvTable, CsvValue } from '../../ground/http/csv.ts';
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

/**
 * The points of an answer as a table: a row for each with the fields of `shape` in their order. Probabilities are by their name, texts without a
 * unit, all else prices.
 */
export function tableOfPoints(
  shape: z.ZodRawShape,
  points: readonly Record<string, CsvValue>[],
  simulated: boolean,
): Pick<CsvTable, 'columns' | 'rows'> {
  const names = Object.keys(shape).filter((name) => name !== 'time');
  return {
    columns: [...PERIOD_COLUMNS, ...names.map((name) => columnOf(name, shape[name])), 'simulated'],
    rows: points.map((point) => [
      ...periodCells(Date.parse(String(point['time']))),
      ...names.map((name) => point[name]),
      simulated,
    ]),
  };
}

function columnOf(name: string, field: z.ZodRawShape[string]): string {
  if (name.startsWith('probability')) return `${name} (0-1)`;
  return field._zod.def.type === 'number' ? `${name} (EUR/MWh)` : name;
}
