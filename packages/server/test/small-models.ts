import { createPowerForecaster } from '@lonja/forecasting/workers';
import type { Context } from '../src/start/context.ts';
import { SMALL_CHAMPION, SMALL_POWER, SMALLEST_ZONES, WHOLE_AUCTION } from './test-context.ts';
import { LEAR } from '@lonja/forecasting';

/** A year of history, so that pages have past days to show; a fit reads two months of it. */
const CHAMPION = { ...SMALL_CHAMPION, historyDays: 364 };

/** A month of past forecasts, and a past that they are learnt from. */
const AUCTION = { ...WHOLE_AUCTION, historyDays: 155, calibrationDays: 28 };

/** The service's parts with models that are fitted in a moment. */
export function withSmallModels(context: Context): Context {
  return {
    ...context,
    champion: CHAMPION,
    challengers: [{ ...CHAMPION, point: { ...LEAR, windows: [28] } }],
    zones: SMALLEST_ZONES,
    auctions: {
      champion: AUCTION,
      challengers: [{ ...AUCTION, spread: { ...AUCTION.spread, trees: 5 } }],
    },
    forecastPower: createPowerForecaster(context.threads, SMALL_POWER),
  };
}
