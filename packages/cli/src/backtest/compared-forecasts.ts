import path from 'node:path';
import type { ObservedPeriod } from '@lonja/forecasting/backtest';
import { UsageError } from '../errors.ts';

/** Forecasts of the same periods by another model, out of a file that `--out` wrote. */
export interface ComparedForecasts {
  name: string;
  /** Of the periods from the first day to the last, in their order. */
  values: Float64Array;
}

/** Reads the columns `time` and `value`. Throws UsageError where a period of the span has no forecast. */
export function parseComparedForecasts(
  { file, text }: { file: string; text: string },
  { periods, from, to }: { periods: readonly ObservedPeriod[]; from: string; to: string },
): ComparedForecasts {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = header.split(',').map((name) => name.trim());
  const [time, value] = [columns.indexOf('time'), columns.indexOf('value')];
  if (time < 0 || value < 0)
    throw new UsageError(`The file ${file} has no columns time and value: it must be one that --out wrote.`);
  const valueAt = new Map(lines.map((line) => line.split(',')).map((cells) => [cells[time], cells[value]]));
  const span = periods.map((period) => period.time).filter((start) => isWithin(start.slice(0, 10), from, to));
  return {
    name: path.basename(file, '.csv'),
    values: Float64Array.from(span, (start) => forecastOf(start, valueAt.get(start), file)),
  };
}

function forecastOf(start: string, cell: string | undefined, file: string): number {
  const forecast = cell === undefined || cell.trim() === '' ? NaN : Number(cell);
  if (!Number.isFinite(forecast)) throw new UsageError(`The file ${file} has no forecast for ${start}.`);
  return forecast;
}

function isWithin(day: string, from: string, to: string): boolean {
  return day >= from && day <= to;
}
