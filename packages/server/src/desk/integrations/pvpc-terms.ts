import type { AccessPeriod } from '@lonja/forecasting/market';
import type { DatedRate } from './bill-price.ts';

/**
 * Parts of the PVPC that are not the market's price, where the caller gives none. Of 2025-09-21 the system operator's components were to be
 * had, all hours P3: benchmarks/accuracy/published-pvpc.ts computes these numbers from them and states what they err on other days.
 */
export const PVPC_TERMS = {
  /** What the energy at the meter takes from the market beyond it, percent. */
  lossesPercent: 16.2,
  /** Adjustment services, EUR/MWh: dearer in cheap hours, in which more plants are called out of merit. */
  adjustment: { eurPerMwh: 30.5, byPrice: -0.113 },
  /** Marketing costs and what the market's and the system's operator take, EUR/kWh. */
  surchargeEurPerKwh: 0.0042,
  /**
   * Tolls (CNMC, resolution of 4 December 2024), charges (Orden TED/1487/2024) and capacity payments of the energy term of 2.0TD in 2025,
   * EUR/kWh. Those of P3 equal the published component.
   */
  accessEurPerKwh: { p1: 0.093383, p2: 0.028341, p3: 0.002994 } satisfies Record<AccessPeriod, number>,
  /** Share of the energy that is priced by futures, percent (Real Decreto 446/2023). */
  futuresPercent: [
    { from: undefined, percent: 0 },
    { from: '2024-01-01', percent: 25 },
    { from: '2025-01-01', percent: 40 },
    { from: '2026-01-01', percent: 55 },
  ] satisfies DatedRate[],
};

/** Mean absolute error of these terms, with cleared prices, on three published days of 2025, EUR/MWh before taxes. */
export const PVPC_ERROR_EUR_PER_MWH = 8.16;
