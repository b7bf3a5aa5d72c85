import type { ForecastContext, ForecastPurpose } from './forecast-context.ts';

/** A context whose forecasts are all computed for one purpose: absent, in the background. */
export function inBackground(
  context: ForecastContext,
  purpose: ForecastPurpose = 'background',
): ForecastContext {
  return {
    ...context,
    forecastHorizons: (recipe, tasks, _, signal) => context.forecastHorizons(recipe, tasks, purpose, signal),
    completeForecast: (completion) => context.completeForecast(completion, purpose),
    forecastIntraday: (options, tasks) => context.forecastIntraday(options, tasks, purpose),
  };
}
