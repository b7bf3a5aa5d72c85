import { empiricalQuantile } from './empirical-quantile.ts';
import { middleOf } from './spread.ts';

/** What it brings to trade a position at a later auction in place of an earlier one, over past days. Money, in the unit of the prices times MWh. */
export interface WaitingWorth {
  mean: number;
  /** Standard error of the mean, as if the days were independent. */
  meanError: number;
  /** 10th percentile, median and 90th percentile. */
  p10: number;
  value: number;
  p90: number;
  /** The least of all days. */
  lowest: number;
  /** Share of the days on which it brought money, 0 to 1. */
  probabilityGain: number;
}

/** Part of a position, 0 to 1. */
export interface PartWithinLoss {
  part: number;
  /** The loss that this part does not exceed with the stated probability; 0 where it makes none. */
  loss: number;
}

/**
 * What waiting would have brought on each past day: the energy of each period (MWh, sales positive, purchases negative) times the spread of the
 * later to the earlier price in that period of the day. Whole days are kept together, so that periods go together as they did. Throws RangeError
 * where a day has another number of periods.
 */
export function waitingOutcomes(energy: Float64Array, spreads: readonly Float64Array[]): Float64Array {
  return Float64Array.from(spreads, (ofDay) => {
    if (ofDay.length !== energy.length)
      throw new RangeError(`A day has ${ofDay.length} spreads for ${energy.length} periods.`);
    return ofDay.reduce((sum, spread, t) => sum + energy[t] * spread, 0);
  });
}

/** The figures of such outcomes. Throws RangeError without one. */
export function waitingWorth(outcomes: Float64Array): WaitingWorth {
  if (outcomes.length === 0) throw new RangeError('The worth of waiting needs a past day.');
  const n = outcomes.length;
  const mean = outcomes.reduce((sum, each) => sum + each, 0) / n;
  const squares = outcomes.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return {
    mean,
    meanError: n === 1 ? 0 : Math.sqrt(squares / (n - 1) / n),
    ...middleOf([...outcomes]),
    lowest: Math.min(...outcomes),
    probabilityGain: outcomes.filter((each) => each > 0).length / n,
  };
}

/**
 * The largest part of the position that loses no more than `maxLoss` with probability `confidence`, 0 to 1 exclusive: a loss grows as the part
 * does, so it is `maxLoss` over the loss of the whole at that level of the outcomes, and the whole where that is less. Throws RangeError
 * without an outcome, and where the level lies beyond what so few of them can show.
 */
export function partWithinLoss(
  outcomes: Float64Array,
  { maxLoss, confidence }: { maxLoss: number; confidence: number },
): PartWithinLoss {
  const needed = fewestOutcomes(confidence);
  if (outcomes.length < needed)
    throw new RangeError(`A confidence of ${confidence} needs ${needed} days; there are ${outcomes.length}.`);
  const lossOfAll = Math.max(0, -empiricalQuantile(outcomes.toSorted(), 1 - confidence));
  const part = lossOfAll <= maxLoss ? 1 : maxLoss / lossOfAll;
  return { part, loss: part * lossOfAll };
}

/** Outcomes below which the least of them would stand for a loss of that confidence, whatever lies beyond. */
function fewestOutcomes(confidence: number): number {
  return Math.max(1, Math.ceil(1 / (1 - confidence) - 1e-9));
}
