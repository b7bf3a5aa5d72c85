import type { DeliveryDay } from '../market/delivery-day.ts';
import { HOUR_MS, madridOffsetMs } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { instantOf, type LocalTime } from './local-times.ts';

/** Days of a file that are not those of an auction, because its offset from UTC never changes where the clocks do. */
export interface FixedOffset {
  /** `+00:00` for days of UTC. */
  offset: string;
  /** Most hours at the end of a day whose prices come from the auction of the day after it. */
  knownHours: number;
}

const SUMMER_OFFSET_MS = 2 * HOUR_MS;
const MOST_OFFSET_MS = 3 * HOUR_MS;

/**
 * What days of one offset mean in a market of Europe, whose auctions sell days of Central European time: days of UTC always end one or two hours
 * late, those of another offset do where the file goes over a change of the clocks, and those of +01:00 in summer. Undefined where
 * offsets change, where there are none, and outside Europe.
 */
export function findFixedOffset(times: readonly LocalTime[]): FixedOffset | undefined {
  const [{ offsetMs }] = times;
  if (offsetMs === null || offsetMs < 0 || offsetMs > MOST_OFFSET_MS) return undefined;
  if (times.some((time) => time.offsetMs !== offsetMs)) return undefined;
  const summer = times.filter((time) => madridOffsetMs(instantOf(time)) === SUMMER_OFFSET_MS).length;
  const isOverChange = summer > 0 && summer < times.length;
  if (offsetMs > 0 && !isOverChange && (summer === 0 || offsetMs > HOUR_MS)) return undefined;
  const late = (summer > 0 ? SUMMER_OFFSET_MS : HOUR_MS) - offsetMs;
  return { offset: offsetText(offsetMs), knownHours: Math.max(1, late / HOUR_MS) };
}

/**
 * The first day of a file without offsets that has an hour which clocks in Europe leave out: its hours were levelled out to 24, or its days are
 * those of UTC. Undefined where there is none.
 */
export function findLevelledDay(times: readonly LocalTime[]): DeliveryDay | undefined {
  return times.find(({ offsetMs, wallMs }) => offsetMs === null && !isOnClock(wallMs, madridOffsetMs))?.day;
}

/**
 * The times on the clock of a zone, with its offsets; times without an offset are on it already. Throws BacktestInputError for an unknown
 * zone, and for a time without an offset that its clock leaves out.
 */
export function onClockOf(zone: string, times: readonly LocalTime[]): LocalTime[] {
  const offsetAt = zoneOffsets(zone);
  return times.map((time) => {
    if (time.offsetMs === null) {
      if (isOnClock(time.wallMs, offsetAt)) return time;
      throw new BacktestInputError(
        `Line ${time.line}: there is no ${time.text} on the clock of ${zone}. If times are in UTC, write them with Z; ` +
          'if hours were levelled out to 24 a day, name no zone.',
      );
    }
    const instant = instantOf(time);
    const offsetMs = offsetAt(instant);
    const wallMs = instant + offsetMs;
    const wall = new Date(wallMs).toISOString();
    return {
      ...time,
      text: `${wall.slice(0, 10)}${time.text.includes('T') ? 'T' : ' '}${wall.slice(11, 16)}${offsetText(offsetMs)}`,
      day: wall.slice(0, 10),
      hour: Number(wall.slice(11, 13)),
      minute: Number(wall.slice(14, 16)),
      wallMs,
      offsetMs,
    };
  });
}

/** Whether a clock shows a time at some instant: it does not in the hour that is left out in spring. */
function isOnClock(wallMs: number, offsetAt: (instant: number) => number): boolean {
  const offset = offsetAt(wallMs - offsetAt(wallMs));
  return offsetAt(wallMs - offset) === offset;
}

/** Offset of a zone at an instant, ms; it is asked for once an hour. */
function zoneOffsets(zone: string): (instant: number) => number {
  const format = formatOf(zone);
  const known = new Map<number, number>();
  return (instant) => {
    const hour = Math.floor(instant / HOUR_MS) * HOUR_MS;
    let offset = known.get(hour);
    if (offset === undefined) {
      const part = Object.fromEntries(format.formatToParts(hour).map(({ type, value }) => [type, value]));
      const wall = `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:00Z`;
      offset = Date.parse(wall) - hour;
      known.set(hour, offset);
    }
    return offset;
  };
}

function formatOf(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  } catch {
    throw new BacktestInputError(`"${zone}" is no time zone; name one such as Europe/Madrid.`);
  }
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
