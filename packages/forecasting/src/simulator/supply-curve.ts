export const SOURCES = ['nuclear', 'hydro', 'thermal', 'other', 'netimport', 'curtailment'] as const;
export type Source = (typeof SOURCES)[number];

/** Supply that enters evenly while the price rises from one value to the other; all at once where the two are equal. */
export interface Ramp {
  source: Source;
  fromEurPerMwh: number;
  toEurPerMwh: number;
  mw: number;
}

/**
 * What all sources together offer against price: a piecewise straight, rising line through (`price[i]`, `mw[i]`). Demand
 * sources (exports, pumping, curtailment) count as negative supply that shrinks as the price rises.
 */
export interface SupplyCurve {
  /** Offered at any price, MW. */
  fixedMw: Record<Source, number>;
  ramps: readonly Ramp[];
  price: Float64Array;
  mw: Float64Array;
}

export function buildSupplyCurve(fixedMw: Record<Source, number>, ramps: readonly Ramp[]): SupplyCurve {
  const fixed = SOURCES.reduce((sum, source) => sum + fixedMw[source], 0);
  const corners = [...new Set(ramps.flatMap((ramp) => [ramp.fromEurPerMwh, ramp.toEurPerMwh]))].sort(
    (a, b) => a - b,
  );
  const price: number[] = [];
  const mw: number[] = [];
  for (const corner of corners) {
    let below = fixed;
    let above = fixed;
    for (const ramp of ramps) {
      const full = corner >= ramp.toEurPerMwh;
      const offered = full ? ramp.mw : shareOf(ramp, corner) * ramp.mw;
      above += offered;
      below += full && ramp.fromEurPerMwh === corner ? 0 : offered;
    }
    if (below < above) {
      price.push(corner);
      mw.push(below);
    }
    price.push(corner);
    mw.push(above);
  }
  return { fixedMw, ramps, price: Float64Array.from(price), mw: Float64Array.from(mw) };
}

/** The price at which supply meets demand; beyond its ends the curve is a wall. O(log corners). */
export function clearingPrice(curve: SupplyCurve, demandMw: number): number {
  const { price, mw } = curve;
  const last = mw.length - 1;
  if (demandMw <= mw[0]) return price[0];
  if (demandMw >= mw[last]) return price[last];
  let below = 0;
  let above = last;
  while (above - below > 1) {
    const middle = (below + above) >>> 1;
    if (mw[middle] < demandMw) below = middle;
    else above = middle;
  }
  return price[below] + ((demandMw - mw[below]) / (mw[above] - mw[below])) * (price[above] - price[below]);
}

/** What each source delivers at a price, MW, all steps at that price included. */
export function supplyAt(curve: SupplyCurve, priceEurPerMwh: number): Record<Source, number> {
  const delivered = { ...curve.fixedMw };
  for (const ramp of curve.ramps) {
    delivered[ramp.source] +=
      priceEurPerMwh >= ramp.toEurPerMwh ? ramp.mw : ramp.mw * shareOf(ramp, priceEurPerMwh);
  }
  return delivered;
}

function shareOf(ramp: Ramp, price: number): number {
  if (price <= ramp.fromEurPerMwh) return 0;
  return (price - ramp.fromEurPerMwh) / (ramp.toEurPerMwh - ramp.fromEurPerMwh);
}
