import {
  addDays,
  DAY_MS,
  dayRange,
  dayStart,
  type DeliveryDay,
  type Product,
} from '@lonja/forecasting/market';
import { findNewestRun, type ForecastRun, type VisibleRuns } from '../../store/forecast-queries.ts';
import type { AlertDay } from '../../store/notification-schema.ts';
import { listPointsOfRuns, listRuns } from '../../store/run-lists.ts';
import { getPaths, type RunPaths } from '../forecasts/get-paths.ts';
import { COUNTED_PATHS } from '../forecasts/get-price-probabilities.ts';
import type { ForecastReadContext } from '../forecasts/read-context.ts';
import { findVisibleRuns } from '../forecasts/visible-runs.ts';
import type { Principal } from '../identity/principal.ts';
import { readKnownPrices } from '../prices/known-prices.ts';
import { assertRule } from './assert-rule.ts';
import {
  type AlertCondition,
  type AlertRun,
  findAlertDays,
  findNewDays,
  isOnProbability,
} from './find-alert-days.ts';

/** What a rule would have notified of. Instants are epoch ms. */
export interface RulePreview {
  /** Runs that were issued in `[since, until]` were looked at. */
  since: number;
  until: number;
  runs: number;
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
  run: ForecastRun;
}

const PREVIEWED_DAYS = 30;
/** Twice what the schedule has in that time. */
const MOST_RUNS = 120;
/** Days of runs whose paths are drawn, each of which takes 5 ms or more; of quarter hours four times as long. */
const MOST_DRAWN_DAYS = { PT1H: 240, PT15M: 60 };

/**
 * What a rule would have notified of in the last 30 days, had it been there, and what the newest run holds for it: by the conditions,
 * the prices that were public and the order of the runs at the time. A shorter time where there are more runs than are looked at.
 * Throws where the rule could not be stored.
 */
export async function previewRule(
  context: ForecastReadContext,
  principal: Principal,
  rule: PreviewedRule,
): Promise<RulePreview> {
  assertRule(principal, rule);
  const now = context.clock.now();
  const visible = await findVisibleRuns(context, rule.product);
  const issuedFrom = now - PREVIEWED_DAYS * DAY_MS;
  const limit = isOnProbability(rule)
    ? Math.floor(MOST_DRAWN_DAYS[rule.resolution] / rule.daysAhead)
    : MOST_RUNS;
  const page = { day: undefined, issuedFrom, offset: 0, limit: Math.min(limit, MOST_RUNS) };
  const { runs: newestFirst, total } = visible
    ? await listRuns(context.db, visible, page)
    : { runs: [], total: 0 };
  const runs = newestFirst.toReversed();
  const newest = newestFirst[0];
  if (visible === undefined || newest === undefined) {
    return { since: issuedFrom, until: now, runs: 0, notifications: 0, days: [], current: undefined };
  }
  const hold = await readRuns(context, { rule, runs, visible });
  const notified = new Set<DeliveryDay>();
  const days: FoundDay[] = [];
  let notifications = 0;
  for (const run of runs) {
    const at = run.publishedAt;
    const found = findNewDays(rule, await hold(run, { notified, at }), { notified, now: at });
    if (found.length > 0) notifications += 1;
    for (const day of found) {
      notified.add(day.day);
      days.push({ ...day, run });
    }
  }
  const held = await hold(newest, { notified: new Set(), at: now });
  return {
    since: total > runs.length ? runs[0].issuedAt : issuedFrom,
    until: now,
    runs: runs.length,
    notifications,
    days,
    current: { run: newest, days: findAlertDays(rule, held, now) },
  };
}

/** Gives what a rule is held against for a run at an instant; paths are drawn of the days that it has not notified of. */
type HoldRun = (
  run: ForecastRun,
  moment: { notified: ReadonlySet<DeliveryDay>; at: number },
) => Promise<AlertRun>;

/** Reads what a rule needs of runs, the oldest first. */
async function readRuns(
  context: ForecastReadContext,
  { rule, runs, visible }: { rule: PreviewedRule; runs: ForecastRun[]; visible: VisibleRuns },
): Promise<HoldRun> {
  const { db } = context;
  const isOnChange = rule.kind === 'forecast_change';
  const before = isOnChange ? await findNewestRun(db, { ...visible, asOf: runs[0].issuedAt - 1 }) : undefined;
  const lastCountedOf = ({ firstDay }: ForecastRun) => addDays(firstDay, rule.daysAhead - 1);
  const [hours, known] = await Promise.all([
    listPointsOfRuns(
      db,
      rule.resolution,
      [...(before === undefined ? [] : [before]), ...runs].map((run) => ({
        runId: run.id,
        // The run after it may count days that it does not.
        before: dayStart(addDays(isOnChange ? run.lastDay : lastCountedOf(run), 1)),
      })),
    ),
    readKnownPrices(context, { product: rule.product, from: runs[0].firstDay, to: lastDayOf(runs) }),
  ]);
  const hoursOf = (run: ForecastRun | undefined) => (run && hours.get(run.id)) ?? [];
  const previous = new Map(runs.map((run, i) => [run.id, i === 0 ? before : runs[i - 1]]));
  return async (run, { notified, at }) => {
    const published = [...(known?.publishedAt ?? [])].filter(([, since]) => since <= at);
    const clearedDays = new Set(published.map(([day]) => day));
    const drawn = dayRange(run.firstDay, lastCountedOf(run)).filter(
      (day) => !clearedDays.has(day) && !notified.has(day),
    );
    return {
      firstDay: run.firstDay,
      clearedDays,
      hours: hoursOf(run),
      previousHours: isOnChange ? hoursOf(previous.get(run.id)) : [],
      paths: isOnProbability(rule)
        ? await drawDays(context, run, { days: drawn, resolution: rule.resolution })
        : undefined,
    };
  };
}

/** The paths of a run from the first to the last of some days. */
async function drawDays(
  context: ForecastReadContext,
  run: ForecastRun,
  { days, resolution }: { days: DeliveryDay[]; resolution: 'PT15M' | 'PT1H' },
): Promise<Pick<RunPaths, 'starts' | 'paths'>> {
  if (days.length === 0) return { starts: [], paths: [] };
  const range = { from: dayStart(days[0]), to: dayStart(addDays(days[days.length - 1], 1)) };
  return getPaths(context, run, { ...range, resolution, count: COUNTED_PATHS });
}

function lastDayOf(runs: ForecastRun[]): DeliveryDay {
  return runs.reduce((last, { lastDay }) => (lastDay > last ? lastDay : last), runs[0].lastDay);
}
