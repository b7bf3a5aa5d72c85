import {
  type Resolution,
  dayStart,
  formatMadrid,
  periodMs,
  AUCTION_CALENDAR,
  MINUTE_MS,
  type RelativeTime,
  addDays,
  deliveryDayOf,
  instantFor,
} from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { type Reason, type Reasons, reason } from '../../../ground/reasons/reasons.ts';
import { FileFault, excerpt } from '../payload-fault.ts';
import type { CsvRow } from './csv-table.ts';
import { readTime, skippedFault, type DateReader } from './csv-time.ts';
import type { DaySteps } from './day-steps.ts';
import { type CsvMapping, type SeriesMapping, datesOf, type Availability } from './mapping.ts';
import type { CsvSeries } from './parse.ts';
import type { RowTime } from './time-columns.ts';
import { type DecimalSign, parseDecimal } from '../decimal.ts';

/** A value at the instant that its row names. */
interface Entry {
  instant: number;
  value: number;
  row: CsvRow;
}

/** Gathers one series from the rows of a file. */
export class SeriesCollector {
  private readonly series: SeriesMapping;
  private readonly mapping: CsvMapping;
  private readonly header: string[];
  private readonly file: string;
  private readonly valueColumn: number;
  private readonly addedColumns: number[];
  private readonly firstStart: number;
  private readonly dates: DateReader;
  private readonly rules = new Map<Resolution, ((start: number) => number) | undefined>();

  private readonly entries: Entry[] = [];
  private empty = 0;
  private tooEarly = 0;
  private skippedHour = 0;

  constructor(options: { series: SeriesMapping; mapping: CsvMapping; header: string[]; file: string }) {
    const { series, mapping, header, file } = options;
    this.series = series;
    this.mapping = mapping;
    this.header = header;
    this.file = file;
    this.valueColumn = header.indexOf(series.column);
    this.addedColumns = (series.add ?? []).map((name) => header.indexOf(name)).filter((place) => place >= 0);
    this.firstStart = series.from === undefined ? Number.NEGATIVE_INFINITY : dayStart(series.from.day);
    this.dates = datesOf(mapping.time);
  }

  add({ row, instant, isSkipped }: RowTime): void {
    const cell = row.cells[this.valueColumn].trim();
    if (this.isEmpty(cell)) {
      this.empty++;
      return;
    }
    const added = this.addedColumns.flatMap((place) => {
      const text = row.cells[place].trim();
      return this.isEmpty(text) ? [] : [this.valueOf(row, text, this.header[place])];
    });
    const value = added.reduce((sum, each) => sum + each, this.valueOf(row, cell));
    if (isSkipped) this.leaveOutSkipped(row);
    else this.entries.push({ instant, value, row });
  }

  /** `steps` are those of all rows that the series takes. */
  finish(steps: DaySteps): Omit<CsvSeries, 'unmatched'> {
    const entries = this.inOrderOfTime();
    const resolutions = steps.of(entries.map(({ instant }) => instant));
    const parts = new Map<Resolution, { start: number; value: number; availableAt: number }[]>();
    for (const [i, { instant, value, row }] of entries.entries()) {
      const resolution = resolutions[i];
      const isEnd = this.mapping.time.stamp === 'end' && this.mapping.time.rows !== 'days';
      const start = isEnd && resolution !== 'P1D' ? instant - periodMs(resolution) : instant;
      if (start < this.firstStart) {
        this.tooEarly++;
        continue;
      }
      const availableAt = this.ruleOf(resolution)?.(start) ?? this.readAvailability(row);
      const part = parts.get(resolution) ?? [];
      part.push({ start, value, availableAt });
      parts.set(resolution, part);
    }
    const { key, unit } = this.series;
    const { empty, tooEarly, skippedHour } = this;
    const series = [...parts].map(([resolution, rows]): Series => ({
      key,
      unit,
      resolution,
      start: Float64Array.from(rows, ({ start }) => start),
      value: Float64Array.from(rows, ({ value }) => value),
      availableAt: Float64Array.from(rows, ({ availableAt }) => availableAt),
    }));
    return { series, empty, tooEarly, skippedHour };
  }

  private ruleOf(resolution: Resolution): ((start: number) => number) | undefined {
    if (!this.rules.has(resolution)) {
      this.rules.set(resolution, availabilityRule(this.series.availability, resolution));
    }
    return this.rules.get(resolution);
  }

  private leaveOutSkipped(row: CsvRow): void {
    const { column, clock, period, stamp, skippedHour, rows } = this.mapping.time;
    if (skippedHour === 'leave-out') {
      this.skippedHour++;
      return;
    }
    const other = clock ?? period;
    const columns = other === undefined ? [column] : [column, other];
    const text = columns.map((name) => row.cells[this.header.indexOf(name)].trim()).join(' ');
    const named =
      other === undefined ? reason('of_column', { column }) : reason('of_two_columns', { column, other });
    const hasHint = stamp === 'start' || rows === 'days';
    throw new FileFault(this.file, row.line, [
      named,
      skippedFault(text),
      ...(hasHint ? [reason('leave_out_skipped')] : []),
    ]);
  }

