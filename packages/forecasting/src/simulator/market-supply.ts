import { type Capacity, capacityOf } from './capacity.ts';
import { type Fuels, combinedCycleCost } from './fuels.ts';
import { type Grid, dailyNoise, yearPhase } from './grid.ts';
import { smoothKernel, roughKernel } from './noise.ts';
import { availableNuclear } from './nuclear.ts';
import { type Ramp, type Source, type SupplyCurve, buildSupplyCurve, clearingPrice } from './supply-curve.ts';

/** What sets a day's supply besides the weather. */
interface SupplyState {
  capacity: Capacity;
  nuclearMw: number;
  /** Marginal cost of the typical combined cycle: the yardstick of all other offers. */
  gasCost: number;
  /** About -2 after a dry year to 2 in a wet spring. */
  wetness: number;
  francePrice: number;
  /** What reservoir owners ask today over the long-run value of their water, about 1. */
  waterPremium: number;
}

/**
 * The supply curve of each day of the grid. Storage buys and sells around the middle price of the day, so the day is
 * cleared once without it: `expectedDemandMw` is load less wind and sun, hourly on the grid.
 */
export function dailySupply(grid: Grid, fuels: Fuels, expectedDemandMw: Float64Array): SupplyCurve[] {
  const nuclear = availableNuclear(grid);
  const rain = dailyNoise(grid, 'hydro.rain', smoothKernel(28));
  const markup = dailyNoise(grid, 'supply.markup', roughKernel(2.5));
  const caution = dailyNoise(grid, 'hydro.caution', roughKernel(1.5));
  const france = dailyNoise(grid, 'france.price', roughKernel(4));
  return Array.from({ length: grid.dayCount }, (_, d) => {
    const phase = yearPhase(grid.firstDay + d);
    const wetSeason = Math.cos(phase - 1);
    const gasCost =
      combinedCycleCost(fuels.gasEurPerMwh[d], fuels.co2EurPerTonne[d]) * Math.exp(0.07 * markup[d]);
    const state: SupplyState = {
      capacity: capacityOf(grid.firstDay + d),
      nuclearMw: nuclear[d],
      gasCost,
      waterPremium: Math.exp(0.18 * caution[d]),
      wetness: saturating(wetSeason - 0.15 + (0.8 + 0.4 * wetSeason) * rain[d]),
      francePrice: gasCost * (0.72 + 0.24 * Math.cos(phase - 0.2) + 0.2 * france[d]),
    };
    const withoutStorage = buildSupplyCurve(fixedSupply(state), dispatchRamps(state));
    const demand = expectedDemandMw.subarray(grid.dayOffset[d], grid.dayOffset[d + 1]);
    const prices = Array.from(demand, (mw) => clearingPrice(withoutStorage, mw)).sort((a, b) => a - b);
    return withStorage(state, prices[prices.length >>> 1]);
  });
}

function dispatchRamps(state: SupplyState): Ramp[] {
  return [...renewableRamps(), ...thermalRamps(state), ...hydroRamps(state), ...exchangeRamps(state)];
}

/** Close to x while small, never beyond 2.2 either way: rivers and reservoirs have their limits. */
function saturating(x: number): number {
  return 2.2 * Math.tanh(x / 2.2);
}

/** Pumping and batteries buy below the day's middle price and sell above it, losing a part on the way. */
function withStorage(state: SupplyState, middlePrice: number): SupplyCurve {
  const { pumpMw, batteryMw } = state.capacity;
  const middle = Math.max(8, middlePrice);
  const fixed = fixedSupply(state);
  const stored = { ...fixed, hydro: fixed.hydro - pumpMw, other: fixed.other - batteryMw };
  const ramp = (source: Source, from: number, to: number, mw: number): Ramp => ({
    source,
    fromEurPerMwh: from * middle,
    toEurPerMwh: to * middle,
    mw,
  });
  return buildSupplyCurve(stored, [
    ...dispatchRamps(state),
    ramp('hydro', 0.05, 0.75, pumpMw),
    ramp('hydro', 1.15, 1.6, 0.75 * pumpMw),
    ramp('other', 0.1, 0.85, batteryMw),
    ramp('other', 1.1, 1.7, 0.85 * batteryMw),
  ]);
}

