import type { FallbackForecast } from '../horizon/forecast-with-fallback.ts';
import type { ForecastRecipe } from './forecast-recipe.ts';
import { completeForecast, type IssuedForecast, joinDays, type KnownAtIssue } from './issue-forecast.ts';
import type { PastForecast } from './past-forecast.ts';

/** A forecast of a row of days, and how many of those before it its bounds rest on. */
export interface IssuedInTurn {
  issued: IssuedForecast;
  learntFrom: number;
}

/**
 * Issues forecasts of days that follow each other, each from those before it (see `completeForecast`), at most `calibrationDays` of them. Each
 * call takes the next day: what was known, its point forecasts, and whether it is wanted or serves the days after it alone; of these the
 * first ones give undefined.
 */
export function createIssuer(
  recipe: Omit<ForecastRecipe, 'point'>,
  { calibrationDays }: { calibrationDays: number },
): (known: KnownAtIssue, point: FallbackForecast, isWanted: boolean) => IssuedInTurn | undefined {
  const past: PastForecast[] = [];
  let before = 0;
  return (known, point, isWanted) => {
    const { panel, target, lateDays } = known;
    const learntFrom = calibrationDays === 0 ? [] : past.slice(-calibrationDays);
    const isIssued = isWanted || before >= recipe.issuedFromDays;
    const issued = isIssued ? completeForecast(recipe, known, point, learntFrom) : undefined;
    before++;
    if (point.fallbackReason === undefined) {
      const firstDay = panel.days[target + lateDays];
      past.push({ firstDay, ...joinDays(point, lateDays), quantiles: issued?.learns?.quantiles });
    }
    return issued && { issued, learntFrom: learntFrom.length };
  };
}
