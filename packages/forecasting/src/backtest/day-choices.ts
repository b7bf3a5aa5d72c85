import { bestSchedule, scheduleValueEur } from '../metrics/battery-value.ts';
import { rankCorrelation } from '../metrics/rank-correlation.ts';

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
}

/** Forecast and price of the periods of a day, so many hours each. */
export interface ChoiceDay {
  forecast: readonly number[];
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
  let [earned, best] = [0, 0];
  for (const { forecast, actual, periodHours } of days) {
    const battery = batteryFor(periodHours);
    earned += scheduleValueEur(bestSchedule(forecast, battery, periodHours), actual);
    best += scheduleValueEur(bestSchedule(actual, battery, periodHours), actual);
  }
  return {
    rankCorrelation: correlations.length === 0 ? null : mean(correlations),
    cheapestHitPercent: 100 * mean(days.map((day) => hitShare(day, 1))),
    mostExpensiveHitPercent: 100 * mean(days.map((day) => hitShare(day, -1))),
    batteryCapturedPercent: best > 0 ? (100 * earned) / best : null,
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
