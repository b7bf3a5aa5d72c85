import type { ForecastContext } from './forecast-context.ts';

/** The context of work that has time: all that it computes gives way to what is waited for. */
export function inBackground(context: ForecastContext): ForecastContext {
  return {
    ...context,
    forecastHorizons: (recipe, tasks, _, signal) =>
      context.forecastHorizons(recipe, tasks, 'background', signal),
    forecastIntraday: (options, tasks) => context.forecastIntraday(options, tasks, 'background'),
  };
}
