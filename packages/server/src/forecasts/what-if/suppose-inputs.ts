import type { Panel } from '@lonja/forecasting';
import { changeIfSettled, costSignal } from '@lonja/forecasting/data';
import { type InputShift, ShiftError, type ShiftFault, shiftInputs } from '@lonja/forecasting/horizon';
import {
  addDays,
  AUCTION_CALENDAR,
  dayRange,
  dayStart,
  type DeliveryDay,
  deliveryPeriods,
  instantFor,
} from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { EXOGENOUS_KEYS, SIGNAL_KEYS } from '../issue/day-ahead-model.ts';
import { knownInputs } from '../issue/forecast-inputs.ts';
import type { PreparedRun } from './what-if-maker.ts';
import type { Shift, SupposedInput } from './record.ts';

const [LOAD, WIND, SOLAR] = EXOGENOUS_KEYS;
const KEY_OF = { load: LOAD, wind: WIND, solar: SOLAR, outage: LOAD } as const;
const NAME_OF = new Map([
  [LOAD, 'load'],
  [WIND, 'wind'],
  [SOLAR, 'solar'],
] as const);

export interface Supposed {
  panel: Panel;
  inputs: SupposedInput[];
}

type Knowledge = Pick<PreparedRun, 'part' | 'task' | 'fuel'>;

/**
 * What the models of a run are asked with in place of what was known. Power of plants that is missing counts as load that others have to meet: the
 * models know no plant. Throws AppError for what cannot be.
 */
export function supposeInputs(known: Knowledge, shifts: readonly Shift[]): Supposed {
  const { part, task } = known;
  const days = dayRange(part.firstDay, addDays(part.firstDay, part.days - 1));
  let { panel } = task;
  let gas: SupposedInput | undefined;
  for (const [place, shift] of shifts.entries()) {
    const { input } = shift;
    if (input === 'gas') {
      if (gas !== undefined) throw refused(place, 'Send one shift of gas.');
      const settled = settleGas(known, panel, shift, place);
      ({ panel, gas } = settled);
      continue;
    }
    try {
      panel = shiftInputs(panel, task.target, inputShifts(panel, { ...shift, input }, { days, place }));
    } catch (error) {
      throw error instanceof ShiftError ? refused(place, textOf(error.fault), error.fault.kind) : error;
    }
  }
  const changed = panel.exogenous.flatMap((column, i): SupposedInput[] => {
    const input = NAME_OF.get(column.name);
    const before = task.panel.exogenous[i].values;
    return input === undefined || column.values === before
      ? []
      : [{ input, values: valuesOf(panel, days, { base: before, supposed: column.values }) }];
  });
  return { panel, inputs: gas === undefined ? changed : [...changed, gas] };
}

/** A shift on each of its days; one that names no day is of all those of which its input is known. */
function inputShifts(
  panel: Panel,
  shift: Shift & { input: keyof typeof KEY_OF },
  { days, place }: { days: readonly DeliveryDay[]; place: number },
): InputShift[] {
  const { day, fromPeriod, toPeriod } = shift;
  const input = KEY_OF[shift.input];
  const change = changeOf(shift, place);
  if (day !== undefined && !days.includes(day)) {
    throw refused(
      place,
      `${day} is no day of the forecast that has yet to clear: send ${days[0]} to ${days[days.length - 1]}, or leave date out for all of them.`,
      'unknown_day',
    );
  }
  const wanted = day === undefined ? days.filter((one) => isKnown(panel, input, one)) : [day];
  if (wanted.length === 0)
    throw refused(place, textOf({ kind: 'no_value', input, day: days[0] }), 'no_value');
  return wanted.map((one) => {
    const { length } = deliveryPeriods(one, 'PT1H');
    const isMissing = [fromPeriod, toPeriod].find((period) => period !== undefined && period > length);
    if (isMissing !== undefined)
      throw refused(place, `${one} has ${length} hours and no period ${isMissing}.`, 'no_such_hour');
    return {
      input,
      day: one,
      firstHour: (fromPeriod ?? 1) - 1,
      lastHour: (toPeriod ?? length) - 1,
      change,
    };
  });
}

