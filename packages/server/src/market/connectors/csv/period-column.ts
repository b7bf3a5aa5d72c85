import {
  type DeliveryDay,
  DAY_MS,
  HOUR_MS,
  addDays,
  dayStart,
  deliveryDayOf,
  periodMs,
} from '@lonja/forecasting/market';
import { type Reason, type Reasons, reason } from '../../../ground/reasons/reasons.ts';
import { FileFault, excerpt } from '../payload-fault.ts';
import type { CsvRow } from './csv-table.ts';
import { type KnownTime, readWallTime, wallTimeOf, expectedDate } from './csv-time.ts';
import { type CsvMapping, datesOf } from './mapping.ts';
import type { RowTime, StartReader, Step } from './time-columns.ts';

const MIDNIGHT = /(?:T|\s+)0?0:00(?::00)?$/;
const QUARTER = /^q?([0-4])$/i;
const QUARTER_MINUTES = ['0', '15', '30', '45'];
const MOST_HOURS = 25;
const HOURS_OF_CLOCK = 24;

/** A row with its day and its number. */
interface Numbered {
  row: CsvRow;
  day: DeliveryDay;
  label: PeriodLabel;
  /** What the file calls the period. */
  text: string;
  /** The quarter of the hour, where that has a column. */
  quarter: string | undefined;
  /** The row is a cell of a table of days, and empty: its day may have no such period. */
  isBlank: boolean;
}

export interface PeriodColumns {
  period: string;
  quarter?: string | undefined;
  resolution: Step;
  /** The table was one of days: the column of its cells, and what the times among its column names are. */
  days?: { cell: string; clock: 'start' | 'end' };
}

/**
 * Reads a date from one column and the number of the period within the day from another. Under a mapping of quarter hours a day whose
 * numbers end with its hours is in hours.
 */
export function createPeriodReader(
  mapping: CsvMapping,
  columns: PeriodColumns,
  { header, file }: { header: string[]; file: string },
): StartReader {
  const { time, empty } = mapping;
  const { resolution, period, quarter, days } = columns;
  const dates = datesOf(time);
  const placeOf = (column: string | undefined) => (column === undefined ? -1 : header.indexOf(column));
  const [datePlace, periodPlace, quarterPlace, cellPlace] = [time.column, period, quarter, days?.cell].map(
    placeOf,
  );
  const given: Numbered[] = [];
  const fault = (line: number, column: string, ...expectation: Reason[]) =>
    new FileFault(file, line, [reason('of_column', { column }), ...expectation]);

  function labelOf({ cells, line }: CsvRow, day: DeliveryDay): PeriodLabel {
    const text = cells[periodPlace];
    const hour = readPeriodLabel(text, {
      resolution: quarter === undefined ? resolution : 'PT1H',
      clock: days?.clock,
    });
    const most = lengthOf(day) / periodMs(quarter === undefined ? resolution : 'PT1H');
    if (hour === undefined) {
      throw fault(line, period, reason('expected_period_of_day', { last: most, day, found: excerpt(text) }));
    }
    return { ...hour, number: hour.number - (time.first - 1) };
  }

  /** The quarter that the label means together with the quarter's cell. */
  function withQuarters(all: readonly Numbered[]): Numbered[] {
    if (quarter === undefined) return [...all];
    const first = firstQuarter(all.map((one) => one.quarter ?? ''));
    return all.map((one) => {
      const { label, quarter: cell = '' } = one;
      if (cell === '') return { ...one, label: { ...label, step: 'PT1H' } };
      const place = readQuarter(cell, first);
      if (place === undefined) {
        throw fault(one.row.line, quarter, reason('expected_quarter', { found: excerpt(cell) }));
      }
      return { ...one, label: { ...quarterOf(label, place), step: 'PT15M' } };
    });
  }

  return {
    read(row) {
      const dateCell = row.cells[datePlace];
      const day = dates.read(dateCell.trim().replace(MIDNIGHT, ''));
      if (day === undefined) {
        throw fault(row.line, time.column, expectedDate(dates, dateCell));
      }
      const cell = days === undefined ? '-' : row.cells[cellPlace].trim();
      const isBlank = days !== undefined && (cell === '' || empty.includes(cell));
      const text = row.cells[periodPlace].trim();
      const part = quarter === undefined ? undefined : row.cells[quarterPlace].trim();
      given.push({ row, day, label: labelOf(row, day), text, quarter: part, isBlank });
    },
    finish() {
      const rows = withQuarters(given);
      const hasMarks = rows.some(({ label }) => label.pass !== undefined || label.isClock === true);
      const counts = hasMarks ? 'clock' : (time.counts ?? 'real');
      const seconds = new Set(rows.flatMap(({ label }) => (label.pass === 'second' ? [label.number] : [])));
      const steps = stepsOfDays(rows, resolution);
      refuseHoursAfterQuarters(rows, steps);
      const times = rows.flatMap(({ row, day, label, text, isBlank }): RowTime[] => {
        const step = label.step ?? (steps.get(day) === 'PT1H' ? 'PT1H' : resolution);
        const isFirst = label.pass === undefined && seconds.has(label.number);
        const known = readPeriod(isFirst ? { ...label, pass: 'first' } : label, {
          day,
          step,
          counts,
          text,
          resolution,
        });
        // Quarters of an hour may all be the first, on a day in hours, so they do not say how long they are.
        if (!('expectation' in known)) return [{ row, ...known, ...(label.step !== 'PT15M' && { step }) }];
        if (isBlank) return [];
        throw fault(row.line, period, ...known.expectation);
      });
      if (counts === 'real') requireWholeLongDays(times);
      return times;
    },
  };

  /** Days in hours come before days in quarter hours: a later one is an unfinished day of these, or hours, which nothing tells. */
  function refuseHoursAfterQuarters(all: readonly Numbered[], steps: ReadonlyMap<DeliveryDay, Step>): void {
    const quarterDays = [...steps].flatMap(([day, step]) => (step === 'PT15M' ? [day] : [])).toSorted();
    const late = all.find(({ day }) => steps.get(day) === 'PT1H' && day > (quarterDays[0] ?? day));
    if (late === undefined) return;
    throw fault(
      late.row.line,
      period,
      reason('hours_after_quarters', { day: late.day, earlier: quarterDays[0] }),
      reason('leave_day_out'),
    );
  }

  function requireWholeLongDays(times: readonly RowTime[]): void {
    const last = new Map<DeliveryDay, RowTime>();
    for (const time of times) {
      const day = deliveryDayOf(time.instant);
      if (lengthOf(day) <= DAY_MS) continue;
      if (time.instant > (last.get(day)?.instant ?? -Infinity)) last.set(day, time);
    }
    for (const [day, { row, instant, step = resolution }] of last) {
      const length = periodMs(step);
      const found = (instant - dayStart(day)) / length + 1;
      if (found * length !== DAY_MS) continue;
      throw fault(
        row.line,
        period,
        reason('expected_periods_of_day', { expected: lengthOf(day) / length, day, found }),
        reason('set_clock_counts'),
      );
    }
  }
}

