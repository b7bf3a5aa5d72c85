import type { Step } from './start-reader.ts';

/** The number of a period within its day, as a cell or the name of a column writes it. */
export interface PeriodLabel {
  /** From 1. */
  number: number;
  /** Which of the two hours 2 of October: `3A` and `3B`. */
  pass?: 'first' | 'second';
  /** The label is a time of day, so it counts the hours of the clock. */
  isClock?: true;
  /** The length of the period, where the label says it. */
  step?: Step;
}

const NUMBER = /^[hqp]?0*(\d{1,3}) *([ab])?$/i;
const HOUR_AND_QUARTER = /^h?0*(\d{1,2}) *([ab])? *q([1-4])$/i;
const CLOCK = /^(\d{1,2}):(\d{2})(?::00)? *([ab])?$/i;
const QUARTERS_PER_HOUR = 4;

/**
 * Reads `7`, `07`, `H7`, `3A`; for quarter hours also `Q7` and `H2Q3`; and times of day. In a column of numbers a time is the
 * end of its hour, `07:00`; where `clock` says so, it is the start or the end of a period on the clock, `02:00A`. Undefined for anything
 * else, such as `06-07`, which names one hour by two numbers.
 */
export function readPeriodLabel(
  cell: string,
  { resolution, clock }: { resolution: Step; clock?: 'start' | 'end' | undefined },
): PeriodLabel | undefined {
  const text = cell.trim();
  const [, number, mark] = NUMBER.exec(text) ?? [];
  if (number !== undefined) return { number: Number(number), ...passOf(mark) };
  if (resolution === 'PT15M') {
    const [, hour, hourMark, quarter] = HOUR_AND_QUARTER.exec(text) ?? [];
    if (hour !== undefined) {
      return { ...quarterOf({ number: Number(hour), ...passOf(hourMark) }, Number(quarter)), step: 'PT15M' };
    }
  }
  const [, hours, minutes, clockMark] = CLOCK.exec(text) ?? [];
  if (hours === undefined) return undefined;
  if (clock === undefined) {
    return resolution === 'PT1H' && minutes === '00'
      ? { number: Number(hours), ...passOf(clockMark) }
      : undefined;
  }
  const perHour = resolution === 'PT1H' ? 1 : QUARTERS_PER_HOUR;
  const place = Number(hours) * perHour + (Number(minutes) * perHour) / 60;
  if (!Number.isInteger(place)) return undefined;
  return { number: clock === 'start' ? place + 1 : place, isClock: true, ...passOf(clockMark) };
}

/** A quarter of an hour, 1 to 4. */
export function quarterOf(hour: PeriodLabel, quarter: number): PeriodLabel {
  return { ...hour, number: QUARTERS_PER_HOUR * (hour.number - 1) + quarter };
}

function passOf(mark: string | undefined): Pick<PeriodLabel, 'pass'> {
  if (mark === undefined) return {};
  return { pass: mark.toLowerCase() === 'a' ? 'first' : 'second' };
}
