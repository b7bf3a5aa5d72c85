import { weekdayOf } from '../market/delivery-day.ts';
import { type PriceRegime, priceRegimes } from '../metrics/price-regime.ts';
import { type GroupScores, scoreGroups } from './group-scores.ts';
import type { ReportInput } from './report-input.ts';
import { type ReportTable, dayOf } from './table.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const REGIMES: readonly PriceRegime[] = ['zero or negative', 'normal', 'spike'];

/** The same figures for the periods of each hour, weekday, calendar month and so on. */
export interface Breakdowns {
  hour: GroupScores[];
  weekday: GroupScores[];
  /** `YYYY-MM`. */
  month: GroupScores[];
  /** `YYYY-Qn`. */
  quarter: GroupScores[];
  regime: GroupScores[];
  leadDay: GroupScores[];
}

/** All but the lead days are of the forecasts with the shortest lead time, which `table` holds. */
export function breakDown(
  table: ReportTable,
  { periods, rivals = [] }: ReportInput,
): { breakdowns: Breakdowns; spikeAbove: number } {
  const { spikeAbove, regimes } = priceRegimes(table.periods.map(({ actual }) => actual));
  const leadDays = [...new Set(periods.map(({ leadDay = 1 }) => leadDay))].sort((a, b) => a - b);
  const breakdowns = {
    hour: scoreGroups(table, ({ time }) => time.slice(11, 13)),
    weekday: scoreGroups(table, (period) => WEEKDAYS[weekdayOf(dayOf(period))], WEEKDAYS),
    month: scoreGroups(table, ({ time }) => time.slice(0, 7)),
    quarter: scoreGroups(table, ({ time }) => quarterOf(time)),
    regime: scoreGroups(table, (_, i) => regimes[i], REGIMES),
    leadDay: scoreGroups({ periods, rivals }, ({ leadDay = 1 }) => String(leadDay), leadDays.map(String)),
  };
  return { breakdowns, spikeAbove };
}

function quarterOf(time: string): string {
  return `${time.slice(0, 4)}-Q${Math.ceil(Number(time.slice(5, 7)) / 3)}`;
}
