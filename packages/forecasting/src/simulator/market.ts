import type { Fuels } from './fuels.ts';
import { type Grid, hourlyNoise, slowNoise } from './grid.ts';
import { dailySupply } from './market-supply.ts';
import { smoothKernel } from './noise.ts';
import type { RenewablePotential } from './renewables.ts';
import { type Source, type SupplyCurve, clearingPrice, supplyAt } from './supply-curve.ts';
import { type ByVintage, type Vintage, mapVintages } from './vintages.ts';

/** Demand and supply hour by hour: all that an auction or a dispatch needs. */
export interface Market {
  grid: Grid;
  loadMw: ByVintage;
  potential: RenewablePotential;
  /** Load less what wind and sun could feed in. */
  residualMw: ByVintage;
  /** What bidders want beyond it for reasons that no fundamental explains; it moves prices, not power plants. */
  surpriseMw: Float64Array;
  /** One curve for each day of the grid. */
  curves: SupplyCurve[];
}

/** Standard deviations of the surprise, hour by hour and over days. */
const HOURLY_SURPRISE_MW = 1_900;
const DAILY_SURPRISE_MW = 1_300;

export function assembleMarket(
  grid: Grid,
  fuels: Fuels,
  loadMw: ByVintage,
  potential: RenewablePotential,
): Market {
  const hourly = hourlyNoise(grid, 'demand.hourly', smoothKernel(3));
  const daily = slowNoise(grid, 'demand.daily', smoothKernel(1.5));
  const surpriseMw = hourly.map((value, i) => HOURLY_SURPRISE_MW * value + DAILY_SURPRISE_MW * daily[i]);
  const residualMw = mapVintages((vintage) =>
    loadMw[vintage].map((load, i) => load - potential.windMw[vintage][i] - potential.solarMw[vintage][i]),
  );
  const curves = dailySupply(grid, fuels, residualMw.da);
  return { grid, loadMw, potential, residualMw, surpriseMw, curves };
}

/** What runs in one hour of the grid when it is dispatched on the data of a vintage. Generation and net import sum to load. */
export interface Dispatch {
  loadMw: number;
  windMw: number;
  solarMw: number;
  hydroMw: number;
  nuclearMw: number;
  thermalMw: number;
  otherMw: number;
  netImportMw: number;
}

export function dispatchHour(market: Market, hour: number, vintage: Vintage): Dispatch {
  const curve = market.curves[market.grid.localDay[hour] - market.grid.firstDay];
  const demand = market.residualMw[vintage][hour];
  const supply = supplyAt(curve, clearingPrice(curve, demand));
  const windMw = market.potential.windMw[vintage][hour];
  const solarMw = market.potential.solarMw[vintage][hour];
  const curtailed = Math.min(curtailedMw(supply, demand), 0.9 * (windMw + solarMw));
  const keptShare = windMw + solarMw > 0 ? 1 - curtailed / (windMw + solarMw) : 1;
  const rounded = {
    loadMw: tenth(market.loadMw[vintage][hour]),
    windMw: tenth(windMw * keptShare),
    solarMw: tenth(solarMw * keptShare),
    hydroMw: tenth(supply.hydro),
    nuclearMw: tenth(supply.nuclear),
    thermalMw: tenth(supply.thermal),
    otherMw: tenth(supply.other),
  };
  const { loadMw, ...generation } = rounded;
  const generated = Object.values(generation).reduce((sum, mw) => sum + mw, 0);
  return { ...rounded, netImportMw: tenth(loadMw - generated) };
}

/** At a price where a block enters all at once, the part of it that is not needed stays curtailed. */
function curtailedMw(supply: Record<Source, number>, demand: number): number {
  const offered = Object.values(supply).reduce((sum, mw) => sum + mw, 0);
  return Math.max(0, -supply.curtailment) + Math.max(0, offered - demand);
}

/** To 0.1 MW, as operators publish. */
function tenth(mw: number): number {
  return Math.round(mw * 10) / 10;
}
