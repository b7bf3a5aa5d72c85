import { daysBetween, type DeliveryDay, type Product } from '@lonja/forecasting/market';
import { type PointScores, pointScores } from '@lonja/forecasting/metrics';
import { pricePublication } from '../../market/prices/price-feeds.ts';
import { AppError } from '../../ground/errors.ts';
import { listDaysWithoutResult } from '../../market/publications/days-without-result.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import type { Cutoff } from '../runs/cutoff.ts';
import { type DayCounts, dayCounts } from './day-counts.ts';
import { isProvisional } from './is-provisional.ts';
import { listScoredHours, type ScoredHour } from './list-scored-hours.ts';
import type { DaySpan } from '../../ground/timing/served-days.ts';
import type { Db } from '../../ground/database/database.ts';

interface AccuracyQuery {
  product: Product;
  /** Delivery days, both inclusive. */
  from: DeliveryDay;
  to: DeliveryDay;
  cutoff: Cutoff;
  /** Undefined: all hours. */
  hour: number | undefined;
  /** Undefined: all versions. */
  modelVersionId: string | undefined;
}

interface Accuracy {
  /** The version that made most of the forecasts. */
  modelVersionId: string;
  scores: PointScores;
  /** By local hour, those that have an observation. */
  byHour: { hour: number; scores: PointScores }[];
  days: DayCounts;
  isProvisional: boolean;
  simulated: boolean;
}

/** How far the scored forecasts of a span lay from the prices. Throws `no_actuals_available` where there is nothing to score. */
export async function measureAccuracy(context: ReadContext, query: AccuracyQuery): Promise<Accuracy> {
  const { hours, knownPrices, days, simulated } = await listScoredHours(context, query);
  const counted = hours.filter(
    ({ hour, modelVersionId }) =>
      (query.hour === undefined || hour === query.hour) &&
      (query.modelVersionId === undefined || modelVersionId === query.modelVersionId),
  );
  const modelVersionId = mostFrequentVersion(counted);
  if (modelVersionId === undefined) throw await nothingToScore(context, query, knownPrices);
  const byHour = [...Map.groupBy(counted, ({ hour }) => hour)]
    .sort(([a], [b]) => a - b)
    .map(([hour, ofHour]) => ({ hour, scores: pointScores(ofHour) }));
  return {
    modelVersionId,
    scores: pointScores(counted),
    byHour,
    days: dayCounts(query, days, counted),
    isProvisional: await isProvisional(context, { ...query, basis: 'issued' }, days),
    simulated,
  };
}

/** Of versions with equally many hours the one that served last. */
function mostFrequentVersion(hours: readonly ScoredHour[]): string | undefined {
  const counts = [...Map.groupBy(hours, ({ modelVersionId }) => modelVersionId)];
  let most: string | undefined;
  let largest = 0;
  for (const [version, { length }] of counts) {
    if (length < largest) continue;
    most = version;
    largest = length;
  }
  return most;
}

async function nothingToScore(
  { db, clock }: ReadContext,
  query: AccuracyQuery,
  knownPrices: number,
): Promise<AppError> {
  const { product, from, to } = query;
  const what = `${marketProductId(product)} from ${from} to ${to}`;
  const names = [pricePublication(product)];
  const empty = await listDaysWithoutResult(db, { names, from, to, asOf: clock.now() });
  if (knownPrices === 0 && empty.length === daysBetween(from, to) + 1) {
    return new AppError(
      'no_actuals_available',
      `The auctions of ${what} were published without prices, so there is nothing to score; ask for other days.`,
    );
  }
  if (knownPrices === 0) {
    return new AppError(
      'no_actuals_available',
      `No settled prices of ${what} are available yet; ask for earlier days.`,
    );
  }
  const version = query.modelVersionId === undefined ? '' : ` of model version "${query.modelVersionId}"`;
  const hour = query.hour === undefined ? '' : ` at hour ${query.hour}`;
  const limit = query.cutoff === 'official' ? 'its auction' : `the cutoff "${query.cutoff}"`;
  return new AppError(
    'no_actuals_available',
    `No forecast${version} for ${what}${hour} was issued before ${limit}; GET /metrics/model-performance shows the versions of a range.`,
  );
}

/** A version that has served, by the names of the wire. */
export interface VersionScores {
  model_version: string;
  active_from: Date;
  /** Null: still active. */
  active_to: Date | null;
  scores: PointScores;
}

/**
 * The accuracy of each model version that has a scored forecast on the given delivery days (both inclusive), the version
 * that became active first comes first. A scored run counts for the version that issued it, so every version is measured on
 * the days on which it was active.
 */
export async function compareModelVersions(
  context: ReadContext,
  query: { product: Product; cutoff: Cutoff } & DaySpan,
): Promise<{ versions: VersionScores[]; days: DayCounts; isProvisional: boolean; simulated: boolean }> {
  const { hours, days, simulated } = await listScoredHours(context, query);
  return {
    versions: await scoreVersions(context, hours),
    days: dayCounts(query, days, hours),
    isProvisional: await isProvisional(context, { ...query, basis: 'issued' }, days),
    simulated,
  };
}

/** The accuracy of each version that made one of the given forecasts, the version that became active first comes first. */
export async function scoreVersions(
  { db, clock }: ReadContext,
  hours: readonly ScoredHour[],
): Promise<VersionScores[]> {
  const byVersion = Map.groupBy(hours, ({ modelVersionId }) => modelVersionId);
  const spans = await listModelVersionSpans(db, [...byVersion.keys()]);
  const now = clock.now();
  return spans.map(({ model_version, active_from, active_to }) => ({
    model_version,
    active_from,
    // A clock that runs behind the stored history sees the version as it was then.
    active_to: active_to !== null && active_to.getTime() <= now ? active_to : null,
    scores: pointScores(byVersion.get(model_version) ?? []),
  }));
}

/** Those of the given versions that have served, the first to do so first. */
async function listModelVersionSpans(
  db: Db,
  ids: readonly string[],
): Promise<Omit<VersionScores, 'scores'>[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('model_version')
    .select(['id as model_version', 'active_from', 'active_to'])
    .where('id', 'in', [...ids])
    .where('active_from', 'is not', null)
    .$narrowType<{ active_from: Date }>()
    .orderBy('active_from')
    .orderBy('id')
    .execute();
}
