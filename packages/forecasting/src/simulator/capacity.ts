import { fractionalYear } from './grid.ts';
import { interpolate } from './interpolate.ts';

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
    windMw: interpolate(WIND_MW, year),
    solarMw: interpolate(SOLAR_MW, year),
    batteryMw: interpolate(BATTERY_MW, year),
    pumpMw: interpolate(PUMP_MW, year),
    meanLoadMw: interpolate(MEAN_LOAD_MW, year),
    franceMw: interpolate(FRANCE_MW, year),
  };
}

const WIND_MW = [
  [2015, 22_800],
  [2019, 23_500],
  [2021, 27_000],
  [2024, 30_600],
  [2026, 32_500],
  [2030, 38_000],
  [2041, 50_000],
] as const;

const SOLAR_MW = [
  [2015, 4_600],
  [2019, 4_800],
  [2020, 8_500],
  [2022, 15_000],
  [2023, 20_500],
  [2024, 25_800],
  [2025, 31_500],
  [2026, 37_500],
  [2028, 43_000],
  [2031, 49_000],
  [2041, 70_000],
] as const;

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
