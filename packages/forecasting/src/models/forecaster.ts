import type { Panel } from '../data/panel.ts';

/** A day's point forecast and those that it is made of; each has one finite price for every slot. */
export interface MemberForecasts {
  combined: Float64Array;
  members: Float64Array[];
}

/**
 * A point forecaster of one delivery day.
 * `fit` uses only rows of the panel before `target` (prices and exogenous inputs) and the exogenous inputs of row `target`'s
 * *availability pattern* (which columns are known), never its prices. The fitted model is plain JSON: it round-trips
 * through `JSON.stringify`.
 */
export interface Forecaster<Fitted = unknown> {
  readonly name: string;
  /** Fewest complete days before the target day with which `fit` works. */
  readonly minHistoryDays: number;
  fit(panel: Panel, target: number): Fitted;
  /** Point forecast of every slot of row `target`; length `slotsPerDay`, finite. */
  predict(fitted: Fitted, panel: Panel, target: number): Float64Array;
  /** How many members `predictMembers` tells of; 1 where there is no such function. */
  readonly memberCount?: number;
  /**
   * The forecast that `predict` gives, together with those it averages: their disagreement tells of doubt. The same
   * members in the same order for every day and fit; the combined forecast stands in for one that has no forecast of its own.
   */
  predictMembers?(fitted: Fitted, panel: Panel, target: number): MemberForecasts;
}

/** `predictMembers` of any forecaster: one that is not made of others is its own only member. */
export function predictMembers<Fitted>(
  forecaster: Forecaster<Fitted>,
  fitted: Fitted,
  { panel, target }: { panel: Panel; target: number },
): MemberForecasts {
  if (forecaster.predictMembers !== undefined) return forecaster.predictMembers(fitted, panel, target);
  const combined = forecaster.predict(fitted, panel, target);
  return { combined, members: [combined] };
}
