import type { ForecastPoint } from '@lonja/forecasting/data';
import { addDays, dayRange, dayStart, type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import { listBacktestedRuns, backtestedHours } from '../../forecasts/runs/backtested-runs.ts';
import type { Db } from '../../ground/database/database.ts';
import { findNewestRun, type ForecastRun, type VisibleRuns } from '../../forecasts/runs/run-store.ts';
import { listPointsOfRuns } from '../../forecasts/runs/list-runs.ts';
import { backtestedInstants } from '../../forecasts/runs/cutoff.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { readKnownPrices } from '../../market/prices/price-feeds.ts';
import { type AlertRun, isOnProbability, type AlertCondition } from './find-alert-days.ts';

/** A run that an unsaved rule is held against, as it was when it came. Instants are epoch ms. */
export interface PreviewedRun extends Pick<AlertRun, 'firstDay' | 'hours' | 'previousHours'> {
  /** Undefined: back-tested, and never issued. */
  issued: ForecastRun | undefined;
  issuedAt: number;
  publishedAt: number;
}

export interface PreviewedRuns {
  /** In the order in which they came. */
  runs: PreviewedRun[];
  /** First delivery days of the runs that had one to notify of, in order; of these the ones that only back-tested runs stand for. */
  days: DeliveryDay[];
  backtestedDays: DeliveryDay[];
  /** When the prices of each delivery day became public. */
  clearedAt: ReadonlyMap<DeliveryDay, number>;
}

/** What a condition needs that back-tested runs do not have. */
export const BACKTESTED_LACKS = ['quarter_hours', 'paths', 'every_run'] as const;
export type BacktestedLack = (typeof BACKTESTED_LACKS)[number];

/** Why a condition cannot be held against back-tested runs, which have hours alone and are at most two a day; undefined: it can. */
export function findBacktestedLack(rule: AlertCondition): BacktestedLack | undefined {
  if (isOnProbability(rule)) return 'paths';
  if (rule.resolution === 'PT15M') return 'quarter_hours';
  // From one back-tested run to the next a forecast moves as far as over the several runs that would have been issued.
  return rule.kind === 'forecast_change' ? 'every_run' : undefined;
}

/**
 * Issued runs, given the oldest first, and the back-tested ones of `[since, until]` whose delivery day had no issued run before its
 * results; only issued ones where the condition needs more than back-tested runs have.
 */
export async function listPreviewedRuns(
  context: ReadContext,
  rule: AlertCondition,
  query: { issued: ForecastRun[]; visible: VisibleRuns; since: number; until: number },
): Promise<PreviewedRuns> {
  const { issued, visible } = query;
  const candidates = findBacktestedLack(rule) === undefined ? await listCandidates(context.db, query) : [];
  const firstDays = distinctDays([...issued, ...candidates]);
  if (firstDays.length === 0) return { runs: [], days: [], backtestedDays: [], clearedAt: new Map() };
  const lastCountedOf = (day: DeliveryDay) => addDays(day, rule.days_ahead - 1);
  const [read, known] = await Promise.all([
    readIssuedRuns(context.db, rule, query),
    readKnownPrices(context, {
      product: visible.product,
      from: firstDays[0],
      to: lastCountedOf(firstDays[firstDays.length - 1]),
    }),
  ]);
  const clearedAt = known?.publishedAt ?? new Map<DeliveryDay, number>();
  const isOpen = (day: DeliveryDay, at: number) => (clearedAt.get(day) ?? Number.POSITIVE_INFINITY) > at;
  const open = issued.filter(({ firstDay, publishedAt }) => isOpen(firstDay, publishedAt));
  const issuedDays = new Set(distinctDays(open));
  const backtested = candidates.filter(({ firstDay }) => !issuedDays.has(firstDay));
  const runs = [...read, ...backtested].sort((a, b) => a.issuedAt - b.issuedAt);
  const withDays = runs.filter(
    ({ firstDay, publishedAt, previousHours }) =>
      (rule.kind !== 'forecast_change' || previousHours.length > 0) &&
      dayRange(firstDay, lastCountedOf(firstDay)).some((day) => isOpen(day, publishedAt)),
  );
  const made = withDays.filter((run) => run.issued === undefined);
  return { runs, days: distinctDays(withDays), backtestedDays: distinctDays(made), clearedAt };
}

/** The back-tested runs of a time, in order of it. */
async function listCandidates(
  db: Db,
  { visible, since, until }: { visible: VisibleRuns; since: number; until: number },
): Promise<PreviewedRun[]> {
  const { product, dataOrigin } = visible;
  const scheduledFor = dayRange(deliveryDayOf(since), addDays(deliveryDayOf(until), 1))
    .flatMap((day) => backtestedInstants(product, day))
    .filter((instant) => instant >= since && instant <= until);
  const runs = await listBacktestedRuns(db, { product, dataOrigin, scheduledFor });
  return runs.map((run) => ({
    issued: undefined,
    issuedAt: run.scheduledFor,
    publishedAt: run.scheduledFor,
    firstDay: run.firstDay,
    hours: backtestedHours(product, run),
    previousHours: [],
  }));
}

/** Issued runs, the oldest first, with what the rule needs of their periods and of those of the run before each. */
async function readIssuedRuns(
  db: Db,
  rule: AlertCondition,
  { issued, visible }: { issued: ForecastRun[]; visible: VisibleRuns },
): Promise<PreviewedRun[]> {
  if (issued.length === 0) return [];
  const isOnChange = rule.kind === 'forecast_change';
  const before = isOnChange
    ? await findNewestRun(db, { ...visible, asOf: issued[0].issuedAt - 1 })
    : undefined;
  const points = await listPointsOfRuns(
    db,
    rule.resolution,
    [...(before === undefined ? [] : [before]), ...issued].map(({ id, firstDay, lastDay }) => ({
      runId: id,
      // The run after it may count days that it does not.
      before: dayStart(addDays(isOnChange ? lastDay : addDays(firstDay, rule.days_ahead - 1), 1)),
    })),
  );
  const periodsOf = (run: ForecastRun | undefined): Pick<ForecastPoint, 'start' | 'value'>[] =>
    (run && points.get(run.id)) ?? [];
  return issued.map((run, i) => ({
    issued: run,
    issuedAt: run.issuedAt,
    publishedAt: run.publishedAt,
    firstDay: run.firstDay,
    hours: periodsOf(run),
    previousHours: isOnChange ? periodsOf(i === 0 ? before : issued[i - 1]) : [],
  }));
}

function distinctDays(runs: readonly { firstDay: DeliveryDay }[]): DeliveryDay[] {
  return [...new Set(runs.map(({ firstDay }) => firstDay))].sort();
}