  private isEmpty(cell: string): boolean {
    return cell === '' || this.mapping.empty.includes(cell);
  }

  private valueOf(row: CsvRow, cell: string, column = this.series.column): number {
    const value = readNumber(cell, this.mapping);
    if (typeof value !== 'number') throw this.fault(row, column, ...value.expectation);
    return value * this.series.scale;
  }

  private readAvailability(row: CsvRow): number {
    const { availability } = this.series;
    const column = availability.rule === 'column' ? availability.column : '';
    const cell = row.cells[this.header.indexOf(column)];
    const time = readTime(cell, { zone: this.mapping.time.zone, dates: this.dates });
    if ('expectation' in time) throw this.fault(row, column, ...time.expectation);
    if (time.isSkipped) throw this.fault(row, column, skippedFault(cell));
    return time.instant;
  }

  /** An instant that two rows have is a fault. */
  private inOrderOfTime(): Entry[] {
    const { entries } = this;
    const isAscending = entries.every(({ instant }, i) => i === 0 || instant > entries[i - 1].instant);
    if (isAscending) return entries;
    const ordered = entries.toSorted((a, b) => a.instant - b.instant);
    const repeated = ordered.find(({ instant }, i) => i > 0 && instant === ordered[i - 1].instant);
    if (repeated !== undefined) {
      const first = entries.find(({ instant }) => instant === repeated.instant);
      const others = this.header.filter(
        (name, i) => name !== this.series.column && first?.row.cells[i] !== repeated.row.cells[i],
      );
      const columns = others.map((name) => `"${name}"`).join(', ');
      throw this.fault(
        repeated.row,
        this.series.column,
        reason('period_twice', { at: formatMadrid(repeated.instant), line: first?.row.line ?? 0 }),
        ...(others.length === 0 ? [] : [reason('rows_differ', { columns })]),
      );
    }
    return ordered;
  }

  private fault(row: CsvRow, column: string, ...expectation: Reason[]): FileFault {
    return new FileFault(this.file, row.line, [reason('of_column', { column }), ...expectation]);
  }
}

/** The rule as a function of the period's start; undefined where a column of the file says it. */
function availabilityRule(
  availability: Availability,
  resolution: Resolution,
): ((start: number) => number) | undefined {
  switch (availability.rule) {
    case 'column':
      return undefined;
    case 'auction':
      return onDayOf(AUCTION_CALENDAR[availability.product].resultsPublished);
    case 'local-time':
      return onDayOf(availability);
    case 'after-end':
      return (start) => endOf(start, resolution) + availability.minutes * MINUTE_MS;
  }
}

/** Remembers the day of the last call, because the rows of a file come day by day. */
function onDayOf(relative: RelativeTime): (start: number) => number {
  let from = Number.NaN;
  let to = Number.NaN;
  let instant = Number.NaN;
  return (start) => {
    if (!(start >= from && start < to)) {
      const day = deliveryDayOf(start);
      from = dayStart(day);
      to = dayStart(addDays(day, 1));
      instant = instantFor(day, relative);
    }
    return instant;
  };
}

function endOf(start: number, resolution: Resolution): number {
  return resolution === 'P1D' ? dayStart(addDays(deliveryDayOf(start), 1)) : start + periodMs(resolution);
}

/**
 * The number in a cell, or what was expected instead. A number that only another notation would read is refused with what to set:
 * `1.234` under a decimal comma is 1234 to one writer and 1.234 to another, so it is never guessed.
 */
export function readNumber(
  cell: string,
  { decimal, thousands }: { decimal: DecimalSign; thousands: boolean },
): number | { expectation: Reasons } {
  const value = parseDecimal(cell, { sign: decimal, grouped: thousands });
  if (value !== undefined) return value;
  const other = decimal === ',' ? '.' : ',';
  const grouped = parseDecimal(cell, { sign: decimal, grouped: true });
  const swapped = parseDecimal(cell, { sign: other, grouped: thousands });
  const found = excerpt(cell);
  const hint = hintOf({ grouped, swapped, sign: other });
  if (hint === undefined) return { expectation: [reason('expected_number', { found })] };
  return { expectation: [reason('expected_number_with', { sign: decimal, found }), hint] };
}

/** What to set where the number is meant in another notation. */
function hintOf({
  grouped,
  swapped,
  sign,
}: {
  grouped: number | undefined;
  swapped: number | undefined;
  sign: DecimalSign;
}): Reason | undefined {
  if (grouped !== undefined && swapped !== undefined) {
    return reason('set_thousands_or_decimal', { grouped, sign, swapped });
  }
  if (grouped !== undefined) return reason('set_thousands', { grouped });
  return swapped === undefined ? undefined : reason('set_decimal', { sign, swapped });
}
