import type { DeliveryDay } from '@lonja/forecasting/market';
import { sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { findRun, type ForecastRun, listPoints } from '../../forecasts/runs/run-store.ts';
import { getPaths, type RunPaths, COUNTED_PATHS } from '../../forecasts/runs/get-paths.ts';
import { listRuns } from '../../forecasts/runs/list-runs.ts';
import { createRunPoints } from '../../forecasts/runs/run-points.ts';
import { asPartOf, type Db } from '../../ground/database/database.ts';
import type { AlertContent } from '../../ground/database/notification-schema.ts';
import type { Database } from '../../ground/database/schema.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';
import { startTurns, type Turns } from '../../ground/jobs/turns.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { createRecentResults, type RecentResults } from '../../ground/timing/recent-results.ts';
import { readKnownPrices } from '../../market/prices/price-feeds.ts';
import { queueForChannels } from '../../outbound/channels/channel-messages.ts';
import { appendEvents, type NewEvent, takeEventTurn } from '../../outbound/events/append-event.ts';
import { eventBody } from '../../outbound/events/event-body.ts';
import { notify } from '../../outbound/notifications/notify.ts';
import { toAlertRecord } from '../../outbound/notifications/record.ts';
import { type AlertRun, findNewDays, isOnProbability } from './find-alert-days.ts';
import {
  advancePendingRun,
  claimPendingRun,
  claimSavedRule,
  listNotifiedDays,
  lockNextRules,
  noteFailedTry,
  type OwnedRule,
  type PendingRun,
  recordFindings,
} from './pending-runs.ts';

const POLLING_MS = 15_000;

/** Holds alert rules against published runs while it runs. */
export function startAlertEvaluation(context: AlertContext): Turns {
  return startTurns(() => evaluateAlerts(context), {
    everyMs: POLLING_MS,
    logger: context.logger,
    failure: 'alert rules could not be held against a run',
  });
}

interface AlertContext {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** Called once mail and messages to channels are queued and committed. */
  onMailQueued(): void;
}

/** Rules of one transaction. */
const BATCH = 200;
/** A run that fails so often is given up: its rules are held against the next one. */
const MOST_TRIES = 20;

/**
 * Holds the alert rules against the runs that were published since, and rules that were saved against the current run. Notifications,
 * messages to channels, events, reported figures and the position among the rules commit together, so a worker that dies between leaves the batch to the next one and
 * nobody is notified twice. A rule that cannot be told of is logged and passed over; a run that fails waits behind the others. Throws the
 * first failure of a run once everything else is done.
 */
export async function evaluateAlerts(context: AlertContext): Promise<void> {
  // Batches of one run follow each other.
  const drawn = createRecentResults<RunPaths>(2);
  const failed = new Map<string, unknown>();
  for (let isMore = true; isMore;) {
    isMore = await evaluateNext(context, { drawn, failed });
    if (isMore) context.onMailQueued();
  }
  for (const error of failed.values()) throw error;
}

/** Gives whether there was anything to evaluate. */
async function evaluateNext(
  { db, clock, logger }: AlertContext,
  { drawn, failed }: { drawn: Moment['drawn']; failed: Map<string, unknown> },
): Promise<boolean> {
  let runId: string | undefined;
  try {
    return await db.transaction().execute(async (tx) => {
      const moment = { drawn, logger, now: clock.now() };
      const pending = await claimPendingRun(tx, { except: [...failed.keys()] });
      if (pending === undefined) return evaluateSavedRule(tx, moment);
      runId = pending.runId;
      await evaluateBatch(tx, pending, moment);
      return true;
    });
  } catch (error) {
    if (runId === undefined) throw error;
    failed.set(runId, error);
    const isGivenUp = await noteFailedTry(db, runId, MOST_TRIES);
    if (isGivenUp) logger.error({ error, runId }, 'alert rules are not held against this run any more');
    return true;
  }
}

interface Moment {
  drawn: RecentResults<RunPaths>;
  logger: Logger;
  now: number;
}

async function evaluateBatch(tx: Transaction<Database>, pending: PendingRun, moment: Moment): Promise<void> {
  const { runId, previousRunId, afterRule } = pending;
  const run = await findRun(tx, runId);
  if (run === undefined) throw new Error(`The pending run ${runId} is gone.`);
  const rules = await lockNextRules(tx, { product: run.product, afterRule, limit: BATCH });
  await advancePendingRun(tx, runId, rules.length < BATCH ? undefined : rules.at(-1)?.id);
  await evaluateRules(tx, rules, { ...moment, run, previousRunId });
}

/** Holds the next rule that was saved against the current run; false where there is none. */
async function evaluateSavedRule(tx: Transaction<Database>, moment: Moment): Promise<boolean> {
  const rule = await claimSavedRule(tx);
  if (rule === undefined) return false;
  const dataOrigin = await findDataOrigin(tx);
  if (dataOrigin === undefined) return true;
  const visible = { product: rule.product, dataOrigin, asOf: moment.now };
  const { runs } = await listRuns(tx, visible, { ...WHOLE_LIST, offset: 0, limit: 2 });
  if (runs.length > 0) {
    await evaluateRules(tx, [rule], { ...moment, run: runs[0], previousRunId: runs.at(1)?.id });
  }
  return true;
}

const WHOLE_LIST = { day: undefined, issuedFrom: undefined };

async function evaluateRules(
  tx: Transaction<Database>,
  rules: OwnedRule[],
  {
    run,
    previousRunId,
    drawn,
    logger,
    now,
  }: Moment & { run: ForecastRun; previousRunId: string | undefined },
): Promise<void> {
  if (rules.length === 0) return;
  const notified = await listNotifiedDays(
    tx,
    rules.map(({ id }) => id),
  );
  const clearedDays = await findClearedDays(tx, run, now);
  const news: RuleNews[] = [];
  for (const [resolution, alike] of Map.groupBy(rules, (rule) => rule.resolution)) {
    const held = {
      clearedDays,
      hours: await listPoints(tx, run.id, resolution),
      previousHours: previousRunId === undefined ? [] : await listPoints(tx, previousRunId, resolution),
      paths: alike.some(isOnProbability)
        ? await drawn.get(`${run.id} ${resolution}`, () => drawPaths(tx, run, resolution))
        : undefined,
    };
    for (const rule of alike) {
      try {
        const content = findNews(rule, { ...run, ...held }, notified.get(rule.id) ?? new Set(), now);
        if (content !== undefined) news.push({ recipient: rule, content, channels: rule.channels });
      } catch (error) {
        logPassedOver(logger, rule, error);
      }
    }
  }
  await tellEach(tx, news, { logger, now });
}

interface RuleNews {
  recipient: OwnedRule;
  content: AlertContent;
  channels: OwnedRule['channels'];
}

/** Tells all, or where that fails one after the other, so that one who cannot be told takes nothing from the others. */
async function tellEach(
  tx: Transaction<Database>,
  news: readonly RuleNews[],
  { logger, now }: { logger: Logger; now: number },
): Promise<void> {
  if ((await whyUntold(tx, news, now)) === undefined) return;
  for (const one of news) {
    const reason = await whyUntold(tx, [one], now);
    if (reason !== undefined) logPassedOver(logger, one.recipient, reason);
  }
}

/** Why these could not be told; undefined where they were. Throws where the transaction itself is broken, as by a lost connection. */
async function whyUntold(
  tx: Transaction<Database>,
  news: readonly RuleNews[],
  now: number,
): Promise<unknown> {
  try {
    await asPartOf(tx, () => tell(tx, news, now));
    return undefined;
  } catch (error) {
    await sql`select 1`.execute(tx);
    return error;
  }
}

function logPassedOver(logger: Logger, { id: ruleId, tenantId }: OwnedRule, error: unknown): void {
  logger.error({ error, ruleId, tenantId }, 'an alert could not be told and is passed over');
}

async function tell(tx: Transaction<Database>, news: readonly RuleNews[], now: number): Promise<void> {
  await notify(tx, news, now);
  await queueForChannels(
    tx,
    news.map(({ recipient: { tenantId, userId }, content }) => ({ tenantId, userId, content })),
    now,
  );
  await takeEventTurn(tx);
  await appendEvents(
    tx,
    news.map(({ recipient, content }) => alertEvent(recipient.tenantId, content, now)),
    now,
  );
  const findings = news.flatMap(({ recipient: rule, content }) =>
    content.days.map(({ day, figure }) => ({ rule, day, figure })),
  );
  await recordFindings(tx, findings, now);
}

function alertEvent(tenantId: string, content: AlertContent, now: number): Omit<NewEvent, 'occurredAt'> {
  const market_product_id = marketProductId(content.product);
  const data = { ...toAlertRecord(content), rule_name: content.ruleName, market_product_id };
  return {
    type: 'alert.fired',
    tenantId,
    marketProductId: market_product_id,
    maxChange: undefined,
    body: eventBody('alert.fired', now, data),
  };
}

/** Delivery days of a run whose prices are public by `now`. */
async function findClearedDays(
  tx: Transaction<Database>,
  { product, dataOrigin, firstDay, lastDay }: ForecastRun,
  now: number,
): Promise<Set<DeliveryDay>> {
  const context = { db: tx, clock: { now: () => now }, dataOrigin: async () => dataOrigin };
  const known = await readKnownPrices(context, { product, from: firstDay, to: lastDay });
  return new Set(known?.publishedAt.keys());
}

/** The paths that `/forecasts/probabilities` counts days in, over the whole run. */
function drawPaths(
  tx: Transaction<Database>,
  run: ForecastRun,
  resolution: 'PT15M' | 'PT1H',
): Promise<RunPaths> {
  const whole = { from: -Infinity, to: Infinity };
  return getPaths({ points: createRunPoints(tx) }, run, {
    ...whole,
    resolution,
    count: COUNTED_PATHS,
  });
}

function findNews(
  rule: OwnedRule,
  run: AlertRun & ForecastRun,
  notified: ReadonlySet<DeliveryDay>,
  now: number,
): AlertContent | undefined {
  const [first, ...others] = findNewDays(rule, run, { notified, now });
  if (first === undefined) return undefined;
  return {
    kind: 'alert',
    ruleId: rule.id,
    ruleName: rule.name,
    ruleKind: rule.kind,
    product: rule.product,
    resolution: rule.resolution,
    threshold: rule.threshold,
    forecastId: run.id,
    simulated: run.dataOrigin === 'simulator',
    days: [first, ...others],
  };
}