/** The days whose numbers say how long their periods are. */
function stepsOfDays(rows: readonly Numbered[], resolution: Step): Map<DeliveryDay, Step> {
  const steps = new Map<DeliveryDay, Step>();
  if (resolution === 'PT1H') return steps;
  for (const [day, ofDay] of Map.groupBy(rows, (row) => row.day)) {
    const plain = ofDay.filter(({ label, isBlank }) => label.step === undefined && !isBlank);
    const numbers = new Set(plain.map(({ label }) => label.number));
    const last = Math.max(...numbers);
    const hours = lengthOf(day) / HOUR_MS;
    const isWhole = last >= Math.min(hours, HOURS_OF_CLOCK) && last <= Math.max(hours, HOURS_OF_CLOCK);
    if (isWhole && numbers.size >= last - 1) steps.set(day, 'PT1H');
    if (last > MOST_HOURS) steps.set(day, 'PT15M');
  }
  return steps;
}

/**
 * Where a period begins that is given by its number, from 1. Counted in real time a day has 23, 24 or 25 hours; counted by the
 * clock it always has 24, of which one is left out in March and one occurs twice in October.
 */
function readPeriod(
  { number, pass }: PeriodLabel,
  options: { day: DeliveryDay; step: Step; counts: 'real' | 'clock'; text: string; resolution: Step },
): KnownTime | { expectation: Reasons } {
  const { day, step, counts, text, resolution } = options;
  const length = periodMs(step);
  const real = lengthOf(day) / length;
  const byClock = (HOURS_OF_CLOCK * HOUR_MS) / length;
  const last = counts === 'real' ? real : byClock;
  if (number < 1 || number > last) {
    const [other, otherLast] = counts === 'real' ? (['clock', byClock] as const) : (['real', real] as const);
    const isOther = number > last && number <= otherLast;
    const isQuarter = resolution === 'PT1H' && number > MOST_HOURS;
    const hints = isOther
      ? [reason('set_counts', { counts: other, periods: otherLast })]
      : isQuarter
        ? [reason('set_quarter_hours')]
        : [];
    return { expectation: [reason('expected_period_of_day', { last, day, found: excerpt(text) }), ...hints] };
  }
  if (counts === 'real') {
    return { instant: dayStart(day) + (number - 1) * length, isRepeated: false, isSkipped: false };
  }
  const known = readWallTime(wallTimeOf(day) + (number - 1) * length);
  if (pass === undefined) return known;
  if (pass === 'second' && !known.isRepeated) {
    return { expectation: [reason('expected_no_second_hour', { day, found: excerpt(text) })] };
  }
  return { ...known, instant: known.instant + (pass === 'second' ? HOUR_MS : 0), isRepeated: false };
}

/** Quarters count from 0 where the column has neither a fourth one nor minutes. */
function firstQuarter(cells: readonly string[]): 0 | 1 {
  const numbers = new Set(cells.map((cell) => Number(cell.replace(/^q/i, ''))));
  return numbers.has(0) && numbers.has(1) && !numbers.has(4) ? 0 : 1;
}

/** A quarter by its number, or by the minute that it begins at. */
function readQuarter(cell: string, first: 0 | 1): number | undefined {
  const number = QUARTER.exec(cell)?.[1];
  if (first === 0) return number === undefined || number === '4' ? undefined : Number(number) + 1;
  const minute = QUARTER_MINUTES.indexOf(cell.replace(/^00$/, '0'));
  if (minute >= 0) return minute + 1;
  return number === undefined || number === '0' ? undefined : Number(number);
}

function lengthOf(day: DeliveryDay): number {
  return dayStart(addDays(day, 1)) - dayStart(day);
}

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
function quarterOf(hour: PeriodLabel, quarter: number): PeriodLabel {
  return { ...hour, number: QUARTERS_PER_HOUR * (hour.number - 1) + quarter };
}

function passOf(mark: string | undefined): Pick<PeriodLabel, 'pass'> {
  if (mark === undefined) return {};
  return { pass: mark.toLowerCase() === 'a' ? 'first' : 'second' };
}
