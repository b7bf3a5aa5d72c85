import { HOUR_MS, MINUTE_MS } from '../calendar/madrid-time.ts';
import { type Series, valuesAsOf } from './series.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_PER_HOUR = 4;

interface Window {
  from: number;
  to: number;
  asOf: number;
}

/**
 * One value for each hour with `from <= start < to` from several series of the same quantity, as known at `asOf`. The list
 * is in order of preference: the first series that knows an hour gives its value, a quarter-hourly one by the mean of the
 * hour's four quarters, if all four are known. Hours that no series knows are missing. Daily series are a RangeError.
 */
export function hourlyValues(preferred: readonly Series[], window: Window): Map<number, number> {
  const hours = new Map<number, number>();
  for (const series of preferred.toReversed()) {
    const known = valuesAsOf(series, window);
    for (const [hour, value] of isHourly(series) ? known : meansOfHours(known)) hours.set(hour, value);
  }
  return hours;
}

/**
 * One value for each quarter hour, by the same rules: the quarters of an hour that is known as a whole only, as it was
 * cleared before the market went to quarter hours, repeat its value.
 */
export function quarterValues(preferred: readonly Series[], window: Window): Map<number, number> {
  const quarters = new Map<number, number>();
  for (const series of preferred.toReversed()) {
    const known = valuesAsOf(
      series,
      isHourly(series) ? { ...window, from: window.from - HOUR_MS + 1 } : window,
    );
    for (const [start, value] of known) {
      if (!isHourly(series)) quarters.set(start, value);
      else setQuarters(quarters, start, value, window);
    }
  }
  return quarters;
}

function setQuarters(quarters: Map<number, number>, hour: number, value: number, window: Window): void {
  for (let start = hour; start < hour + HOUR_MS; start += QUARTER_MS) {
    if (start >= window.from && start < window.to) quarters.set(start, value);
  }
}

/** Quarters come in ascending order, so the four of an hour stand together. */
function meansOfHours(quarters: Map<number, number>): Map<number, number> {
  const means = new Map<number, number>();
  let hour = Number.NaN;
  let sum = 0;
  let count = 0;
  for (const [start, value] of quarters) {
    const hourOfStart = start - (start % HOUR_MS);
    if (hourOfStart !== hour) {
      hour = hourOfStart;
      sum = 0;
      count = 0;
    }
    sum += value;
    if (++count === QUARTERS_PER_HOUR) means.set(hour, sum / QUARTERS_PER_HOUR);
  }
  return means;
}

function isHourly(series: Series): boolean {
  if (series.resolution === 'P1D') {
    throw new RangeError(`${series.key} is a daily series; it has no hourly values.`);
  }
  return series.resolution === 'PT1H';
}
