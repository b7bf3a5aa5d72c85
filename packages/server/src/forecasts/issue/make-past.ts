import { zoneOf, isFirstZone } from '@lonja/forecasting/market';
import { OperatorError } from '../../ground/errors.ts';
import { type ComputedRun, ModelFailure, type RunToCompute } from './computed-run.ts';
import type { ForecastContext } from './forecast-context.ts';
import { computeDayAhead } from './compute-day-ahead.ts';
import { computeIntraday } from './compute-intraday.ts';
import { computeZone } from './compute-zone.ts';

/** A run of the past to make, from what was available at its instant. */
export interface PastRun extends RunToCompute {
  /** A run with the same key as the one before it comes out the same, and is not computed again. */
  key?: string | undefined;
}

/** Where past runs go. */
export interface PastSink<Run extends PastRun> {
  take(run: Run, computed: ComputedRun): Promise<void>;
  /** Takes the reason where there are no data, or the model failed. Without it such an error ends the work. */
  lack?(run: Run, reason: OperatorError | ModelFailure): Promise<void>;
}

/**
 * Makes runs of the past, one after the other, as they would be issued: for the record of a simulated market, for figures of accuracy, in the
 * shadow of the champion's, or again. What becomes of them is the sink's. Gives how many were made; aborted, it rejects before the next one.
 */
export async function makePast<Run extends PastRun>(
  context: ForecastContext,
  runs: Iterable<Run> | AsyncIterable<Run>,
  sink: PastSink<Run>,
  signal?: AbortSignal,
): Promise<number> {
  let made = 0;
  let last: { key: string | undefined; computed: ComputedRun } | undefined;
  for await (const run of runs) {
    signal?.throwIfAborted();
    try {
      const isSame = run.key !== undefined && run.key === last?.key;
      const computed = isSame && last !== undefined ? last.computed : await computeRun(context, run);
      last = { key: run.key, computed };
      await sink.take(run, computed);
      made++;
    } catch (error) {
      const isReason = error instanceof OperatorError || error instanceof ModelFailure;
      if (!isReason || sink.lack === undefined) throw error;
      await sink.lack(run, error);
    }
  }
  return made;
}

/** Computes a run of any product; the same request gives the same numbers at any later time. */
export function computeRun(context: ForecastContext, request: RunToCompute): Promise<ComputedRun> {
  if (!isFirstZone(zoneOf(request.product))) return computeZone(context, request);
  return request.product === 'da' ? computeDayAhead(context, request) : computeIntraday(context, request);
}