const NUCLEAR_MODULATION = 0.1;
const CURTAILABLE_MW = 26_000;
const MUST_RUN_THERMAL_MW = 2_600;
const SMALL_RENEWABLES_MW = 1_800;
const COGENERATION_MW = 900;
/** Where the last reserve and the last shed load clear, below the harmonised limit of 4,000. */
const SCARCITY_EUR_PER_MWH = 3_000;

function fixedSupply(state: SupplyState): Record<Source, number> {
  return {
    nuclear: state.nuclearMw * (1 - NUCLEAR_MODULATION),
    hydro: riverMw(state.wetness),
    thermal: MUST_RUN_THERMAL_MW,
    other: SMALL_RENEWABLES_MW,
    netimport: -state.capacity.franceMw - PORTUGAL_EXPORT_MW,
    curtailment: -CURTAILABLE_MW,
  };
}

/** Wind and sun are withheld as the price nears zero: some at small costs, many at exactly zero, the subsidised below it. */
function renewableRamps(): Ramp[] {
  const offered = (fromEurPerMwh: number, toEurPerMwh: number, mw: number): Ramp => ({
    source: 'curtailment',
    fromEurPerMwh,
    toEurPerMwh,
    mw,
  });
  return [
    offered(-15, -5, 14_000),
    offered(-5, -1, 5_500),
    offered(-1, -0.005, 2_000),
    offered(0, 0, 2_600),
    offered(0.005, 1.5, 1_300),
    offered(1.5, 6, 1_200),
  ];
}

function thermalRamps({ gasCost, nuclearMw }: SupplyState): Ramp[] {
  const thermal = (from: number, to: number, mw: number): Ramp => ({
    source: 'thermal',
    fromEurPerMwh: from * gasCost,
    toEurPerMwh: to * gasCost,
    mw,
  });
  return [
    { source: 'nuclear', fromEurPerMwh: 0.5, toEurPerMwh: 12, mw: nuclearMw * NUCLEAR_MODULATION },
    { source: 'other', fromEurPerMwh: 0.25 * gasCost, toEurPerMwh: 0.95 * gasCost, mw: COGENERATION_MW },
    thermal(0.45, 1.03, 1_400),
    thermal(0.96, 1.27, 3_300),
    thermal(1.2, 1.85, 4_300),
    thermal(1.7, 2.7, 4_500),
    thermal(2.2, 5, 5_000),
    { source: 'thermal', fromEurPerMwh: 5 * gasCost, toEurPerMwh: SCARCITY_EUR_PER_MWH, mw: 5_000 },
  ];
}

function riverMw(wetness: number): number {
  return 200 + 1_250 * Math.exp(0.55 * wetness);
}

/** Reservoirs offer around the value of their water, which falls when it has rained. */
function hydroRamps({ gasCost, wetness, waterPremium }: SupplyState): Ramp[] {
  const waterValue = waterPremium * gasCost * Math.max(0.12, 1.03 - 0.35 * wetness);
  const reservoirMw = 5_000 + 500 * wetness;
  const ramp = (from: number, to: number, share: number): Ramp => ({
    source: 'hydro',
    fromEurPerMwh: from * waterValue,
    toEurPerMwh: to * waterValue,
    mw: share * reservoirMw,
  });
  return [ramp(0.05, 0.6, 0.22), ramp(0.75, 1.2, 0.36), ramp(1.15, 2, 0.42)];
}

const PORTUGAL_EXPORT_MW = 2_600;
const PORTUGAL_IMPORT_MW = 1_000;

/** Portugal follows the Spanish price, France has its own. */
function exchangeRamps({ gasCost, francePrice, capacity, wetness }: SupplyState): Ramp[] {
  const exchange = (fromEurPerMwh: number, toEurPerMwh: number, mw: number): Ramp => ({
    source: 'netimport',
    fromEurPerMwh,
    toEurPerMwh,
    mw,
  });
  const portugalPrice = Math.max(0.5, 1.25 - 0.2 * wetness) * gasCost;
  return [
    exchange(0.05 * gasCost, portugalPrice, PORTUGAL_EXPORT_MW + PORTUGAL_IMPORT_MW),
    exchange(Math.max(0, francePrice - 40), francePrice + 40, 2 * capacity.franceMw),
  ];
}
