import { calendarFeatures } from './calendar-features.ts';
import { driverMean, smoothed } from './driver-features.ts';
import { meanOfSlot, meansOf, newestOfSlot } from './past-means.ts';
import type { PowerFeature, PowerModel } from './power-model.ts';
import { type PowerPanel, driversOf } from './power-panel.ts';

const LEVEL_DAYS = 365;
const PLAIN_DAYS = 28;

/** Wind power from wind speeds, the pressure differences that drive them, and how the fleet ran last. */
export const WIND_MODEL: PowerModel = {
  name: 'wind',
  isSigned: false,
  processShare: 0.5,
  trees: 'apart',
  reference(panel) {
    const mean = meansOf(panel);
    return ({ origin }) => mean(origin - LEVEL_DAYS * panel.slotsPerDay, origin);
  },
  isJudgedWithDrivers: false,
  plain: (panel) => meanOfSlot(panel, PLAIN_DAYS),
  features(panel) {
    const { slotsPerDay } = panel;
    const mean = meansOf(panel);
    const level = ({ origin }: { origin: number }) => mean(origin - LEVEL_DAYS * slotsPerDay, origin);
    const speeds = driversOf(panel, 'windSpeed');
    const speed = driverMean(panel, speeds);
    const ofPlaces = [...speeds, ...driversOf(panel, 'windEast'), ...driversOf(panel, 'windNorth')].map(
      (driver): PowerFeature => {
        const values = smoothed(driver.values, 2);
        return { name: driver.name, at: ({ row }, slot) => values[row * slotsPerDay + slot] };
      },
    );
    return [
      ...calendarFeatures(panel).slice(0, 3),
      { name: 'hours ahead', at: ({ row, origin }, slot) => row * slotsPerDay + slot - origin },
      ...[-6, -3, 0, 3, 6].map((shift) => ({
        name: `wind speed[${shift}]`,
        at: ({ row }: { row: number }, slot: number) => speed[row * slotsPerDay + slot + shift] ?? Number.NaN,
      })),
      ...ofPlaces,
      ...pressureFeatures(panel),
      {
        name: 'last hours',
        at: (outlook) => mean(outlook.origin - 3, outlook.origin) / level(outlook),
      },
      {
        name: 'last day',
        at: (outlook) => mean(outlook.origin - slotsPerDay, outlook.origin) / level(outlook),
      },
      {
        name: 'newest of the slot',
        at: (outlook, slot) => newestOfSlot(panel, { slot, origin: outlook.origin }) / level(outlook),
      },
    ];
  },
};

/** Pressure at each place against all, between places, and its change in six hours: what the wind between the places blows from. */
function pressureFeatures(panel: PowerPanel): PowerFeature[] {
  const { slotsPerDay } = panel;
  const columns = driversOf(panel, 'pressure').map(({ name, values }) => ({
    name,
    values: smoothed(values, 3),
  }));
  if (columns.length === 0) return [];
  const mean = driverMean(panel, columns);
  const at =
    (values: Float64Array): PowerFeature['at'] =>
    ({ row }, slot) =>
      values[row * slotsPerDay + slot];
  const pairs = columns.flatMap((one, i) => columns.slice(i + 1).map((other) => [one, other] as const));
  return [
    { name: 'pressure', at: at(mean) },
    ...columns.map(({ name, values }) => ({
      name: `${name} against all`,
      at: at(values.map((v, i) => v - mean[i])),
    })),
    ...pairs.map(([one, other]) => ({
      name: `${one.name} - ${other.name}`,
      at: at(one.values.map((value, i) => value - other.values[i])),
    })),
    ...columns.map(({ name, values }) => ({
      name: `${name} change`,
      at: at(values.map((value, i) => value - (values[i - 6] ?? Number.NaN))),
    })),
  ];
}
