import { fractionalYear } from '../market/fractional-year.ts';
import { INSTALLED_MW } from '../market/installed-capacity.ts';
import { interpolate } from '../linalg/interpolate.ts';

/** Installed capacity and yearly mean load of the Spanish peninsula in MW: rounded history, then steady plausible growth. */
export interface Capacity {
  windMw: number;
  solarMw: number;
  batteryMw: number;
  pumpMw: number;
  meanLoadMw: number;
  /** Exchange limit with France, the same in both directions. */
  franceMw: number;
}

export function capacityOf(dayNumberValue: number): Capacity {
  const year = fractionalYear(dayNumberValue);
  return {
    windMw: interpolate(INSTALLED_MW.wind, year),
    solarMw: interpolate(INSTALLED_MW.solar, year),
    batteryMw: interpolate(BATTERY_MW, year),
    pumpMw: interpolate(PUMP_MW, year),
    meanLoadMw: interpolate(MEAN_LOAD_MW, year),
    franceMw: interpolate(FRANCE_MW, year),
  };
}

const BATTERY_MW = [
  [2024, 0],
  [2026, 300],
  [2028, 3_000],
  [2031, 7_000],
  [2041, 16_000],
] as const;

const PUMP_MW = [
  [2015, 3_300],
  [2027, 3_300],
  [2032, 5_000],
  [2041, 6_500],
] as const;

const MEAN_LOAD_MW = [
  [2015.5, 28_400],
  [2018.5, 28_900],
  [2020.5, 27_200],
  [2022.5, 26_900],
  [2023.5, 26_200],
  [2024.5, 26_500],
  [2025.5, 27_200],
  [2030, 29_500],
  [2041, 36_000],
] as const;

const FRANCE_MW = [
  [2015, 1_400],
  [2016, 2_400],
  [2027, 2_500],
  [2029, 4_300],
] as const;
