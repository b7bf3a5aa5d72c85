import {
  addDays,
  AUCTION_CALENDAR,
  dayStart,
  type DeliveryDay,
  isFirstZone,
  type Product,
  PRODUCTS,
  scheduledRunsBetween,
  zoneOf,
} from '@lonja/forecasting/market';
import type { Clock } from '../../ground/timing/clock.ts';
import { isForecast } from '../../forecasts/runs/auctioned-products.ts';
import { isCutoff } from '../../forecasts/runs/cutoff.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import type { DaySpan } from '../../ground/timing/served-days.ts';
import { groupHours } from '@lonja/forecasting/metrics';
import {
  type FundamentalsScore,
  scoreFundamentals,
} from '../../forecasts/statistics/fundamentals-accuracy.ts';
import { type ForecastScores, forecastScores } from '@lonja/forecasting/metrics';
import { type ComparedHour, listComparedHours } from '../../forecasts/statistics/compared-hours.ts';
import type { Db } from '../../ground/database/database.ts';
import { listModelVersions, type ModelVersion } from '../../forecasts/runs/model-versions.ts';
import { countEventsByType, listRunsScheduled, type ScheduledRunOutcome } from './replay-queries.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';

/** What became of the runs that a product should have had. */
export interface RunTally {
  product: Product;
  scheduled: number;
  published: number;
  /** Of the published ones, those issued after their schedule. */
  late: number;
  degraded: number;
  /** How often each reason was given, days and numbers left out; the most frequent first. */
  reasons: { reason: string; runs: number }[];
  /** Runs beside the schedule that answered an input. */
  newInputs: number;
  missing: string[];
}

export interface AccuracyRow {
  product: Product;
  /** Lead day 1 to 7, local hour 0 to 23, or a time of day as `HH:MM`. */
  group: string;
  scores: ForecastScores;
}

export interface ReplayReport {
  from: DeliveryDay;
  to: DeliveryDay;
  runs: RunTally[];
  outcomes: ScheduledRunOutcome[];
  byLeadDay: AccuracyRow[];
  byHour: AccuracyRow[];
  /** Of the day-ahead market by the time until when a run counts: its scheduled runs before the results, all hours and those that cleared below zero. */
  byCutoff: AccuracyRow[];
  belowZeroByCutoff: AccuracyRow[];
  /** Errors of the own forecasts of the power system. */
  fundamentals: FundamentalsScore[];
  versions: ModelVersion[];
  events: { type: string; count: number }[];
}

/** What a replay came to: runs and their reasons, accuracy by product, lead day and hour, models and events. */
export async function reportReplay(
  { db, clock }: { db: Db; clock: Clock },
  { from, to }: { from: DeliveryDay; to: DeliveryDay },
): Promise<ReplayReport> {
  const context: ReadContext = { db, clock, dataOrigin: () => findDataOrigin(db) };
  const span = { after: dayStart(from) - 1, until: dayStart(addDays(to, 1)) - 1 };
  const report: ReplayReport = {
    from,
    to,
    runs: [],
    outcomes: [],
    byLeadDay: [],
    byHour: [],
    ...(await accuracyByCutoff(context, { from: addDays(from, 1), to: addDays(to, 1) })),
    fundamentals: (await scoreFundamentals(context, { from: addDays(from, 1), to })).scores,
    versions: (
      await listModelVersions(db, { product: undefined, offset: 0, limit: 1000 })
    ).versions.reverse(),
    events: await countEventsByType(db),
  };
  for (const product of PRODUCTS.filter(isForecast)) {
    const outcomes = await listRunsScheduled(db, { product, ...span });
    // Without its prices another market has no runs.
    if (outcomes.length === 0 && !isFirstZone(zoneOf(product))) continue;
    report.outcomes.push(...outcomes);
    report.runs.push(tally(product, outcomes, span));
    const days = { from: addDays(from, 1), to: addDays(to, 1) };
    const { hours } = await listComparedHours(context, { product, everyLeadDay: true, ...days });
    report.byLeadDay.push(...accuracyBy('lead_day', product, hours));
    const first = hours.filter(({ leadDay }) => leadDay === 1);
    report.byHour.push(...accuracyBy('hour', product, first));
  }
  return report;
}

function tally(
  product: Product,
  outcomes: ScheduledRunOutcome[],
  span: { after: number; until: number },
): RunTally {
  const wanted = scheduledRunsBetween(AUCTION_CALENDAR[product], span.after, span.until);
  const schedules = new Set(wanted.map(({ scheduledFor }) => scheduledFor));
  const ofSchedule = outcomes.filter(({ scheduledFor }) => schedules.has(scheduledFor));
  const answered = new Set(ofSchedule.map(({ scheduledFor }) => scheduledFor));
  const reasons = Map.groupBy(
    ofSchedule.flatMap(({ degraded }) => degraded.map(withoutParticulars)),
    (reason) => reason,
  );
  return {
    product,
    scheduled: wanted.length,
    published: ofSchedule.length,
    late: ofSchedule.filter(({ issuedAt, scheduledFor }) => issuedAt > scheduledFor).length,
    degraded: ofSchedule.filter(({ degraded }) => degraded.length > 0).length,
    reasons: [...reasons]
      .map(([reason, all]) => ({ reason, runs: all.length }))
      .sort((a, b) => b.runs - a.runs),
    newInputs: outcomes.length - ofSchedule.length,
    missing: wanted
      .filter(({ scheduledFor }) => !answered.has(scheduledFor))
      .map(({ scheduledFor }) => new Date(scheduledFor).toISOString()),
  };
}

/** A reason without its day and counts, so that equal ones can be counted. */
function withoutParticulars(reason: string): string {
  return reason
    .replaceAll(/\d{4}-\d{2}-\d{2}(, \d{4}-\d{2}-\d{2})+/g, 'the days')
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, 'the day')
    .replaceAll(/last \d+ days/g, 'last few days');
}

/** What one would have bid with at each scheduled time. */
async function accuracyByCutoff(
  context: ReadContext,
  span: DaySpan,
): Promise<Pick<ReplayReport, 'byCutoff' | 'belowZeroByCutoff'>> {
  const product = 'da';
  const rows: Pick<ReplayReport, 'byCutoff' | 'belowZeroByCutoff'> = { byCutoff: [], belowZeroByCutoff: [] };
  const { scheduledRuns, resultsPublished } = AUCTION_CALENDAR[product];
  for (const { time } of scheduledRuns) {
    if (time >= resultsPublished.time || !isCutoff(time)) continue;
    const { hours } = await listComparedHours(context, {
      product,
      everyLeadDay: false,
      cutoff: time,
      ...span,
    });
    const below = hours.filter(({ price }) => price < 0);
    if (hours.length > 0) rows.byCutoff.push({ product, group: time, scores: forecastScores(hours) });
    if (below.length > 0)
      rows.belowZeroByCutoff.push({ product, group: time, scores: forecastScores(below) });
  }
  return rows;
}

function accuracyBy(groupBy: 'lead_day' | 'hour', product: Product, hours: ComparedHour[]): AccuracyRow[] {
  return groupHours(hours, groupBy).map(({ group, hours: ofGroup }) => ({
    product,
    group,
    scores: forecastScores(ofGroup),
  }));
}
