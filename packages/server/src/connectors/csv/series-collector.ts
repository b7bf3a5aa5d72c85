import { HOUR_MS, dayStart, formatMadrid, periodMs } from '@lonja/forecasting/market';
import { FileFault } from '../file-fault.ts';
import { availabilityRule } from './availability.ts';
import type { CsvRow } from './csv-rows.ts';
import { readNumber } from './csv-number.ts';
import { type KnownTime, readTime, skippedFault } from './csv-time.ts';
import type { DateReader } from './date-format.ts';
import { type CsvMapping, type SeriesMapping, datesOf } from './mapping.ts';
import type { CsvSeries } from './parse.ts';

/** Gathers one series from the rows of a file. */
export class SeriesCollector {
  private readonly series: SeriesMapping;
  private readonly mapping: CsvMapping;
  private readonly header: string[];
  private readonly file: string;
  private readonly valueColumn: number;
  private readonly conditionColumn: number;
  private readonly firstStart: number;
  private readonly dates: DateReader;
  /** From the instant in a row to the start of its period, ms. */
  private readonly stampToStart: number;
  private readonly availableAtOf: ((start: number) => number) | undefined;

  private readonly starts: number[] = [];
  private readonly values: number[] = [];
  private readonly availableAts: number[] = [];
  private readonly lines: number[] = [];
  private empty = 0;
  private tooEarly = 0;
  private unmatched = 0;
  private skippedHour = 0;
  /** Start of the row before, which distinguishes the two passes of the repeated hour. */
  private previous = Number.NEGATIVE_INFINITY;

  constructor(options: { series: SeriesMapping; mapping: CsvMapping; header: string[]; file: string }) {
    const { series, mapping, header, file } = options;
    this.series = series;
    this.mapping = mapping;
    this.header = header;
    this.file = file;
    this.valueColumn = header.indexOf(series.column);
    this.conditionColumn = series.where === undefined ? -1 : header.indexOf(series.where.column);
    this.firstStart = series.from === undefined ? Number.NEGATIVE_INFINITY : dayStart(series.from.day);
    this.availableAtOf = availabilityRule(series.availability, mapping.resolution);
    this.dates = datesOf(mapping.time);
    const { resolution, time } = mapping;
    this.stampToStart = time.stamp === 'end' && resolution !== 'P1D' ? periodMs(resolution) : 0;
  }

  add(row: CsvRow, time: KnownTime): void {
    const { where } = this.series;
    if (where !== undefined && !where.equals.includes(row.cells[this.conditionColumn].trim())) {
      this.unmatched++;
      return;
    }
    const start = this.startOf(row, time);
    const cell = row.cells[this.valueColumn].trim();
    if (cell === '' || this.mapping.empty.includes(cell)) {
      this.empty++;
      return;
    }
    const value = this.valueOf(row, cell);
    if (time.isSkipped) {
      this.leaveOutSkipped(row);
      return;
    }
    if (start < this.firstStart) {
      this.tooEarly++;
      return;
    }
    this.starts.push(start);
    this.values.push(value);
    this.availableAts.push(this.availableAtOf?.(start) ?? this.readAvailability(row));
    this.lines.push(row.line);
  }

  finish(): CsvSeries {
    const order = this.orderOfTime();
    const columnOf = (numbers: number[]) => Float64Array.from(order, (i) => numbers[i]);
    const series = {
      key: this.series.key,
      unit: this.series.unit,
      resolution: this.mapping.resolution,
      start: columnOf(this.starts),
      value: columnOf(this.values),
      availableAt: columnOf(this.availableAts),
    };
    const { empty, tooEarly, unmatched, skippedHour } = this;
    return { series, empty, tooEarly, unmatched, skippedHour };
  }

  private startOf(row: CsvRow, { instant, isRepeated }: KnownTime): number {
    const { column, repeatedHour } = this.mapping.time;
    if (isRepeated && repeatedHour === 'refuse') {
      throw this.fault(
        row,
        column,
        'expected a time that occurs once; write times with offsets or set "repeatedHour": "in-order" in the mapping',
      );
    }
    this.previous = isRepeated && instant <= this.previous ? instant + HOUR_MS : instant;
    return this.previous - this.stampToStart;
  }

  private leaveOutSkipped(row: CsvRow): void {
    const { column, clock, period, stamp, skippedHour } = this.mapping.time;
    if (skippedHour === 'leave-out') {
      this.skippedHour++;
      return;
    }
    const columns = [column, clock ?? period].filter((name) => name !== undefined);
    const text = columns.map((name) => row.cells[this.header.indexOf(name)].trim()).join(' ');
    const hint = stamp === 'start' ? '; "skippedHour": "leave-out" in the mapping does without it' : '';
    throw this.fault(row, columns.join('" and "'), `${skippedFault(text)}${hint}`);
  }

  private valueOf(row: CsvRow, cell: string): number {
    const value = readNumber(cell, this.mapping);
    if (typeof value !== 'number') throw this.fault(row, this.series.column, value.expectation);
    return value * this.series.scale;
  }

  private readAvailability(row: CsvRow): number {
    const { availability } = this.series;
    const column = availability.rule === 'column' ? availability.column : '';
    const cell = row.cells[this.header.indexOf(column)];
    const time = readTime(cell, { zone: this.mapping.time.zone, dates: this.dates });
    if ('expectation' in time) throw this.fault(row, column, time.expectation);
    if (time.isSkipped) throw this.fault(row, column, skippedFault(cell));
    return time.instant;
  }

  /** Positions of the rows by start; a start that two rows have is a fault. */
  private orderOfTime(): number[] {
    const { starts, lines } = this;
    const order = starts.map((_, i) => i);
    const isAscending = order.every((i) => i === 0 || starts[i] > starts[i - 1]);
    if (isAscending) return order;
    order.sort((a, b) => starts[a] - starts[b] || a - b);
    const repeated = order.find((i, at) => at > 0 && starts[i] === starts[order[at - 1]]);
    if (repeated !== undefined) {
      const first = starts.indexOf(starts[repeated]);
      throw new FileFault(
        this.file,
        lines[repeated],
        `column "${this.series.column}": expected each period once, found ` +
          `${formatMadrid(starts[repeated])} as in line ${lines[first]}`,
      );
    }
    return order;
  }

  private fault(row: CsvRow, column: string, expectation: string): FileFault {
    return new FileFault(this.file, row.line, `column "${column}": ${expectation}`);
  }
}
