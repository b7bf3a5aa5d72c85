import { AppError } from '../../errors.ts';
import { findRun, type ForecastRun } from '../../store/forecast-queries.ts';
import type { ForecastReadContext } from './read-context.ts';
import type { ServedRun } from './visible-runs.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A run and what else is to be read of it from. */
export interface FoundRun {
  run: ForecastRun;
  from: ForecastReadContext;
}

/**
 * A run that was issued by now, by its id, also where a replica lacks yet what an event names. It stays readable when the service moves to another
 * world: the run says which it is of.
 */
export async function getRun(context: ForecastReadContext, runId: string): Promise<FoundRun> {
  const places = UUID.test(runId) ? [context, context.primary] : [];
  for (const from of places) {
    if (from === undefined) continue;
    const run = await findRun(from.db, runId);
    if (run !== undefined && run.issuedAt <= from.clock.now()) return { run, from };
  }
  throw new AppError(
    'not_found',
    `There is no forecast "${runId}"; GET /forecasts/runs lists the forecasts.`,
  );
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
