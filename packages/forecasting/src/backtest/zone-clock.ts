import type { DeliveryDay } from '../market/delivery-day.ts';
import { DAY_MS, MINUTE_MS } from '../market/madrid-time.ts';
import { offsetsOfZone } from '../market/market-clock.ts';
import { BacktestInputError } from './backtest-input-error.ts';

/** The clock of a time zone. */
export interface ZoneClock {
  zone: string;
  /** Clock minus UTC at an instant, ms. */
  offsetAt: (instant: number) => number;
  /** The instants at which the clock shows a time, ms since 1970 on it: none, one, or two in order. */
  instantsOf: (wallMs: number) => number[];
}

/** No zone has changed its clock at any other time than a full quarter of an hour. */
const GRID_MS = 15 * MINUTE_MS;

/** Throws BacktestInputError for an unknown zone. */
export function createZoneClock(zone: string): ZoneClock {
  const lookUp = lookUpOf(zone);
  const known = new Map<number, number>();
  const readOffset = (instant: number): number => {
    let offset = known.get(instant);
    if (offset === undefined) {
      offset = lookUp(instant);
      known.set(instant, offset);
    }
    return offset;
  };
  // A zone is asked twice a day, and within a day only where its clock changes.
  const offsetAt = (instant: number): number => {
    const day = Math.floor(instant / DAY_MS) * DAY_MS;
    const offset = readOffset(day);
    return offset === readOffset(day + DAY_MS) ? offset : readOffset(Math.floor(instant / GRID_MS) * GRID_MS);
  };
  return {
    zone,
    offsetAt,
    instantsOf(wallMs) {
      const offsets = new Set([offsetAt(wallMs - DAY_MS), offsetAt(wallMs + DAY_MS)]);
      return [...offsets]
        .map((offset) => wallMs - offset)
        .filter((instant) => instant + offsetAt(instant) === wallMs)
        .sort((a, b) => a - b);
    },
  };
}

/** The starts of the periods of a day on a clock, of `stepMs` each. A day whose midnight the clock leaves out begins when the clock goes on. */
export function startsOfDay({ instantsOf }: ZoneClock, day: DeliveryDay, stepMs: number): number[] {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const beginOf = (wall: number): number => instantsOf(wall)[0] ?? beginOf(wall + GRID_MS);
  const [from, to] = [beginOf(midnight), beginOf(midnight + DAY_MS)];
  return Array.from({ length: Math.ceil((to - from) / stepMs) }, (_, i) => from + i * stepMs);
}

/** `+01:00`. */
export function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / MINUTE_MS;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function lookUpOf(zone: string): (instant: number) => number {
  try {
    return offsetsOfZone(zone);
  } catch {
    throw new BacktestInputError(`"${zone}" is no time zone; name one such as Europe/Madrid.`);
  }
}
