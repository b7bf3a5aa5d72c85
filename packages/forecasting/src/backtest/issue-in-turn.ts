import type { HorizonForecast } from '../horizon/forecast-horizon.ts';
import { maskFuturePrices } from '../horizon/mask-future-prices.ts';
import type { ForecastRecipe } from '../issue/forecast-recipe.ts';
import type { IssuedForecast } from '../issue/issue-forecast.ts';
import { createIssuer } from '../issue/issue-in-turn.ts';
import type { BacktestPlan } from './backtest-plan.ts';
import type { MarketDays } from './market-days.ts';

/** What is issued of one row of a plan. */
export interface IssuedRow {
  row: number;
  /** Its place among the targets of the plan. */
  place: number;
  issued: IssuedForecast;
}

/**
 * Issues the forecasts of `plan.targets` one after the other, each from what was known before it and from the ones before it (see
 * `createIssuer`). `forecasts` are their point forecasts, all over as many days.
 */
export function* issueInTurn(
  recipe: Omit<ForecastRecipe, 'point'>,
  market: MarketDays,
  plan: BacktestPlan,
  forecasts: readonly Pick<HorizonForecast, 'days' | 'members'>[],
): Generator<IssuedRow> {
  const { panel } = market;
  const { targets, calibrationRows, calibrationDays } = plan;
  const issue = createIssuer(recipe, { calibrationDays });
  for (const [place, row] of targets.entries()) {
    const { days, members } = forecasts[place];
    const horizonDays = days.length;
    const known = {
      panel: maskFuturePrices(panel, row, Math.min(panel.days.length, row + horizonDays) - 1),
      target: row,
      horizonDays,
      lateDays: 0,
      firstDayIsWeaker: false,
      ...market.knownBefore(row, recipe, horizonDays),
    };
    const point = { days, members, explanations: [], missingInputs: [], fallbackReason: undefined };
    const issued = issue(known, point, place >= calibrationRows.length)?.issued;
    if (issued !== undefined) yield { row, place, issued };
  }
}
