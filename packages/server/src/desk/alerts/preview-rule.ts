import {
  addDays,
  DAY_MS,
  dayRange,
  dayStart,
  type DeliveryDay,
  type Product,
} from '@lonja/forecasting/market';
import { type ForecastRun, findVisibleRuns } from '../../forecasts/runs/run-store.ts';
import type { AlertDay } from '../../ground/database/notification-schema.ts';
import { listRuns } from '../../forecasts/runs/list-runs.ts';
import { getPaths, COUNTED_PATHS } from '../../forecasts/runs/get-paths.ts';
import type { ForecastReadContext } from '../../forecasts/runs/run-points.ts';
import type { Principal } from '../../people/access/principal.ts';
import { assertRule } from './rules.ts';
import { type AlertRun, findAlertDays, findNewDays, isOnProbability } from './find-alert-days.ts';
import {
  type BacktestedLack,
  findBacktestedLack,
  listPreviewedRuns,
  type PreviewedRun,
  type PreviewedRuns,
} from './previewed-runs.ts';
import type { AlertCondition } from './find-alert-days.ts';

/** What a rule would have notified of. Instants are epoch ms. */
export interface RulePreview {
  /** Runs of `[since, until]` were looked at. */
  since: number;
  until: number;
  /** Issued ones. */
  runs: number;
  /** Delivery days whose auctions were looked at, in order, and those of them by back-tested runs. */
  lookedAt: Pick<PreviewedRuns, 'days' | 'backtestedDays'>;
  /** Why back-tested runs were not looked at. */
  backtestedLack: BacktestedLack | undefined;
  /** Notifications, each of one run, and the delivery days in them, in the order in which they would have come. */
  notifications: number;
  days: FoundDay[];
  /** The newest run, and the days to come on which the condition holds in it; undefined where there is no run. */
  current: { run: ForecastRun; days: AlertDay[] } | undefined;
}

/** What is asked of a rule that is not stored. */
export interface PreviewedRule extends AlertCondition {
  product: Product;
}

export interface FoundDay extends AlertDay {
  run: PreviewedRun;
}

const PREVIEWED_DAYS = 30;
/** Twice what the day-ahead schedule has in that time. */
const MOST_RUNS = 300;
/** Days of runs whose paths are drawn, each of which takes 5 ms or more; of quarter hours four times as long. */
const MOST_DRAWN_DAYS = { PT1H: 240, PT15M: 60 };

/**
 * What a rule would have notified of in the last 30 days, had it been there, and what the newest run holds for it: by the conditions,
 * the prices that were public and the order of the runs at the time. Days without an issued run count by their back-tested ones. A shorter
 * time where there are more runs than are looked at. Throws where the rule could not be stored.
 */
export async function previewRule(
  context: ForecastReadContext,
  principal: Principal,
  rule: PreviewedRule,
): Promise<RulePreview> {
  assertRule(principal, rule);
  const now = context.clock.now();
  const backtestedLack = findBacktestedLack(rule);
  const visible = await findVisibleRuns(context, rule.product);
  const issuedFrom = now - PREVIEWED_DAYS * DAY_MS;
  if (visible === undefined) {
    const lookedAt = { days: [], backtestedDays: [] };
    const nothing = { runs: 0, notifications: 0, days: [], current: undefined };
    return { since: issuedFrom, until: now, lookedAt, backtestedLack, ...nothing };
  }
  const limit = isOnProbability(rule)
    ? Math.floor(MOST_DRAWN_DAYS[rule.resolution] / rule.days_ahead)
    : MOST_RUNS;
  const page = { day: undefined, issuedFrom, offset: 0, limit: Math.min(limit, MOST_RUNS) };
  const { runs: newestFirst, total } = await listRuns(context.db, visible, page);
  const issued = newestFirst.toReversed();
  const since = total > issued.length ? issued[0].issuedAt : issuedFrom;
  const previewed = await listPreviewedRuns(context, rule, { issued, visible, since, until: now });
  const notified = new Set<DeliveryDay>();
  const days: FoundDay[] = [];
  let notifications = 0;
  for (const run of previewed.runs) {
    const at = run.publishedAt;
    const held = await hold(context, rule, { run, previewed, notified, at });
    const found = findNewDays(rule, held, { notified, now: at });
    if (found.length > 0) notifications += 1;
    for (const day of found) {
      notified.add(day.day);
      days.push({ ...day, run });
    }
  }
  const current = previewed.runs.findLast((run) => run.issued !== undefined);
  return {
    since,
    until: now,
    runs: issued.length,
    lookedAt: previewed,
    backtestedLack,
    notifications,
    days,
    current: current?.issued && {
      run: current.issued,
      days: findAlertDays(
        rule,
        await hold(context, rule, { run: current, previewed, notified: new Set(), at: now }),
        now,
      ),
    },
  };
}

/** What a rule is held against for a run at an instant; paths are drawn of the days that it has not notified of. */
async function hold(
  context: ForecastReadContext,
  rule: AlertCondition,
  moment: { run: PreviewedRun; previewed: PreviewedRuns; notified: ReadonlySet<DeliveryDay>; at: number },
): Promise<AlertRun> {
  const { run, notified, at } = moment;
  const cleared = [...moment.previewed.clearedAt].filter(([, since]) => since <= at);
  const clearedDays = new Set(cleared.map(([day]) => day));
  const drawn = dayRange(run.firstDay, addDays(run.firstDay, rule.days_ahead - 1)).filter(
    (day) => !clearedDays.has(day) && !notified.has(day),
  );
  return { ...run, clearedDays, paths: await drawDays(context, rule, { run, days: drawn }) };
}

/** The paths of a run from the first to the last of some days; undefined where the rule is on no probability. */
async function drawDays(
  context: ForecastReadContext,
  rule: AlertCondition,
  { run, days }: { run: PreviewedRun; days: DeliveryDay[] },
): Promise<AlertRun['paths']> {
  if (!isOnProbability(rule)) return undefined;
  if (run.issued === undefined || days.length === 0) return { starts: [], paths: [] };
  const range = { from: dayStart(days[0]), to: dayStart(addDays(days[days.length - 1], 1)) };
  return getPaths(context, run.issued, { ...range, resolution: rule.resolution, count: COUNTED_PATHS });
}