function isKnown(panel: Panel, input: string, day: DeliveryDay): boolean {
  return knownInputs(panel, panel.days.indexOf(day)).includes(input);
}

function changeOf({ input, change }: Shift, place: number): InputShift['change'] {
  if (input === 'outage' && !('add' in change && change.add >= 0)) {
    throw refused(place, 'An outage is power that is missing: send mw, 0 or more.');
  }
  return 'percent' in change ? { times: 1 + change.percent / 100 } : change;
}

/** Gas at another price before the auction of the first day; later days follow the prices of the days before them. */
function settleGas(
  { part, task, fuel }: Knowledge,
  panel: Panel,
  { day, fromPeriod, toPeriod, change }: Shift,
  place: number,
): { panel: Panel; gas: SupposedInput } {
  if ((day ?? fromPeriod ?? toPeriod) !== undefined) {
    throw refused(place, 'Gas has one price before the auction: leave date and periods out.');
  }
  if ('likeDay' in change) throw refused(place, 'Of gas send eur_mwh or percent.');
  const { target } = task;
  const gate = instantFor(panel.days[target], AUCTION_CALENDAR.da.gateClosure);
  const settled = changeIfSettled(fuel, Math.min(part.asOf, gate), change);
  const signal = panel.signals?.find(({ name }) => name === SIGNAL_KEYS.fuel);
  if (settled === undefined || signal === undefined) {
    throw refused(place, 'No price of gas was known when the forecast was issued.');
  }
  const { price, least, most, isPlausible } = settled;
  if (price !== settled.known && (price < least || price > most || !isPlausible)) {
    throw refused(
      place,
      `Gas would be at ${inText(price)} EUR/MWh; the models learnt from ${inText(least)} to ${inText(most)}, at most doubled or halved within a day.`,
      'beyond_history',
    );
  }
  const changes = new Float64Array(panel.days.length);
  changes[target] = settled.change;
  const [from, to] = [target * panel.slotsPerDay, (target + 1) * panel.slotsPerDay];
  const values = signal.values.slice();
  values.set(costSignal(panel, changes).subarray(from, to), from);
  return {
    panel: { ...panel, signals: panel.signals?.map((one) => (one === signal ? { ...one, values } : one)) },
    gas: {
      input: 'gas',
      values: [{ start: dayStart(part.firstDay), base: settled.known, supposed: price }],
    },
  };
}

function valuesOf(
  { days, slotsPerDay }: Panel,
  wanted: readonly DeliveryDay[],
  { base, supposed }: { base: Float64Array; supposed: Float64Array },
): SupposedInput['values'] {
  return wanted.flatMap((day) => {
    const first = days.indexOf(day) * slotsPerDay;
    return deliveryPeriods(day, 'PT1H').flatMap(({ start, hour }) => {
      const [before, then] = [base[first + hour], supposed[first + hour]];
      return Number.isFinite(before) ? [{ start, base: before, supposed: then }] : [];
    });
  });
}

function textOf(fault: ShiftFault): string {
  switch (fault.kind) {
    case 'unknown_input':
      return `The forecast has no input ${fault.input}.`;
    case 'unknown_day':
      return `Nothing is known of the inputs of ${fault.day} that the models could take: send a day of the last two years.`;
    case 'no_such_hour':
      return `${fault.day} has ${fault.hours} hours: from_period must not lie after to_period, nor that after ${fault.hours}.`;
    case 'no_value':
      return `${nameOf(fault.input)} of ${fault.day} is not known, so it cannot be shifted or taken.`;
    case 'negative':
    case 'beyond_history': {
      const when = `${fault.day} at hour ${fault.hour}`;
      const would = `${nameOf(fault.input)} would be ${inText(fault.value)} MW on ${when}`;
      const learnt = `around this hour the models learnt from ${inText(fault.least)} to ${inText(fault.most)} MW`;
      return `${would}; ${learnt}. Send a smaller shift, a percentage, or fewer periods.`;
    }
  }
}

function nameOf(key: string): string {
  const name = NAME_OF.get(key) ?? key;
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function inText(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function refused(place: number, message: string, type = 'impossible_shift'): AppError {
  return new AppError('validation_error', message, {
    faults: [{ loc: ['body', 'shifts', String(place)], msg: message, type }],
  });
}
