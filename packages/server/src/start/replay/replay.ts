import { type DeliveryDay, isDeliveryDay } from '@lonja/forecasting/market';
import { forecastHorizonsInWorkers } from '@lonja/forecasting/workers';
import type { OperatorContext } from '../context.ts';
import { OperatorError } from '../../ground/errors.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import { findReplayState } from './replay-state.ts';
import { type CheckedRun, checkRuns } from './check-runs.ts';
import { createReplayClock } from './replay-clock.ts';
import { openReplayDatabase, replayDatabaseName } from './replay-database.ts';
import { type ReplayReport, reportReplay } from './replay-report.ts';
import { type ReplayRequest, runReplay } from './run-replay.ts';

export interface ReplayOutcome {
  /** Address of the replay's own database: a service that is started on it shows what was replayed. */
  databaseUrl: string;
  spentMs: number;
  report: ReplayReport;
  checked: CheckedRun[];
}

/** Replays a span of days from the data of the service's database, in a database beside it, and reports the result. */
export async function replay(
  context: OperatorContext,
  request: ReplayRequest & {
    isFresh: boolean;
    check: { count: number; seed: number };
    /** Called with the progress of long steps within a day. */
    onStep?: Progress;
  },
): Promise<ReplayOutcome> {
  const { from, to, isFresh, check, onStep = () => {} } = request;
  assertSpan(from, to);
  const { db, url } = await openReplayDatabase(context.databaseUrl, {
    name: replayDatabaseName({ from, to }),
    isFresh,
  });
  try {
    const replayed = {
      ...context,
      db,
      progress: onStep,
      // Time stands still while past forecasts are made up, so they may take the whole machine.
      forecastHorizons: (
        ...[recipe, tasks, purpose, signal]: Parameters<OperatorContext['forecastHorizons']>
      ) =>
        forecastHorizonsInWorkers(tasks, {
          threads: context.threads,
          recipe,
          remembersFits: purpose === 'background',
          signal,
        }),
      forecastIntraday: (...[options, tasks, purpose]: Parameters<OperatorContext['forecastIntraday']>) =>
        context.forecastIntraday(options, tasks, purpose === 'background' ? 'forecast' : purpose),
      forecastPower: (tasks: Parameters<OperatorContext['forecastPower']>[0]) =>
        context.forecastPower(tasks, 'forecast'),
    };
    const spentMs = await runReplay(replayed, context.db, request);
    const clock = createReplayClock((await findReplayState(db))?.reachedAt ?? 0);
    const report = await reportReplay({ db, clock }, { from, to });
    const checked = await checkRuns({ ...replayed, clock }, { from, to, ...check });
    return { databaseUrl: url, spentMs, report, checked };
  } finally {
    await db.destroy();
  }
}

function assertSpan(from: DeliveryDay, to: DeliveryDay): void {
  if (!isDeliveryDay(from) || !isDeliveryDay(to) || from > to) {
    throw new OperatorError(`${from} to ${to} is not a span of days YYYY-MM-DD.`);
  }
}
