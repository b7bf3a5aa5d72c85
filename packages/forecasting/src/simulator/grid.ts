import { type DeliveryDay, dayNumber, dayOfNumber, dayStart, localHourOf } from '../market/delivery-day.ts';
import { DAY_MS, HOUR_MS, madridOffsetMs } from '../market/madrid-time.ts';
import { noiseField } from './noise.ts';

/**
 * The hours that a simulation computes: the asked days and a few more on either side. Hours and days are counted from
 * 1970-01-01T00Z, so that noise has the same index in every range.
 */
export interface Grid {
  seed: number;
  firstHour: number;
  hourCount: number;
  /** Day number and hour in Madrid of each hour of the grid. */
  localDay: Int32Array;
  localHour: Uint8Array;
  firstDay: number;
  dayCount: number;
  /** Place in the grid of the first hour of each day, and of the hour after the last day. */
  dayOffset: Int32Array;
}

/**
 * The ramp into the first hour looks at the hour before, whose load looks a day back at temperatures, which carry over
 * errors from the morning before that.
 */
const PADDING_DAYS = 3;

export function createGrid(seed: number, from: DeliveryDay, to: DeliveryDay): Grid {
  const firstDay = dayNumber(from) - PADDING_DAYS;
  const dayCount = dayNumber(to) + PADDING_DAYS - firstDay + 1;
  const firstHour = startHour(firstDay);
  const hourCount = startHour(firstDay + dayCount) - firstHour;
  const localDay = new Int32Array(hourCount);
  const localHour = new Uint8Array(hourCount);
  for (let i = 0; i < hourCount; i++) {
    const instant = (firstHour + i) * HOUR_MS;
    localDay[i] = Math.floor((instant + madridOffsetMs(instant)) / DAY_MS);
    localHour[i] = localHourOf(instant);
  }
  const dayOffset = Int32Array.from({ length: dayCount + 1 }, (_, d) => startHour(firstDay + d) - firstHour);
  return { seed, firstHour, hourCount, localDay, localHour, firstDay, dayCount, dayOffset };
}

/** Noise with one value an hour of the grid. */
export function hourlyNoise(grid: Grid, stream: string, kernel: Float64Array): Float64Array {
  return noiseField({ seed: grid.seed, stream, first: grid.firstHour, count: grid.hourCount, kernel });
}

/** Noise with one value a day of the grid. */
export function dailyNoise(grid: Grid, stream: string, kernel: Float64Array): Float64Array {
  return noiseField({ seed: grid.seed, stream, first: grid.firstDay, count: grid.dayCount, kernel });
}

/** Noise of time scales of days, drawn once a day at noon UTC and joined by straight lines to give one value an hour. */
export function slowNoise(grid: Grid, stream: string, kernel: Float64Array): Float64Array {
  const first = grid.firstDay - 2;
  const daily = noiseField({ seed: grid.seed, stream, first, count: grid.dayCount + 4, kernel });
  return Float64Array.from({ length: grid.hourCount }, (_, i) => {
    const position = (grid.firstHour + i - 12) / 24 - first;
    const knot = Math.floor(position);
    return daily[knot] + (position - knot) * (daily[knot + 1] - daily[knot]);
  });
}

/** Phase of the year in radians: 0 at the start of January, 2 pi a tropical year later. */
export function yearPhase(dayNumberValue: number): number {
  return (2 * Math.PI * dayNumberValue) / 365.2422;
}

function startHour(dayNumberValue: number): number {
  return dayStart(dayOfNumber(dayNumberValue)) / HOUR_MS;
}
