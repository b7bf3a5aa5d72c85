/** The intraday auctions of Spain: forecasts of the spread to the auction before. */
export { buildIntradayPanel, priceKey, pricesOf } from './build-intraday-panel.ts';
export {
  INTRADAY_FUNDAMENTAL_KEYS,
  INTRADAY_QUANTITIES,
  type IntradayFundamentals,
  intradayFundamentals,
} from './intraday-fundamentals.ts';
export { coveredSlots, type IntradayPanel, isRowKnown, referenceOf } from './intraday-panel.ts';
export { type PastSpreads, pastSpreads } from './past-spreads.ts';
export { type SpreadOptions, type SpreadRecipe } from './spread-model.ts';
export { SPREAD_OPTIONS } from '../pipelines/intraday.ts';
export { parseSpreadRecipe } from '../pipelines/parse-spread-recipe.ts';
