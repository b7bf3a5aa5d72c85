import type { Panel } from '../data/panel.ts';
import type { HorizonForecast } from '../horizon/forecast-horizon.ts';
import { maskFuturePrices } from '../horizon/mask-future-prices.ts';
import type { ForecastRecipe } from '../issue/forecast-recipe.ts';
import { completeForecast, type IssuedForecast, joinDays } from '../issue/issue-forecast.ts';
import type { PastForecast } from '../issue/past-forecast.ts';
import type { BacktestPlan } from './backtest-plan.ts';
import type { MarketDays } from './market-days.ts';

/** Days before the first scored one are issued too, so that coverage is corrected from the start, once so many lie before them. */
const DAYS_BEFORE_FIRST_BOUNDS = 91;

/** The forecast of one row of a plan. */
export interface IssuedRow {
  row: number;
  /** Its place among the targets of the plan. */
  place: number;
  issued: IssuedForecast;
}

/**
 * Issues the forecasts of `plan.targets` one after the other, each from what was known before it and from the ones before it (see
 * `completeForecast`). `forecasts` are their point forecasts, all over as many days.
 */
export function* issueInTurn(
  recipe: Omit<ForecastRecipe, 'point'>,
  { panel, market }: { panel: Panel; market: MarketDays },
  plan: BacktestPlan,
  forecasts: readonly Pick<HorizonForecast, 'days' | 'members'>[],
): Generator<IssuedRow> {
  const { targets, calibrationRows, calibrationDays } = plan;
  const first = Math.min(calibrationRows.length, DAYS_BEFORE_FIRST_BOUNDS);
  const past: PastForecast[] = [];
  for (const [place, row] of targets.entries()) {
    const { days, members } = forecasts[place];
    const horizonDays = days.length;
    const learnt = { firstDay: panel.days[row], ...joinDays({ days, members }, 0) };
    let quantiles: Float64Array[] | undefined;
    if (place >= first) {
      const issued = completeForecast(
        recipe,
        {
          panel: maskFuturePrices(panel, row, Math.min(panel.days.length, row + horizonDays) - 1),
          target: row,
          horizonDays,
          lateDays: 0,
          firstDayIsWeaker: false,
          ...market.knownBefore(row, recipe, horizonDays),
        },
        { days, members, explanations: [], missingInputs: [], fallbackReason: undefined },
        calibrationDays === 0 ? [] : past.slice(-calibrationDays),
      );
      quantiles = issued.learns?.quantiles;
      yield { row, place, issued };
    }
    past.push({ ...learnt, quantiles });
  }
}
