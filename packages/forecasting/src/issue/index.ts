/** A whole forecast as it is issued: points, distributions, quarter hours and what paths go together by, from what was known at an instant. */
export { clearedBounds, type ClearedLimits, type ClearedMarket, type PriceBounds } from './cleared-limits.ts';
export { clearedInSeries } from './cleared-in-series.ts';
export { type AuctionRecipe, type ForecastRecipe, type IssueRecipe } from './forecast-recipe.ts';
export { parseIssueRecipe } from '../pipelines/parse-issue-recipe.ts';
export { historyStart } from './history-start.ts';
export {
  auctionOfSpreads,
  completeAuction,
  type IssuedAuction,
  type KnownOfAuction,
  reachOf,
} from './issue-auction.ts';
export {
  completeForecast,
  type IssuedForecast,
  joinDays,
  type KnownAtIssue,
  type PointRequest,
  type WantedHour,
} from './issue-forecast.ts';
export { createIssuer, type IssuedInTurn } from './issue-in-turn.ts';
export { knownPricesAtIssue } from './known-at-issue.ts';
export { coveredHours, knownOfAuction, naiveSpreads } from './known-of-auction.ts';
export { followingErrors, NO_PAST_ERRORS, type PastErrors, type PastForecast } from './past-forecast.ts';
export { type PastScores, scoresOfPast } from './scores-of-past.ts';
export { DAY_AHEAD, INTRADAY, wholeRecipe } from '../pipelines/forecast.ts';
