import type { DeliveryDay } from '../market/delivery-day.ts';
import { HOUR_MS, madridOffsetMs } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { clockText, instantOf, type LocalTime, wallTimeOf } from './local-times.ts';
import { offsetText, type ZoneClock } from './zone-clock.ts';

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
 * The times on the clock of a zone, with its offsets. Times without an offset are on it already: where a clock change makes that fit better, they
 * are given their offsets in their order, so that an hour which occurs twice is read as both; not where periods have several rows. Throws
 * BacktestInputError for a time without an offset that the clock leaves out.
 */
export function onClockOf(clock: ZoneClock, times: readonly LocalTime[], isOnce = true): LocalTime[] {
  if (times.some(({ offsetMs }) => offsetMs !== null))
    return inOrderOn(clock, times).map((time, i) =>
      times[i].offsetMs === null ? time : movedTo(clock, time),
    );
  if (!isOnce) return [...times];
  const inOrder = inOrderOn(clock, times);
  return unusualSteps(inOrder) < unusualSteps(times) ? inOrder : [...times];
}

function movedTo({ offsetAt }: ZoneClock, time: LocalTime): LocalTime {
  const instant = instantOf(time);
  const offsetMs = offsetAt(instant);
  const wall = wallTimeOf(instant + offsetMs);
  return {
    ...time,
    ...wall,
    text: `${wall.day}${time.text.includes('T') ? 'T' : ' '}${clockText(wall)}${offsetText(offsetMs)}`,
    offsetMs,
  };
}

/** Times with an offset stay. One that the clock shows twice is the later one where the earlier is not after the row before; it is told by its offset. */
export function inOrderOn({ zone, instantsOf }: ZoneClock, times: readonly LocalTime[]): LocalTime[] {
  let last = -Infinity;
  return times.map((time) => {
    if (time.offsetMs !== null) {
      last = instantOf(time);
      return time;
    }
    const instants = instantsOf(time.wallMs);
    if (instants.length === 0) {
      throw new BacktestInputError(
        `Line ${time.line}: there is no ${time.text} on the clock of ${zone}. If times are in UTC, write them with Z; ` +
          'if hours were levelled out to 24 a day, name no zone.',
      );
    }
    const instant = instants.find((one) => one > last) ?? instants[instants.length - 1];
    last = instant;
    const offsetMs = time.wallMs - instant;
    const text = instants.length > 1 ? `${time.text}${offsetText(offsetMs)}` : time.text;
    return { ...time, text, offsetMs };
  });
}

/** How many rows do not follow the row before by the usual step. */
export function unusualSteps(times: readonly LocalTime[]): number {
  const counts = new Map<number, number>();
  for (let i = 1; i < times.length; i++) {
    const step = instantOf(times[i]) - instantOf(times[i - 1]);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return times.length - 1 - Math.max(0, ...counts.values());
}

/** Whether a clock shows a time at some instant: it does not in the hour that is left out in spring. */
function isOnClock(wallMs: number, offsetAt: (instant: number) => number): boolean {
  const offset = offsetAt(wallMs - offsetAt(wallMs));
  return offsetAt(wallMs - offset) === offset;
}
