import { smoothed } from './driver-features.ts';
import type { PowerFeature } from './power-model.ts';
import { type DriverColumn, type PowerPanel, driversOf } from './power-panel.ts';

/** Hours on either side of a slot that a feature is the mean of: near it, and around it where the weather is broad. */
const NEAR = 2;
const AROUND = 6;

/** Weather at each place that bears on the light: clouds and moisture, warmth, and the fronts that wind and pressure announce. */
export function skyFeatures(panel: PowerPanel): PowerFeature[] {
  const of = driversOf.bind(undefined, panel);
  const light = [...of('cloudCover'), ...of('humidity'), ...of('irradiance')];
  const winds = [...of('windSpeed'), ...of('windEast'), ...of('windNorth')];
  return [
    ...light.flatMap((driver) => lightFeatures(panel, driver)),
    ...of('temperature').flatMap((driver) => warmthFeatures(panel, driver)),
    ...dewPoints(panel).flatMap(({ name, values }) => [
      { name: `${name} around`, at: inSlot(panel, smoothed(values, AROUND)) },
      { name: `${name} of the day`, at: overDay(panel, values, 0, panel.slotsPerDay) },
    ]),
    ...of('pressure').flatMap((driver) => pressureFeatures(panel, driver)),
    ...winds.map(({ name, values }) => ({
      name: `${name} around`,
      at: inSlot(panel, smoothed(values, AROUND)),
    })),
  ];
}

function lightFeatures(panel: PowerPanel, { name, values }: DriverColumn): PowerFeature[] {
  return [
    { name, at: inSlot(panel, smoothed(values, NEAR)) },
    { name: `${name} around`, at: inSlot(panel, smoothed(values, AROUND)) },
    { name: `${name} of the day`, at: overDay(panel, values, 9, 20) },
  ];
}

/** Clouds keep nights warm and days cool. */
function warmthFeatures(panel: PowerPanel, { name, values }: DriverColumn): PowerFeature[] {
  const { slotsPerDay } = panel;
  const near = inSlot(panel, smoothed(values, NEAR));
  const wide = inSlot(panel, smoothed(values, 3));
  const hourly = smoothed(values, 1);
  const noon = overDay(panel, values, 11, 19);
  const night = overDay(panel, values, 0, 8);
  return [
    { name, at: near },
    { name: `${name} day over night`, at: (outlook, slot) => noon(outlook, slot) - night(outlook, slot) },
    {
      name: `${name} change of a day`,
      at: (outlook, slot) => wide(outlook, slot) - wide({ ...outlook, row: outlook.row - 1 }, slot),
    },
    {
      name: `${name} greatest`,
      at: ({ row }) => Math.max(...hourly.subarray(row * slotsPerDay + 10, row * slotsPerDay + 20)),
    },
  ];
}

function pressureFeatures(panel: PowerPanel, { name, values }: DriverColumn): PowerFeature[] {
  const { slotsPerDay } = panel;
  const wide = smoothed(values, AROUND);
  const change = (from: number, to: number): PowerFeature['at'] => {
    return ({ row }, slot) => {
      const place = row * slotsPerDay + slot;
      return wide[Math.min(wide.length - 1, place + to)] - (wide[place + from] ?? Number.NaN);
    };
  };
  return [
    { name, at: inSlot(panel, values) },
    { name: `${name} change of a day`, at: change(-slotsPerDay, 0) },
    { name: `${name} change of half a day`, at: change(-6, 6) },
  ];
}

/** Temperatures at which the air's moisture condenses, degC, where temperature and humidity of a place are both predicted (Magnus formula). */
function dewPoints(panel: PowerPanel): Pick<DriverColumn, 'name' | 'values'>[] {
  const humidities = driversOf(panel, 'humidity');
  return driversOf(panel, 'temperature').flatMap(({ name, values }) => {
    const place = name.slice('temperature'.length);
    const humidity = humidities.find((other) => other.name === `humidity${place}`);
    if (humidity === undefined) return [];
    const dew = values.map((celsius, i) => {
      const moisture = Math.log(Math.max(0.02, humidity.values[i])) + (17.6 * celsius) / (243 + celsius);
      return (243 * moisture) / (17.6 - moisture);
    });
    return [{ name: `dew point${place}`, values: dew }];
  });
}

function inSlot({ slotsPerDay }: PowerPanel, values: Float64Array): PowerFeature['at'] {
  return ({ row }, slot) => values[row * slotsPerDay + slot] ?? Number.NaN;
}

/** Mean of a day's slots `[from, to)`. */
function overDay(
  { slotsPerDay }: PowerPanel,
  values: Float64Array,
  from: number,
  to: number,
): PowerFeature['at'] {
  return ({ row }) =>
    values
      .subarray(row * slotsPerDay + from, row * slotsPerDay + to)
      .reduce((sum, value) => sum + value / (to - from), 0);
}
