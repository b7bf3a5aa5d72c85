import { createModel, forecastWithFallback } from '@lonja/forecasting';
import { completeForecast } from '@lonja/forecasting/issue';
import {
  addDays,
  AUCTION_CALENDAR,
  dayRange,
  instantFor,
  type ScheduledRun,
  scheduledRunsBetween,
} from '@lonja/forecasting/market';
import type { DataContext } from '../../src/market/sources/data-context.ts';
import { backfill } from '../../src/market/ingest/backfill.ts';
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';
import type { ForecastContext } from '../../src/forecasts/issue/forecast-context.ts';
import type { Db } from '../../src/ground/database/database.ts';
import { omieAnswer } from '../sources/answers.ts';
import { createTestContext, SMALL_CHAMPION, testSources } from '../test-context.ts';

/** What workers have to get done, however often they are killed: days to store, and runs to publish. */
export const INGESTED = { from: '2026-01-01', to: '2026-02-28' };
const FORECAST = { from: '2026-03-02', to: '2026-03-16' };

/** The runs to publish: both of each day. */
export function runsToPublish(): ScheduledRun[] {
  const span = [FORECAST.from, addDays(FORECAST.to, 1)].map((day) =>
    instantFor(day, { dayOffset: -1, time: '00:00' }),
  );
  return scheduledRunsBetween(AUCTION_CALENDAR.da, span[0], span[1]);
}

/** Stores a day, publishes a run, and so on until all is done. Each run has the clock of its own schedule. */
export async function workOff(db: Db): Promise<void> {
  const days = dayRange(INGESTED.from, INGESTED.to);
  const runs = runsToPublish();
  const ingest = async () => {
    for (const day of days)
      await backfill(contextAt(db, '2026-03-01T12:00:00Z'), { ...REQUEST, from: day, to: day });
  };
  const publish = async () => {
    for (const run of runs) {
      const context = contextAt(db, new Date(run.scheduledFor).toISOString());
      await issueRun(context, { product: 'da', run, dataOrigin: 'market' });
    }
  };
  await Promise.all([ingest(), publish()]);
}

const REQUEST = { source: 'omie', publication: 'price.da', acceptsLevelShift: true };

function contextAt(db: Db, now: string): DataContext & ForecastContext {
  const fetch = async (request: string | URL | Request) => {
    const body = omieAnswer(new URL(request instanceof Request ? request.url : request));
    return body === undefined ? new Response('not found', { status: 404 }) : new Response(body);
  };
  const champion = { ...SMALL_CHAMPION, calibrationDays: 2 };
  return {
    ...createTestContext(db, now, champion),
    liveSources: testSources(fetch),
    // A process lives for a moment only: a thread would spend it loading the models.
    forecastHorizons: async (recipe, tasks) =>
      tasks.map((task) => forecastWithFallback({ ...task, model: createModel(recipe) })),
    completeForecast: async ({ recipe, known, point, past }) => completeForecast(recipe, known, point, past),
  };
}
