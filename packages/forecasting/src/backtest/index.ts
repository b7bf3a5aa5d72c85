/** The two halves of a back-test, for forecasts that were made elsewhere. `backtest` and `backtestReport` are in the main door. */
export { planBacktest } from './backtest-plan.ts';
export { type ScoredPeriod } from './backtest-scores.ts';
export { assembleBacktest, scoreIssued } from './backtest.ts';
export { type IssuedRow, issueInTurn } from './issue-in-turn.ts';
export { createMarketDays, type MarketDays, type PeriodMarket } from './market-days.ts';
export { horizonsOf, type OnProgress } from './forecast-days.ts';
export { type LocalPeriod, type ObservedPeriod } from './observed-period.ts';
export { REPORT_MARK } from '../report/report-markdown.ts';
export { byQuarterHours } from './quarter-hours.ts';
export { type DistributionScores } from './distribution-scores.ts';
export { type EpfOptions } from './epf-csv.ts';
export { FILE_RESOLUTIONS, type FileResolution } from './file-steps.ts';
export { type FileMapping, parseFileMapping, pricesOfMapping } from './file-mapping.ts';
export {
  type BatteryEarnings,
  batteryEarnings,
  earningsOfDay,
  earningsPerMw,
  type PlannedDay,
} from './battery-earnings.ts';
export { type GapDay, type GapShare, gapShare } from './gap-share.ts';
export { type PublicDay, usualByMonth, usualWhenPublic } from './usual-by-month.ts';
export { columnKnownAt, fillByWeek, firstKnownRow, lastKnownRow, shareMissing } from './panel-gaps.ts';
export { verdictOn } from '../report/verdict.ts';
