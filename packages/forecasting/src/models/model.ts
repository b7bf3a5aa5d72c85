import type { Panel } from '../data/panel.ts';
import type { FitCache } from '../kernel/fit-cache.ts';

/** A day's point forecast and those that it is combined of; each has one finite price for every slot, price unit of the panel. */
export interface MemberForecasts {
  combined: Float64Array;
  members: Float64Array[];
}

/** A model fitted on the days before one delivery day. It alone can forecast. */
export interface FittedModel {
  /**
   * Forecast of row `target` of a panel, from the prices before it and its inputs. The members are the same in number and order for every
   * fit of a model; the combined forecast stands in for one without a forecast of its own. Throws InsufficientHistoryError where
   * something is not known that the fit rests on.
   */
  predict(panel: Panel, target: number): MemberForecasts;
}

/** A point forecaster of one delivery day that is fitted anew for each day. */
export interface Model<Fitted extends FittedModel = FittedModel> {
  readonly name: string;
  /** Fewest complete days before the target day with which `fit` works. */
  readonly minHistoryDays: number;
  /** How many members a forecast has. */
  readonly memberCount: number;
  /**
   * Uses only rows of the panel before `target` (prices, inputs and price signals), the price signals of row `target` and which of its
   * inputs are known, never its prices. Throws InsufficientHistoryError. Fits that share a cache share work, with the same results.
   */
  fit(panel: Panel, target: number, cache?: FitCache): Fitted;
}

/** A forecast that is not combined of others is its own only member. */
export function asOnlyMember(combined: Float64Array): MemberForecasts {
  return { combined, members: [combined] };
}

/** A model cannot forecast the target day from what the panel holds; the message says what is missing. */
export class InsufficientHistoryError extends Error {
  override readonly name = 'InsufficientHistoryError';
}

/** What a computation gives, or what stands in for it where it lacks history. */
export function unlessInsufficient<T>(work: () => T, otherwise: (reason: string) => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InsufficientHistoryError) return otherwise(error.message);
    throw error;
  }
}
