import { HOURS_PER_PANEL_DAY } from '../data/build-panel.ts';
import type { Panel } from '../data/panel.ts';
import { type DeliveryDay, deliveryPeriods } from '../market/delivery-day.ts';

/** What an input has been up to so many hours before and after an hour of the day says what it can be: the sun has its hours. */
const NEAR_HOURS = 2;

/** Another value of one input in hours of one day. */
export interface InputShift {
  /** Name of an exogenous input of the panel. */
  input: string;
  day: DeliveryDay;
  /** The first and the last hour in order of time, from 0: a day has 23, 24 or 25. */
  firstHour: number;
  lastHour: number;
  change: InputChange;
}

/** So much more, so many times as much, or what the input was in the same hours of another day of the panel. */
export type InputChange = { add: number } | { times: number } | { likeDay: DeliveryDay };

/** Why inputs cannot be so. */
export type ShiftFault =
  | { kind: 'unknown_input'; input: string }
  | { kind: 'unknown_day'; day: DeliveryDay }
  | { kind: 'no_such_hour'; day: DeliveryDay; hours: number }
  | { kind: 'no_value'; input: string; day: DeliveryDay }
  | {
      kind: 'negative' | 'beyond_history';
      input: string;
      day: DeliveryDay;
      /** The local hour. */
      hour: number;
      value: number;
      /** The least and the most that the input has been around this hour, the value that is shifted among it. */
      least: number;
      most: number;
    };

/** Inputs that no forecast can be made for; `fault` says why. */
export class ShiftError extends RangeError {
  override readonly name = 'ShiftError';
  readonly fault: ShiftFault;

  constructor(fault: ShiftFault) {
    super(`These inputs cannot be shifted: ${fault.kind}.`);
    this.fault = fault;
  }
}

/**
 * A panel of local hours with some of its inputs changed, one shift after the other; the columns of others are shared, not copied. Days of 23 and 25
 * hours are levelled as `Panel` says: half of a shift of one of the two hours 2 counts. Throws ShiftError where an input, a day or an hour is not
 * there, or where a shifted input would be below 0 or leave what it has been around that hour before row `target`: models say nothing beyond.
 */
export function shiftInputs(panel: Panel, target: number, shifts: readonly InputShift[]): Panel {
  const shifted = new Map<string, Float64Array>();
  const touched = new Map<string, Set<number>>();
  for (const shift of shifts) {
    const column = panel.exogenous.find(({ name }) => name === shift.input);
    if (column === undefined) throw new ShiftError({ kind: 'unknown_input', input: shift.input });
    const values = shifted.get(shift.input) ?? column.values.slice();
    const slots = touched.get(shift.input) ?? new Set();
    for (const at of shiftDay(panel, values, shift)) slots.add(at);
    shifted.set(shift.input, values);
    touched.set(shift.input, slots);
  }
  const exogenous = panel.exogenous.map((column) => {
    const values = shifted.get(column.name);
    if (values === undefined) return column;
    for (const at of touched.get(column.name) ?? [])
      assertPossible(panel, target, { ...column, at, supposed: values[at] });
    return { ...column, values };
  });
  return { ...panel, exogenous };
}

/** Changes the values in place; gives the places that it changed. */
function shiftDay(
  panel: Panel,
  values: Float64Array,
  { input, day, firstHour, lastHour, change }: InputShift,
): number[] {
  const first = startOf(panel, day);
  const other = 'likeDay' in change ? startOf(panel, change.likeDay) : 0;
  const periods = deliveryPeriods(day, 'PT1H');
  if (!(firstHour >= 0 && firstHour <= lastHour && lastHour < periods.length)) {
    throw new ShiftError({ kind: 'no_such_hour', day, hours: periods.length });
  }
  const wanted = periods.slice(firstHour, lastHour + 1);
  const before = values.slice(first, first + HOURS_PER_PANEL_DAY);
  const slots = new Set(wanted.map(({ hour }) => hour));
  for (const slot of slots) {
    const share =
      wanted.filter(({ hour }) => hour === slot).length / periods.filter(({ hour }) => hour === slot).length;
    const value = before[slot];
    const changed =
      'add' in change
        ? value + share * change.add
        : 'times' in change
          ? value * (1 + share * (change.times - 1))
          : value + share * (values[other + slot] - value);
    if (!Number.isFinite(changed)) {
      throw new ShiftError({
        kind: 'no_value',
        input,
        day: Number.isFinite(value) && 'likeDay' in change ? change.likeDay : day,
      });
    }
    values[first + slot] = changed;
  }
  if (periods.length >= HOURS_PER_PANEL_DAY) return [...slots].map((slot) => first + slot);
  const lacking = periods.findIndex(({ hour, index }) => hour !== index);
  if (slots.has(lacking - 1) || slots.has(lacking + 1)) {
    values[first + lacking] = (values[first + lacking - 1] + values[first + lacking + 1]) / 2;
  }
  return [...slots].map((slot) => first + slot);
}

function startOf({ days, slotsPerDay }: Panel, day: DeliveryDay): number {
  const row = days.indexOf(day);
  if (row < 0) throw new ShiftError({ kind: 'unknown_day', day });
  return row * slotsPerDay;
}

function assertPossible(
  { days, slotsPerDay }: Panel,
  target: number,
  { name, values, at, supposed }: { name: string; values: Float64Array; at: number; supposed: number },
): void {
  const hour = at % slotsPerDay;
  let [least, most] = [values[at], values[at]];
  const [first, last] = [Math.max(0, hour - NEAR_HOURS), Math.min(slotsPerDay - 1, hour + NEAR_HOURS)];
  for (let row = 0; row < target; row++) {
    for (let i = row * slotsPerDay + first; i <= row * slotsPerDay + last; i++) {
      if (values[i] < least) least = values[i];
      if (values[i] > most) most = values[i];
    }
  }
  if (supposed >= Math.max(0, least) && supposed <= most) return;
  const kind = supposed < 0 ? 'negative' : 'beyond_history';
  const day = days[Math.floor(at / slotsPerDay)];
  throw new ShiftError({ kind, input: name, day, hour, value: supposed, least, most });
}
