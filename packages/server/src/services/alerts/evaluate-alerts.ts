import type { DeliveryDay } from '@lonja/forecasting/market';
import type { Transaction } from 'kysely';
import type { Clock } from '../../clock.ts';
import {
  type OwnedRule,
  type PendingRun,
  advancePendingRun,
  claimPendingRun,
  claimSavedRule,
  listNotifiedDays,
  lockNextRules,
  recordFindings,
} from '../../store/alerts/pending-runs.ts';
import type { Db } from '../../store/database.ts';
import { type ForecastRun, findRun, listPoints } from '../../store/forecast-queries.ts';
import { listRuns } from '../../store/run-lists.ts';
import { findDataOrigin } from '../../store/service-state.ts';
import type { AlertContent } from '../../store/notification-schema.ts';
import type { Database } from '../../store/schema.ts';
import { createRecentResults, type RecentResults } from '../../recent-results.ts';
import { getPaths, type RunPaths } from '../forecasts/get-paths.ts';
import { COUNTED_PATHS } from '../forecasts/get-price-probabilities.ts';
import { createRunPoints } from '../forecasts/run-points.ts';
import { notify } from '../notifications/notify.ts';
import { readKnownPrices } from '../prices/known-prices.ts';
import { type AlertRun, findNewDays, isOnProbability } from './find-alert-days.ts';

export interface AlertContext {
  db: Db;
  clock: Clock;
  /** Called once mail is queued and committed. */
  onMailQueued(): void;
}

/** Rules of one transaction. */
const BATCH = 200;

/**
 * Holds the alert rules against the runs that were published since, and rules that were saved against the current run. Notifications,
 * reported figures and the position among the rules commit together, so a worker that dies between leaves the batch to the next one and
 * nobody is notified twice.
 */
export async function evaluateAlerts(context: AlertContext): Promise<void> {
  const { db, clock } = context;
  // Batches of one run follow each other.
  const drawn = createRecentResults<RunPaths>(2);
  for (let isMore = true; isMore;) {
    isMore = await db.transaction().execute(async (tx) => {
      const moment = { drawn, now: clock.now() };
      const pending = await claimPendingRun(tx);
      if (pending === undefined) return evaluateSavedRule(tx, moment);
      await evaluateBatch(tx, pending, moment);
      return true;
    });
    if (isMore) context.onMailQueued();
  }
}

interface Moment {
  drawn: RecentResults<RunPaths>;
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
  { run, previousRunId, drawn, now }: Moment & { run: ForecastRun; previousRunId: string | undefined },
): Promise<void> {
  if (rules.length === 0) return;
  const notified = await listNotifiedDays(
    tx,
    rules.map(({ id }) => id),
  );
  const clearedDays = await findClearedDays(tx, run, now);
  const news: { recipient: OwnedRule; content: AlertContent; channels: OwnedRule['channels'] }[] = [];
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
      const content = findNews(rule, { ...run, ...held }, notified.get(rule.id) ?? new Set(), now);
      if (content !== undefined) news.push({ recipient: rule, content, channels: rule.channels });
    }
  }
  await notify(tx, news, now);
  const findings = news.flatMap(({ recipient: rule, content }) =>
    content.days.map(({ day, figure }) => ({ rule, day, figure })),
  );
  await recordFindings(tx, findings, now);
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
