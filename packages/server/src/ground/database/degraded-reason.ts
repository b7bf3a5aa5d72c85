import type { DeliveryDay } from '@lonja/forecasting/market';

/** What can weaken a forecast; each has its words in the client's package (`reasons/degraded-en.ts`). */
export const DEGRADED_CODES = [
  'prices_late',
  'auction_prices_late',
  'auction_late',
  'auction_empty',
  'no_auction_known',
  'input_late',
  'input_stale',
  'input_not_renewed',
  'fundamentals_not_forecast',
  'no_weather',
  'not_modelled',
  'short_history',
  'model_replaced',
  'no_past_prices',
  'few_calibration_days',
  'bounds_widened',
  'bounds_of_naive',
  'bounds_of_day_ahead',
  'bounds_of_spread',
] as const;
export type DegradedCode = (typeof DEGRADED_CODES)[number];

/** Why a run is weaker than usual. */
export interface DegradedReason {
  code: DegradedCode;
  /** The series or auction that is lacking. */
  input?: string | undefined;
  /** The delivery day that it is lacking of, or after. */
  day?: DeliveryDay | undefined;
  /** What is used in its place: an auction, `da.forecast`, `own_forecast`, `weekly_naive` or a source by its title. */
  standIn?: string | undefined;
  /** How many days there are, of how many that are wanted. */
  known?: number | undefined;
  wanted?: number | undefined;
  /** What a model said of its failure, in English. */
  detail?: string | undefined;
}
