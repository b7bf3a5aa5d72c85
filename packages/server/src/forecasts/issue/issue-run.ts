import {
  AUCTION_CALENDAR,
  latestScheduledRun,
  madridMinute,
  type Product,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import { OperatorError } from '../../ground/errors.ts';
import { findRunOfSchedule, publishRun } from '../runs/publish-run.ts';
import { type ModelVersion, type RunningModels, promoteVersion } from '../runs/model-versions.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { type ComputedRun, ModelFailure, type RunToCompute } from './computed-run.ts';
import { computeRun } from './make-past.ts';
import { currentModels } from './current-models.ts';
import type { ForecastContext } from './forecast-context.ts';
import { noteMissedRuns } from '../runs/lateness.ts';

export interface IssueRequest {
  product: Product;
  run: ScheduledRun;
  dataOrigin: DataOrigin;
  /** The arrival of an input that the run answers, instead of its schedule; epoch ms. */
  newInput?: number | undefined;
}

/** The instant that identifies a run of its product: each is answered once. */
function answeredInstant({ run, newInput }: IssueRequest): number {
  return newInput ?? run.scheduledFor;
}

export interface IssuedRun {
  runId: string;
  /** False when the schedule had been answered before. */
  isNew: boolean;
  degraded: string[];
}

/** A run whose next schedule has come: published now, it would be the latest forecast and of an earlier day than those before it. */
export class ObsoleteRun extends OperatorError {}

/**
 * Issues the forecast of one scheduled run of any product from what is available at the clock's now: reads, forecasts, bounds,
 * checks and publishes it. Asked again for the same schedule it changes nothing. Throws OperatorError when there is nothing to
 * forecast from, and ObsoleteRun when the next run of the product is due before this one is published.
 */
export async function issueRun(context: ForecastContext, request: IssueRequest): Promise<IssuedRun> {
  const { db, clock, logger } = context;
  const { product, run, dataOrigin } = request;
  const { firstDay } = run;
  const issuedAt = clock.now();
  const scheduledFor = answeredInstant(request);
  const published = await findRunOfSchedule(db, { product, dataOrigin, scheduledFor, now: issuedAt });
  if (published !== undefined) return { runId: published, isNew: false, degraded: [] };
  assertLatest(request, issuedAt);
  await noteMissedRuns(context, { product, dataOrigin, until: run.scheduledFor, now: issuedAt });
  const models = await currentModels(context, { product, firstDay, now: issuedAt });
  const { version, computed } = await computeByAbleModel(context, models, {
    product,
    run,
    dataOrigin,
    issuedAt,
  });
  const set = { product, dataOrigin, modelVersionId: version.id };
  const { learns, ...content } = computed;
  assertLatest(request, clock.now());
  const { id: runId, isNew } = await publishRun(
    db,
    { ...set, ...content, issuedAt, scheduledFor, learnt: learns && { ...run, ...learns } },
    clock.now(),
  );
  if (!isNew) {
    logger.info({ runId, product, firstDay }, 'another worker has published this forecast');
    return { runId, isNew, degraded: [] };
  }
  logger.info({ runId, product, firstDay, degraded: computed.degraded }, 'forecast published');
  return { runId, isNew, degraded: computed.degraded };
}

function assertLatest({ product, run }: IssueRequest, now: number): void {
  const latest = latestScheduledRun(AUCTION_CALENDAR[product], now);
  if (latest.scheduledFor <= run.scheduledFor) return;
  throw new ObsoleteRun(
    `The run of ${product} of ${madridMinute(run.scheduledFor)} was not published: that of ${madridMinute(latest.scheduledFor)} is due by now.`,
  );
}

/** The champion's run. Where it fails twice, the first challenger that does not takes over at once. */
async function computeByAbleModel(
  context: ForecastContext,
  { champion, challengers }: RunningModels,
  request: Omit<RunToCompute, 'version'>,
): Promise<{ version: ModelVersion; computed: ComputedRun }> {
  const { db, logger } = context;
  const { product, issuedAt: now } = request;
  let failure: ModelFailure | undefined;
  for (const version of [champion, champion, ...challengers]) {
    try {
      const computed = await computeRun(context, { ...request, version });
      if (version === champion) return { version, computed };
      const reason = `${champion.id} could not run: ${failure?.message ?? ''}`;
      await db
        .transaction()
        .execute((tx) => promoteVersion(tx, { id: version.id, product, now, reason, byHand: false }));
      logger.error({ product, modelVersionId: version.id, reason }, 'a challenger took over');
      return { version, computed };
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      logger.error({ product, modelVersionId: version.id, error }, 'a model could not run');
      failure ??= error;
    }
  }
  throw failure;
}
