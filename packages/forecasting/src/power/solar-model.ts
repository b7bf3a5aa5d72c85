import { dayNumber } from '../market/delivery-day.ts';
import { calendarFeatures } from './calendar-features.ts';
import { clearSky, groundIrradiance } from './light.ts';
import { meanOfSlot, meansOf, newestOfSlot } from './past-means.ts';
import type { PowerFeature, PowerModel } from './power-model.ts';
import type { Outlook, PowerPanel } from './power-panel.ts';
import { skyFeatures } from './sky-features.ts';

const LEVEL_DAYS = 365;
const PLAIN_DAYS = 7;
const DAYS_A_YEAR = 365.2422;
/** Keeps a share of hardly any light small, W/m2. */
const LEAST_LIGHT = 50;
const NIGHT_SLOTS = 6;

/** Solar power from the sun's height, what clouds leave of it, and a fleet whose size the last weeks show. */
export const SOLAR_MODEL: PowerModel = {
  name: 'solar',
  isSigned: false,
  processShare: 0.5,
  trees: 'after the processes',
  reference(panel) {
    const yieldOf = fleetYield(panel);
    return ({ origin }) => 1000 * yieldOf(origin);
  },
  isJudgedWithDrivers: false,
  plain: (panel) => meanOfSlot(panel, PLAIN_DAYS),
  features(panel) {
    const { slotsPerDay } = panel;
    const clear = clearSky(panel);
    const ground = groundIrradiance(panel);
    const yieldOf = fleetYield(panel);
    const mean = meansOf(panel);
    const share = ground.map((value, i) => (clear[i] > 20 ? value / clear[i] : Number.NaN));
    return [
      ...calendarFeatures(panel).slice(0, 3),
      { name: 'hours ahead', at: ({ row, origin }, slot) => row * slotsPerDay + slot - origin },
      ...[-1, 0, 1].map((shift) => ({
        name: `clear sky[${shift}]`,
        at: ({ row }: { row: number }, slot: number) => clear[row * slotsPerDay + slot + shift] ?? 0,
      })),
      ...[-2, -1, 0, 1, 2].map((shift) => ({
        name: `ground[${shift}]`,
        at: ({ row }: { row: number }, slot: number) =>
          ground[row * slotsPerDay + slot + shift] ?? Number.NaN,
      })),
      { name: 'share of clear sky', at: ({ row }, slot) => share[row * slotsPerDay + slot] },
      {
        name: 'ground so far',
        at: ({ row }, slot) =>
          ground
            .subarray(row * slotsPerDay, row * slotsPerDay + slot + 1)
            .reduce((sum, value) => sum + value, 0),
      },
      {
        name: 'ground of the day',
        at: ({ row }) =>
          ground.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).reduce((sum, value) => sum + value, 0),
      },
      ...skyFeatures(panel),
      ...secondHarmonic(panel),
      ...sinceMorning(panel, { ground, clear, fleetMw: ({ origin }) => 1000 * yieldOf(origin) }),
      ...[0, 1, 2].map((back) => ({
        name: `newest of the slot[${back}]`,
        at: ({ origin }: { origin: number }, slot: number) =>
          newestOfSlot(panel, { slot, origin, back }) / (1000 * yieldOf(origin)),
      })),
      ...[1, 30].map((count) => ({
        name: `last days[${count}]`,
        at: ({ origin }: { origin: number }) =>
          mean(origin - count * slotsPerDay, origin) / (1000 * yieldOf(origin)),
      })),
    ];
  },
};

/** Seasons are not sines: spring rains, and dust and heat in summer. */
function secondHarmonic({ days }: PowerPanel): PowerFeature[] {
  const phase = days.map((day) => (4 * Math.PI * dayNumber(day)) / DAYS_A_YEAR);
  return [
    { name: 'half-yearly cosine', at: ({ row }) => Math.cos(phase[row]) },
    { name: 'half-yearly sine', at: ({ row }) => Math.sin(phase[row]) },
  ];
}

/** The fleet's recent output against the predicted light and a clear sky, and what its stores held in the last night. */
function sinceMorning(
  { measured, slotsPerDay }: PowerPanel,
  {
    ground,
    clear,
    fleetMw,
  }: { ground: Float64Array; clear: Float64Array; fleetMw: (outlook: Outlook) => number },
): PowerFeature[] {
  const against = (light: Float64Array, slots: number) => (outlook: Outlook) => {
    let power = 0;
    let expected = LEAST_LIGHT * slots;
    for (let place = outlook.origin - slots; place < outlook.origin; place++) {
      power += measured[place];
      expected += light[place];
    }
    return (1000 * power) / (fleetMw(outlook) * expected);
  };
  return [
    ...[3, slotsPerDay].flatMap((slots) => [
      { name: `last slots against ground[${slots}]`, at: against(ground, slots) },
      { name: `last slots against clear sky[${slots}]`, at: against(clear, slots) },
    ]),
    {
      name: 'last night',
      at: (outlook) => {
        const from = Math.floor((outlook.origin - 1) / slotsPerDay) * slotsPerDay;
        const night = measured.subarray(from, Math.min(outlook.origin, from + NIGHT_SLOTS));
        return night.reduce((sum, value) => sum + value / night.length, 0) / fleetMw(outlook);
      },
    },
  ];
}

/** MW that the fleet gave for each W/m2 in the last weeks before an origin. */
function fleetYield(panel: PowerPanel): (origin: number) => number {
  const ground = clearSky(panel);
  const { measured, slotsPerDay } = panel;
  const power = new Float64Array(measured.length + 1);
  const sun = new Float64Array(measured.length + 1);
  measured.forEach((value, i) => {
    const isKnown = Number.isFinite(value) && Number.isFinite(ground[i]);
    power[i + 1] = power[i] + (isKnown ? value : 0);
    sun[i + 1] = sun[i] + (isKnown ? ground[i] : 0);
  });
  return (origin) => {
    const from = Math.max(0, origin - LEVEL_DAYS * slotsPerDay);
    return (power[origin] - power[from]) / (sun[origin] - sun[from]);
  };
}
