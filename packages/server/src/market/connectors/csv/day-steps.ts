import {
  type DeliveryDay,
  type Resolution,
  HOUR_MS,
  MINUTE_MS,
  addDays,
  dayStart,
  deliveryDayOf,
} from '@lonja/forecasting/market';
import { type Reason, reason } from '../../../ground/reasons/reasons.ts';
import { FileFault } from '../payload-fault.ts';
import type { RowTime, Step } from './time-columns.ts';

const HALF_HOUR_MS = 30 * MINUTE_MS;

/** The rows of one day, by time. */
interface Day {
  rows: RowTime[];
  /** The instants of the rows, each once. */
  instants: number[];
  /** Steps that the rows themselves say. */
  steps: Set<Step>;
}

/**
 * How long the periods of each day are. A market goes from hours to quarter hours with a day, so a mapping of quarter hours reads
 * days whose rows are an hour apart as hours. Days of any other step, or of both, are refused.
 */
export class DaySteps {
  private readonly resolution: Resolution;
  private readonly file: string;
  private readonly days: Map<DeliveryDay, Day>;
  private readonly dayOf: (instant: number) => DeliveryDay;
  private readonly instants: number[];

  constructor(
    times: readonly RowTime[],
    { resolution, stamp, file }: { resolution: Resolution; stamp: 'start' | 'end'; file: string },
  ) {
    this.resolution = resolution;
    this.file = file;
    this.dayOf = (instant) => deliveryDayOf(stamp === 'end' ? instant - 1 : instant);
    const ordered = times.filter(({ isSkipped }) => !isSkipped).toSorted((a, b) => a.instant - b.instant);
    this.instants = [...new Set(ordered.map(({ instant }) => instant))];
    this.days = new Map(
      [...Map.groupBy(ordered, ({ instant }) => this.dayOf(instant))].map(([day, rows]) => [
        day,
        {
          rows,
          instants: [...new Set(rows.map(({ instant }) => instant))],
          steps: new Set(rows.flatMap(({ step }) => (step === undefined ? [] : [step]))),
        },
      ]),
    );
  }

  /** The resolution of each of the instants of a series that have values, in order of time. Throws FileFault. */
  of(known: readonly number[]): Resolution[] {
    if (this.resolution === 'P1D') return known.map(() => 'P1D');
    const days = known.map(this.dayOf);
    const valuesOf = Map.groupBy(known.keys(), (i) => days[i]);
    const steps = new Map(
      [...valuesOf].map(([day, places]) => [
        day,
        this.stepOf(
          day,
          places.map((i) => known[i]),
        ),
      ]),
    );
    return days.map((day) => steps.get(day) ?? this.resolution);
  }

  private stepOf(day: DeliveryDay, known: readonly number[]): Resolution {
    const found = this.days.get(day);
    if (found === undefined) return this.resolution;
    const { instants, rows, steps } = found;
    if (steps.size > 0) return this.statedStep(day, found);
    const gaps = gapsOf(instants);
    const length = dayStart(addDays(day, 1)) - dayStart(day);
    const isCovered = instants[instants.length - 1] - instants[0] + gaps[0] >= length - HOUR_MS;
    if (gaps.length > 0 && gaps[0] > HOUR_MS && isCovered && gaps.every((gap) => gap === gaps[0])) {
      const hours = gaps[0] / HOUR_MS;
      throw this.fault(rows, reason('steps_of_hours', { day, hours }), reason('make_hours'));
    }
    if (this.resolution === 'PT1H') return 'PT1H';
    const isWholeHours = known.every(isFullHour) && known.length * HOUR_MS === length;
    if (instants.every(isFullHour)) return isWholeHours || this.hasHourGap(instants) ? 'PT1H' : 'PT15M';
    if (instants.length > 1 && instants.every((instant) => instant % HALF_HOUR_MS === 0)) {
      throw this.fault(rows, reason('steps_of_half_hours', { day }), reason('make_hours'));
    }
    if (isWholeHours) return 'PT1H';
    const hour = instants.findIndex((instant, i) => isFullHour(instant) && gaps[i] === HOUR_MS);
    if (hour !== -1) {
      const at = rows.filter(({ instant }) => instant === instants[hour]);
      throw this.fault(at, reason('hour_among_quarters', { day }), reason('hours_or_quarters'));
    }
    return 'PT15M';
  }

  private statedStep(day: DeliveryDay, { rows, steps }: Day): Step {
    const [first] = rows.toSorted((a, b) => a.row.line - b.row.line);
    const other = rows.filter(({ step }) => step !== first.step);
    if (steps.size > 1 || other.length > 0) {
      throw this.fault(other, reason('both_steps', { day }));
    }
    return first.step ?? 'PT15M';
  }

  /** Whether some rows are an hour apart; a day's only one is held against those around it. */
  private hasHourGap(ofDay: readonly number[]): boolean {
    if (ofDay.length > 1) return gapsOf(ofDay).includes(HOUR_MS);
    const at = this.instants.indexOf(ofDay[0]);
    return gapsOf(this.instants.slice(Math.max(0, at - 1), at + 2)).includes(HOUR_MS);
  }

  private fault(rows: readonly RowTime[], ...expectation: Reason[]): FileFault {
    return new FileFault(this.file, Math.min(...rows.map(({ row }) => row.line)), expectation);
  }
}

function isFullHour(instant: number): boolean {
  return instant % HOUR_MS === 0;
}

function gapsOf(instants: readonly number[]): number[] {
  return instants.slice(1).map((instant, i) => instant - instants[i]);
}
