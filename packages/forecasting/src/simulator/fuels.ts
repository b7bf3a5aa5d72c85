import { type Grid, dailyNoise, yearPhase } from './grid.ts';
import { roughKernel, smoothKernel } from './noise.ts';

/** One value for each day of the grid. */
export interface Fuels {
  gasEurPerMwh: Float64Array;
  co2EurPerTonne: Float64Array;
}

const TYPICAL_GAS_EUR_PER_MWH = 34;
const TYPICAL_CO2_EUR_PER_TONNE = 69;

/** Prices that wander over months around a constant level, gas more expensive in winter. */
export function simulateFuels(grid: Grid): Fuels {
  const gasTrend = dailyNoise(grid, 'gas.trend', smoothKernel(70));
  const gasNews = dailyNoise(grid, 'gas.news', roughKernel(15));
  const co2Trend = dailyNoise(grid, 'co2.trend', smoothKernel(80));
  const co2News = dailyNoise(grid, 'co2.news', roughKernel(20));
  return {
    gasEurPerMwh: gasTrend.map((trend, i) => {
      const winter = Math.cos(yearPhase(grid.firstDay + i) - 0.4);
      return TYPICAL_GAS_EUR_PER_MWH * Math.exp(0.16 * trend + 0.06 * gasNews[i] + 0.09 * winter);
    }),
    co2EurPerTonne: co2Trend.map(
      (trend, i) => TYPICAL_CO2_EUR_PER_TONNE * Math.exp(0.1 * trend + 0.035 * co2News[i]),
    ),
  };
}

/** Marginal cost in EUR/MWh of a combined cycle of 53 % efficiency: fuel, 0.37 t CO2 and 3 EUR of operation. */
export function combinedCycleCost(gasEurPerMwh: number, co2EurPerTonne: number): number {
  return gasEurPerMwh / 0.53 + 0.37 * co2EurPerTonne + 3;
}
