import { createPowerForecaster } from '@lonja/forecasting/workers';
import type { Context } from '../src/context.ts';
import { SMALL_CHAMPION, SMALL_POWER, SMALL_SPREAD } from './test-context.ts';

/** A year of history, so that pages have past days to show; a fit reads two months of it. */
const CHAMPION = { ...SMALL_CHAMPION, historyDays: 364 };

const SPREAD = { ...SMALL_SPREAD, windowDays: 90 };

/** The service's parts with models that are fitted in a moment. */
export function withSmallModels(context: Context): Context {
  return {
    ...context,
    champion: CHAMPION,
    challengers: [{ ...CHAMPION, recipe: { kind: 'lear', windows: [28] } }],
    spreads: { champion: SPREAD, challengers: [{ ...SPREAD, trees: 10 }] },
    forecastPower: createPowerForecaster(context.threads, SMALL_POWER),
  };
}
