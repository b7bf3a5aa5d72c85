/** A battery that trades a series of prices. */
export interface Battery {
  /** Charging and discharging, MW. */
  powerMw: number;
  /** A whole number of periods at full power, MWh. */
  capacityMwh: number;
  /** Energy that comes out for each that went in, 0 to 1. */
  efficiency: number;
  /** Cost of wear for each MWh that comes out, EUR/MWh. */
  wearEurPerMwh?: number | undefined;
}

/** What a battery sends to the grid in each period, MWh; negative while it charges. */
export type BatterySchedule = Float64Array;

/**
 * The schedule that earns most at the given prices, EUR/MWh, from empty to empty. Dynamic programming over the periods of charge that the
 * battery holds: with a capacity of whole periods no other schedule earns more. O(periods x capacity in periods).
 */
export function bestSchedule(
  prices: ArrayLike<number>,
  { powerMw, capacityMwh, efficiency, wearEurPerMwh = 0 }: Battery,
  periodHours: number,
): BatterySchedule {
  const energyMwh = powerMw * periodHours;
  const steps = Math.round(capacityMwh / energyMwh);
  if (Math.abs(steps * energyMwh - capacityMwh) > 1e-9 * capacityMwh) {
    throw new RangeError(
      `A capacity of ${capacityMwh} MWh is no whole number of periods of ${energyMwh} MWh.`,
    );
  }
  const { length } = prices;
  // The most that can still be earned from each charge on, period by period from the last; ending with a charge is worth nothing.
  const rest = Array.from({ length: length + 1 }, () => new Float64Array(steps + 1));
  const gainOf = (t: number, step: number) =>
    step > 0 ? -prices[t] * energyMwh : step < 0 ? (prices[t] - wearEurPerMwh) * energyMwh * efficiency : 0;
  const bestStep = (t: number, charge: number) => {
    let best = { step: 0, earned: rest[t + 1][charge] };
    for (const step of [-1, 1]) {
      if (charge + step < 0 || charge + step > steps) continue;
      const earned = gainOf(t, step) + rest[t + 1][charge + step];
      if (earned > best.earned) best = { step, earned };
    }
    return best;
  };
  for (let t = length - 1; t >= 0; t--) {
    for (let charge = 0; charge <= steps; charge++) rest[t][charge] = bestStep(t, charge).earned;
  }
  let charge = 0;
  return Float64Array.from({ length }, (_, t) => {
    const { step } = bestStep(t, charge);
    charge += step;
    return step > 0 ? -energyMwh : step < 0 ? energyMwh * efficiency : 0;
  });
}

/** What a schedule earns at the given prices, EUR, less the wear. */
export function scheduleValueEur(
  schedule: BatterySchedule,
  prices: ArrayLike<number>,
  { wearEurPerMwh = 0 }: Pick<Battery, 'wearEurPerMwh'> = {},
): number {
  return schedule.reduce((sum, mwh, t) => sum + mwh * prices[t] - Math.max(0, mwh) * wearEurPerMwh, 0);
}
