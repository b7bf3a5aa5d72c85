import { periodMs } from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { roundHalfAway } from '../../ground/http/wire.ts';
import type { TariffPeriod } from './list-tariff.ts';
import { LATER_HOURS } from './stored-energy.ts';

/** Of the steps in which programs plan. */
export const MINUTES = { PT15M: 15, PT30M: 30, PT1H: 60 };

/** The mean of each hour from the first period on, up to the end of what the value of stored energy comes from. */
export function inHours(
  periods: readonly TariffPeriod[],
  hours: number,
  resolution: 'PT15M' | 'PT1H',
): number[] {
  const perHour = 60 / MINUTES[resolution];
  const known = Math.floor(periods.length / perHour);
  if (known < hours + LATER_HOURS) {
    throw new AppError(
      'not_found',
      `Prices are known for ${known} hours, and the value of stored energy needs those of ${hours + LATER_HOURS}. Send fewer hours, or ask again after the next forecast.`,
    );
  }
  return Array.from({ length: known }, (_, hour) => {
    const ofHour = periods.slice(hour * perHour, (hour + 1) * perHour);
    return ofHour.reduce((sum, { eurPerKwh }) => sum + eurPerKwh, 0) / perHour;
  });
}

/** The mean of the periods of each step; the first step is the one that runs now, of which only what is left counts. */
export function inSteps(
  periods: readonly TariffPeriod[],
  step: keyof typeof MINUTES,
  resolution: 'PT15M' | 'PT1H',
): number[] {
  const stepMs = MINUTES[step] * 60_000;
  if (stepMs === periodMs(resolution)) return periods.map(({ eurPerKwh }) => roundRetail(eurPerKwh));
  const steps = Map.groupBy(periods, ({ start }) => Math.floor(start / stepMs));
  const count = Math.floor((periods.length * periodMs(resolution)) / stepMs);
  return [...steps.values()]
    .slice(0, count)
    .map((ofStep) => roundRetail(ofStep.reduce((sum, { eurPerKwh }) => sum + eurPerKwh, 0) / ofStep.length));
}

/** EUR/kWh with 5 decimals, as fine as EUR/MWh with 2. */
export function roundRetail(eurPerKwh: number): number {
  return roundHalfAway(eurPerKwh, 5);
}
