import { createPowerForecaster } from '@lonja/forecasting/workers';
import { runService } from '../src/run-service.ts';
import { SMALL_CHAMPION, SMALL_POWER, SMALL_SPREAD } from './test-context.ts';

/** A year of history, so that pages have past days to show; a fit reads two months of it. */
const CHAMPION = { ...SMALL_CHAMPION, historyDays: 364 };

const SPREAD = { ...SMALL_SPREAD, windowDays: 90 };

/** The service as `npm start` runs it, with models that are fitted in a moment, for journeys that are not about the models. */
await runService(process.env, (context) => ({
  ...context,
  champion: CHAMPION,
  challengers: [{ ...CHAMPION, spec: { kind: 'lear', windows: [28] } }],
  spreads: { champion: SPREAD, challengers: [{ ...SPREAD, trees: 10 }] },
  forecastPower: createPowerForecaster(context.threads, SMALL_POWER),
}));
