import { addDays } from '../market/delivery-day.ts';
import { calendarFeatures, restOf } from './calendar-features.ts';
import { driverMean } from './driver-features.ts';
import { meansOf, newestOfSlot } from './past-means.ts';
import type { PowerFeature, PowerModel } from './power-model.ts';
import { type PowerPanel, driversOf } from './power-panel.ts';

const WEEKS = [1, 2, 3, 4];
const HEATING_BELOW_C = 16;
const COOLING_ABOVE_C = 21;

/** System load against the same hour of the last weeks: calendar, what the weather changes, and how the last days ran. */
export const LOAD_MODEL: PowerModel = {
  name: 'load',
  isSigned: false,
  processShare: 0.6,
  trees: 'apart',
  reference: weeklyReference,
  isJudgedWithDrivers: false,
  plain(panel) {
    const reference = weeklyReference(panel);
    return (outlook, slot) => (reference(outlook, slot) + lastOfWeekday(panel, outlook, slot, 1)) / 2;
  },
  features(panel) {
    const { slotsPerDay, measured } = panel;
    const reference = weeklyReference(panel);
    const mean = meansOf(panel);
    const ratioOf = (from: number, to: number) => {
      let sum = 0;
      let expected = 0;
      for (let at = from; at < to; at++) {
        sum += measured[at];
        expected += measured[at - 7 * slotsPerDay];
      }
      return sum / expected;
    };
    return [
      ...calendarFeatures(panel),
      ...[1, 7].map((back): PowerFeature => ({
        name: `rest ${back} days ago`,
        at: ({ row }) => restOf(addDays(panel.days[row], -back)),
      })),
      { name: 'hours ahead', at: ({ row, origin }, slot) => row * slotsPerDay + slot - origin },
      ...temperatureFeatures(panel),
      { name: 'last day against a week ago', at: ({ origin }) => ratioOf(origin - slotsPerDay, origin) },
      { name: 'last hours against a week ago', at: ({ origin }) => ratioOf(origin - 3, origin) },
      {
        name: 'last week against the one before',
        at: ({ origin }) =>
          mean(origin - 7 * slotsPerDay, origin) / mean(origin - 14 * slotsPerDay, origin - 7 * slotsPerDay),
      },
      ...[0, 1, 2].map((back): PowerFeature => ({
        name: `newest of the slot[${back}]`,
        at: (outlook, slot) =>
          newestOfSlot(panel, { slot, origin: outlook.origin, back }) / reference(outlook, slot),
      })),
      {
        name: 'a week ago',
        at: (outlook, slot) => lastOfWeekday(panel, outlook, slot, 1) / reference(outlook, slot),
      },
    ];
  },
};

/** Mean of the slot on the same weekday of the last weeks, without holidays where there is another day. */
function weeklyReference(
  panel: PowerPanel,
): (outlook: { row: number; origin: number }, slot: number) => number {
  const isHoliday = panel.days.map((day) => restOf(day) === 3);
  return ({ row, origin }, slot) => {
    const known = WEEKS.flatMap((week) => {
      const day = row - 7 * week;
      const at = day * panel.slotsPerDay + slot;
      return day >= 0 && at < origin && !Number.isNaN(panel.measured[at])
        ? [{ day, value: panel.measured[at] }]
        : [];
    });
    const plain = known.filter(({ day }) => !isHoliday[day]);
    const used = plain.length > 0 ? plain : known;
    return used.reduce((sum, { value }) => sum + value, 0) / used.length;
  };
}

function lastOfWeekday(
  { measured, slotsPerDay }: PowerPanel,
  { row, origin }: { row: number; origin: number },
  slot: number,
  week: number,
): number {
  const at = (row - 7 * week) * slotsPerDay + slot;
  return at >= 0 && at < origin ? measured[at] : Number.NaN;
}

/** Temperature now, over the last day and against the weeks that the reference is taken from, and its degrees of heating and cooling. */
function temperatureFeatures(panel: PowerPanel): PowerFeature[] {
  const { slotsPerDay } = panel;
  const columns = driversOf(panel, 'temperature');
  if (columns.length === 0) return [];
  const temperature = driverMean(panel, columns);
  const lasting = trailing(temperature, slotsPerDay);
  const heating = trailing(
    temperature.map((t) => Math.max(0, HEATING_BELOW_C - t)),
    slotsPerDay,
  );
  const cooling = trailing(
    temperature.map((t) => Math.max(0, t - COOLING_ABOVE_C)),
    slotsPerDay,
  );
  const change = (values: Float64Array) =>
    values.map((value, i) => {
      const before = WEEKS.map((week) => values[i - 7 * week * slotsPerDay] ?? Number.NaN);
      return value - before.reduce((sum, past) => sum + past, 0) / before.length;
    });
  const feature = (name: string, values: Float64Array): PowerFeature => ({
    name,
    at: ({ row }, slot) => values[row * slotsPerDay + slot],
  });
  return [
    feature('temperature', temperature),
    feature('temperature of a day', lasting),
    feature('heating of a day', heating),
    feature('cooling of a day', cooling),
    feature('temperature against weeks', change(temperature)),
    feature('heating against weeks', change(heating)),
    feature('cooling against weeks', change(cooling)),
    ...columns.map(({ name, values }) => feature(name, values)),
  ];
}

/** Mean of the `count` places up to each one; NaN while there are fewer. */
function trailing(values: Float64Array, count: number): Float64Array {
  return values.map((_, i) => {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += values[i - k] ?? Number.NaN;
    return sum / count;
  });
}
