import { groupBy } from '../data/group-by.ts';
import type { DeliveryDay } from '../market/delivery-day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { instantOf, laterBy, type LocalTime, type TimedRow } from './local-times.ts';

/** Lengths of periods that are forecast, as ISO 8601 durations. */
export const FILE_RESOLUTIONS = ['PT15M', 'PT30M', 'PT1H'] as const;
/** One of these lengths. */
export type FileResolution = (typeof FILE_RESOLUTIONS)[number];

const QUARTER_MS = 15 * MINUTE_MS;
const HALF_HOUR_MS = 30 * MINUTE_MS;
/** Periods whose means can be taken. */
const SHORTEST_STEP_MS = MINUTE_MS;

/** Length of the periods of a day, ms. */
export type StepOf = (day: DeliveryDay) => number;

export function msOfResolution(resolution: FileResolution): number {
  return { PT15M: QUARTER_MS, PT30M: HALF_HOUR_MS, PT1H: HOUR_MS }[resolution];
}

export function nameOfStep(ms: number): string {
  const names = new Map([
    [QUARTER_MS, 'quarter hour'],
    [HALF_HOUR_MS, 'half hour'],
    [HOUR_MS, 'hour'],
  ]);
  return names.get(ms) ?? `period of ${ms / MINUTE_MS} minutes`;
}

function aStep(ms: number): string {
  return `${ms === HOUR_MS ? 'an' : 'a'} ${nameOfStep(ms)}`;
}

/**
 * The length of the periods of each day, by the step at which its rows usually follow each other: a regular pattern of gaps is a step. Times are
 * starts, or ends where `isEnd`. A day without a usual step has that of the days around it; with none at all it is in hours, or in quarter hours
 * where a time is no full hour.
 */
export function findSteps(times: readonly LocalTime[], isEnd = false): Map<DeliveryDay, number> {
  const days = [...groupBy(times, (time) => dayOf(time, isEnd))];
  const usual = days.map(([, ofDay]) => usualStep(ofDay));
  let last = usual.find((step) => step !== undefined);
  return new Map(
    days.map(([day, ofDay], i) => {
      last = usual[i] ?? last;
      return [day, last ?? (ofDay.some(({ minute }) => minute !== 0) ? QUARTER_MS : HOUR_MS)];
    }),
  );
}

/** The day of the period that a time is of. */
export function dayOf({ day, wallMs }: LocalTime, isEnd: boolean): DeliveryDay {
  return isEnd ? new Date(wallMs - 1).toISOString().slice(0, 10) : day;
}

/** Undefined where no step makes up half of a day's rows. */
function usualStep(times: readonly LocalTime[]): number | undefined {
  const instants = [...new Set(times.map(instantOf))].sort((a, b) => a - b);
  const counts = new Map<number, number>();
  instants.slice(1).forEach((instant, i) => {
    const step = instant - instants[i];
    counts.set(step, (counts.get(step) ?? 0) + 1);
  });
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (usual === undefined || 2 * usual[1] < instants.length) return undefined;
  return usual[0];
}

/**
 * The length of the periods of each day that are forecast: those of the file, or the wanted one, of which the file's are parts. Throws
 * BacktestInputError that says what can be done with the file.
 */
export function wantedSteps(
  rows: readonly TimedRow[],
  steps: ReadonlyMap<DeliveryDay, number>,
  wanted: FileResolution | undefined,
): StepOf {
  const all = [...steps.values()];
  const [shortest, longest] = [Math.min(...all), Math.max(...all)];
  if (wanted !== undefined) {
    const length = msOfResolution(wanted);
    const other = [...steps].find(([, step]) => step > length || length % step !== 0);
    if (other !== undefined) {
      const [day, step] = other;
      throw new BacktestInputError(
        `${day} is in ${nameOfStep(step)}s, of which no ${nameOfStep(length)}s can be made; name ${longest > HOUR_MS ? 'no resolution' : `the resolution ${resolutionOf(longest)}`}.`,
      );
    }
    return () => length;
  }
  for (const [day, step] of steps) {
    const { line } = rows.find(({ time }) => time.day === day)?.time ?? rows[0].time;
    if (step > HOUR_MS) {
      throw new BacktestInputError(
        `Line ${line}: ${day} is in steps of ${step / MINUTE_MS} minutes; hours, half hours and quarter hours are read. ` +
          'Write each of its hours as a row.',
      );
    }
    if (![QUARTER_MS, HALF_HOUR_MS, HOUR_MS].includes(step)) {
      const whole = FILE_RESOLUTIONS.filter(
        (one) => step < msOfResolution(one) && msOfResolution(one) % step === 0,
      );
      throw new BacktestInputError(
        `Line ${line}: ${day} is in steps of ${step / MINUTE_MS} minutes; ` +
          (step < SHORTEST_STEP_MS || whole.length === 0
            ? 'hours, half hours and quarter hours are read.'
            : `name the resolution ${whole.join(' or ')}, whose means are taken.`),
      );
    }
  }
  if (shortest !== longest && (shortest === HALF_HOUR_MS || longest === HALF_HOUR_MS)) {
    const [first] = steps;
    const [day, step] = [...steps].find(([, one]) => one !== first[1]) ?? first;
    throw new BacktestInputError(
      `The file is in ${nameOfStep(first[1])}s up to ${day}, which is in ${nameOfStep(step)}s: ` +
        `name the resolution ${resolutionOf(longest)}, whose means are taken, or begin the file with ${day}.`,
    );
  }
  return (day) => steps.get(day) ?? HOUR_MS;
}

function resolutionOf(ms: number): string {
  return FILE_RESOLUTIONS.find((one) => msOfResolution(one) === ms) ?? `PT${ms / MINUTE_MS}M`;
}

/** Every row is the start of a period of its day. */
export function requireOnGrid(times: readonly LocalTime[], stepOf: StepOf): void {
  for (const { text, line, day, wallMs } of times) {
    const step = stepOf(day);
    if ((wallMs % DAY_MS) % step === 0) continue;
    const means = step === HOUR_MS ? '' : `, or name the resolution PT1H, which takes the means of hours`;
    throw new BacktestInputError(
      `Line ${line}: "${text}" is not the start of ${aStep(step)}, and ${day} is in ${nameOfStep(step)}s; ` +
        `take the row out to use them as they are${means}.`,
    );
  }
}

/** The means of periods that are parts of those of `stepMs`; a value is not known where one of its parts is not. */
export function meansOf(
  rows: readonly TimedRow[],
  steps: ReadonlyMap<DeliveryDay, number>,
  stepMs: number,
): TimedRow[] {
  if ([...steps.values()].every((step) => step === stepMs)) return [...rows];
  const startOf = ({ time }: TimedRow) => instantOf(time) - (time.wallMs % stepMs);
  return [...groupBy(rows, startOf).values()].map((parts) => {
    const [{ time }] = parts;
    const count = stepMs / (steps.get(time.day) ?? stepMs);
    return {
      time: time.wallMs % stepMs === 0 ? time : laterBy(time, -(time.wallMs % stepMs)),
      values: parts[0].values.map((_, column) =>
        parts.length < count
          ? Number.NaN
          : parts.reduce((sum, { values }) => sum + values[column], 0) / parts.length,
      ),
    };
  });
}
