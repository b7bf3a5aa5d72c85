import { AppError } from '../../ground/errors.ts';
import { findRun, type ForecastRun } from './forecast-queries.ts';
import type { ForecastReadContext } from './forecast-read-context.ts';
import type { ServedRun } from './visible-runs.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A run that was issued by now, by its id. It stays readable when the service moves to another world: the run says which it is of. */
export async function getRun(context: ForecastReadContext, runId: string): Promise<ForecastRun> {
  const run = UUID.test(runId) ? await findRun(context.db, runId) : undefined;
  if (run === undefined || run.issuedAt > context.clock.now()) {
    throw new AppError(
      'not_found',
      `There is no forecast "${runId}"; GET /forecasts/runs lists the forecasts.`,
    );
  }
  return run;
}

export async function getRunPoints(
  context: ForecastReadContext,
  run: ForecastRun,
  resolution: 'PT15M' | 'PT1H',
): Promise<ServedRun> {
  const points = await context.points.read(run.id, resolution);
  if (points.length === 0) {
    throw new AppError('not_found', `The forecast ${run.id} has no points of resolution ${resolution}.`);
  }
  return { run, points };
}
