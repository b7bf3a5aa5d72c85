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
}

/**
 * The supply curve of each day of the grid. Storage buys and sells around the middle price of the day, so the day is
 * cleared once without it: `expectedDemandMw` is load less wind and sun, hourly on the grid.
 */
export function dailySupply(grid: Grid, fuels: Fuels, expectedDemandMw: Float64Array): SupplyCurve[] {
  const nuclear = availableNuclear(grid);
  const rain = dailyNoise(grid, 'hydro.rain', smoothKernel(28));
  const markup = dailyNoise(grid, 'supply.markup', roughKernel(4));
  const france = dailyNoise(grid, 'france.price', smoothKernel(3));
  return Array.from({ length: grid.dayCount }, (_, d) => {
    const phase = yearPhase(grid.firstDay + d);
    const gasCost =
      combinedCycleCost(fuels.gasEurPerMwh[d], fuels.co2EurPerTonne[d]) * Math.exp(0.035 * markup[d]);
    const state: SupplyState = {
      capacity: capacityOf(grid.firstDay + d),
      nuclearMw: nuclear[d],
      gasCost,
      wetness: 0.75 * Math.cos(phase - 1.2) + 0.75 * rain[d],
      francePrice: gasCost * (0.66 + 0.2 * Math.cos(phase - 0.2) + 0.14 * france[d]),
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
const MUST_RUN_THERMAL_MW = 1_500;
const SMALL_RENEWABLES_MW = 900;
const COGENERATION_MW = 1_900;

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
    offered(0, 0, 1_200),
    offered(0.005, 1.5, 1_300),
    offered(1.5, 6, 2_000),
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
    {
      source: 'other',
      fromEurPerMwh: 0.25 * gasCost,
      toEurPerMwh: 0.95 * gasCost,
      mw: COGENERATION_MW,
    },
    thermal(0.88, 1.12, 3_500),
    thermal(1.05, 1.4, 5_000),
    thermal(1.3, 2.2, 8_000),
    thermal(2, 5, 6_000),
    thermal(5, 38, 5_000),
  ];
}

function riverMw(wetness: number): number {
  return 900 + 750 * Math.exp(0.45 * wetness);
}

/** Reservoirs offer around the value of their water, which falls when it has rained. */
function hydroRamps({ gasCost, wetness }: SupplyState): Ramp[] {
  const waterValue = gasCost * Math.max(0.15, 0.82 - 0.26 * wetness);
  const reservoirMw = 7_800 + 900 * wetness;
  const ramp = (from: number, to: number, share: number): Ramp => ({
    source: 'hydro',
    fromEurPerMwh: from * waterValue,
    toEurPerMwh: to * waterValue,
    mw: share * reservoirMw,
  });
  return [ramp(0.1, 0.8, 0.3), ramp(0.7, 1.2, 0.35), ramp(1.1, 2.2, 0.35)];
}

const PORTUGAL_EXPORT_MW = 3_200;
const PORTUGAL_IMPORT_MW = 1_600;

/** Portugal follows the Spanish price, France has its own. */
function exchangeRamps({ gasCost, francePrice, capacity }: SupplyState): Ramp[] {
  const exchange = (fromEurPerMwh: number, toEurPerMwh: number, mw: number): Ramp => ({
    source: 'netimport',
    fromEurPerMwh,
    toEurPerMwh,
    mw,
  });
  return [
    exchange(0, 1.3 * gasCost, PORTUGAL_EXPORT_MW + PORTUGAL_IMPORT_MW),
    exchange(Math.max(0, francePrice - 45), francePrice + 40, 2 * capacity.franceMw),
  ];
}
