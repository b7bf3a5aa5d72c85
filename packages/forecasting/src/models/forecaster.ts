import type { Panel } from '../series/panel.ts';

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
}
