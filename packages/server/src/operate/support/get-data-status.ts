import { type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import type { Clock } from '../../ground/timing/clock.ts';
import { isDeclared } from '../../ground/config/declared-name.ts';
import type { Db } from '../../ground/database/database.ts';
import { type FeedEnd, listFeedEnds, originOf } from '../../market/observations/feeds.ts';
import { countHeldBack } from '../../market/publications/held-back.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { neverAsked } from '../../market/publications/source-status.ts';
import type { KnownSource } from '../../market/sources/known-sources.ts';
import {
  getSourceStatus,
  type SourceHealth,
  type SourceStates,
} from '../../market/sources/get-source-status.ts';

/** A series that came from files and that no source is followed for. */
interface ImportedSeries extends Omit<FeedEnd, 'lastStart'> {
  /** The newest delivery day that has a value. */
  newest_day: DeliveryDay;
}

export interface DataStatus extends SourceStates {
  sources: (SourceHealth & {
    /** Whether this service requests it regularly. */
    followed: boolean;
    /** Terms of its data; null where the program does not know the source. */
    licence: string | null;
  })[];
  imports: ImportedSeries[];
  /** Sources that are not asked, and why. */
  notFollowed: { source: string; reason: 'no_token' | 'not_in_sources' }[];
  /** What failed a check and waits for a decision: whole days of sources, and single values of files. */
  heldBack: { days: number; values: number };
}

/** Everything that an operator should know of the data: the sources, what came from files, and what is held back. */
export async function getDataStatus(
  { db, clock }: { db: Db; clock: Clock },
  { known, dataOrigin }: { known: readonly KnownSource[]; dataOrigin: DataOrigin | undefined },
): Promise<DataStatus> {
  const now = clock.now();
  const [states, ends, heldBack] = await Promise.all([
    getSourceStatus(db, now),
    listFeedEnds(db, now),
    countHeldBack(db),
  ]);
  const inLedger = new Set(states.sources.map(({ source }) => source));
  const followed = new Set(known.filter(({ isFollowed }) => isFollowed).map(({ name }) => name));
  const licences = new Map(known.map(({ name, licence }) => [name, licence]));
  const sources = states.sources.map((one) => ({
    ...one,
    licence: licences.get(one.source) ?? null,
    followed: followed.has(one.source),
    newest_day: one.newest_day ?? newestDayOf(ends.filter(({ source }) => source === one.source)),
  }));
  if (dataOrigin === 'simulator' && !inLedger.has('simulator')) {
    const simulated = ends.filter(({ source }) => source === 'simulator');
    sources.push({ ...simulatorHealth(simulated), followed: false, licence: null });
  }
  return {
    ...states,
    sources,
    imports: ends.filter((end) => isImported(end, { known, inLedger })).map(toImportedSeries),
    notFollowed: known.flatMap(({ name, notFollowed: reason }) =>
      reason === undefined ? [] : [{ source: name, reason }],
    ),
    heldBack,
  };
}

/**
 * Whether a series came from files alone. What a live source publishes and the ledger has is reported with that source, also where
 * it is not followed here: a service with other settings follows it, or did.
 */
function isImported(
  { series, source }: FeedEnd,
  { known, inLedger }: { known: readonly KnownSource[]; inLedger: ReadonlySet<string> },
): boolean {
  if (originOf(source) === 'simulator' || series.endsWith(OWN_FORECAST)) return false;
  if (isDeclared(source)) return false;
  const live = known.find(({ name }) => name === source);
  if (live === undefined || !inLedger.has(source)) return true;
  return live.isFollowed && !live.series.includes(series);
}

/** The service's own forecasts of the power system. */
const OWN_FORECAST = '.model';

/** By its prices: what is said of days to come reaches further. */
function newestDayOf(ends: readonly FeedEnd[]): DeliveryDay | null {
  const prices = ends.filter(({ series }) => series.startsWith('price.'));
  const starts = (prices.length > 0 ? prices : ends).map(({ lastStart }) => lastStart);
  return starts.length === 0 ? null : deliveryDayOf(Math.max(...starts));
}

/** The simulator is never late. */
function simulatorHealth(ends: readonly FeedEnd[]): SourceHealth {
  return {
    ...neverAsked('simulator'),
    state: 'ok',
    newest_day: newestDayOf(ends),
    newest_at: null,
    late: 0,
    gaps: 0,
    held_back: 0,
    without_result: 0,
    publications: [],
  };
}

function toImportedSeries({ lastStart, ...feed }: FeedEnd): ImportedSeries {
  return { ...feed, newest_day: deliveryDayOf(lastStart) };
}
