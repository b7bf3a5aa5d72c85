import { TIME_ZONE } from '@lonja/forecasting/market';
import type { DaySpan } from '../../ground/timing/served-days.ts';

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
export const PERIOD_COLUMNS: readonly ExportColumn[] = [
  { name: 'delivery_day', type: 'day', description: `Delivery day in ${TIME_ZONE}` },
  { name: 'delivery_start', type: 'instant', description: 'Start of the delivery period, in UTC' },
  { name: 'delivery_end', type: 'instant', description: 'End of the delivery period, in UTC' },
];
/** Which run a forecast is of. */
export const RUN_COLUMNS: readonly ExportColumn[] = [
  { name: 'issued_at', type: 'instant', description: 'When the run was issued, in UTC' },
  { name: 'forecast_id', type: 'text', description: 'The run' },
  { name: 'model_version', type: 'text', description: 'The model that made it' },
];
export const SIMULATED_COLUMN: ExportColumn = {
  name: 'simulated',
  type: 'flag',
  description: 'Whether the values come from the market simulator',
};

export function availableColumn(description: string): ExportColumn {
  return { name: 'available_at', type: 'instant', description };
}

export function priceColumn(name: string, description: string): ExportColumn {
  return { name, type: 'price', description: `${description}, EUR/MWh` };
}
