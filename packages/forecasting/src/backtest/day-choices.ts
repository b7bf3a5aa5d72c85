import { rankCorrelation } from '../metrics/rank-correlation.ts';
import { planValueEur } from './battery-earnings.ts';
import { type GapShare, gapShare } from './gap-share.ts';

/** How well the forecast of a day chooses its periods. Means over days. */
export interface ChoiceScores {
  /** Spearman's correlation of forecast and price within a day, -1 to 1; null where no day has one. */
  rankCorrelation: number | null;
  /** Of the four cheapest hours of a day, percent that were among the four that the forecast had as cheapest. */
  cheapestHitPercent: number;
  /** The same of the four most expensive hours. */
  mostExpensiveHitPercent: number;
  /** What a battery of two hours, efficiency 0.85, earns by the plan of each day, percent of what it would with prices known. Null without a gain. */
  batteryCapturedPercent: number | null;
  /**
   * How much of the gap between the plan of the usual prices (the mean of the same month and slot before the day) and that of known prices the
   * same battery closes. Null without usual prices, and without a gap.
   */
  batteryGap: GapShare | null;
}

/** Forecast, price and, where a past is known, usual price of the periods of a day, so many hours each. */
export interface ChoiceDay {
  forecast: readonly number[];
  usual?: readonly number[];
  actual: readonly number[];
  periodHours: number;
}

const CHOSEN_HOURS = 4;
/** Two hours at full power, or two periods where they are longer. */
const batteryFor = (periodHours: number) => ({
  powerMw: 1,
  capacityMwh: 2 * Math.max(1, periodHours),
  efficiency: 0.85,
});

export function scoreChoices(days: readonly ChoiceDay[]): ChoiceScores {
  const correlations = days
    .map(({ forecast, actual }) => rankCorrelation(forecast, actual))
    .filter((correlation) => !Number.isNaN(correlation));
  const values = days.map(({ forecast, usual, actual, periodHours }) => {
    const battery = batteryFor(periodHours);
    const valueBy = (prices: readonly number[]) => planValueEur(prices, actual, battery, periodHours);
    return {
      floor: usual === undefined ? undefined : valueBy(usual),
      earned: valueBy(forecast),
      optimum: valueBy(actual),
    };
  });
  const earned = values.reduce((sum, value) => sum + value.earned, 0);
  const best = values.reduce((sum, value) => sum + value.optimum, 0);
  return {
    rankCorrelation: correlations.length === 0 ? null : mean(correlations),
    cheapestHitPercent: 100 * mean(days.map((day) => hitShare(day, 1))),
    mostExpensiveHitPercent: 100 * mean(days.map((day) => hitShare(day, -1))),
    batteryCapturedPercent: best > 0 ? (100 * earned) / best : null,
    batteryGap: gapShare(
      values.flatMap(({ floor, ...value }) => (floor === undefined ? [] : [{ ...value, floor }])),
    ),
  };
}

function hitShare({ forecast, actual, periodHours }: ChoiceDay, sign: 1 | -1): number {
  const count = Math.min(actual.length, Math.max(1, Math.round(CHOSEN_HOURS / periodHours)));
  const chosen = (values: readonly number[]) =>
    values
      .map((_, i) => i)
      .sort((a, b) => sign * (values[a] - values[b]) || a - b)
      .slice(0, count);
  const wanted = new Set(chosen(actual));
  return chosen(forecast).filter((i) => wanted.has(i)).length / count;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
