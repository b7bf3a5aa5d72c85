import { DAY_MS } from '@lonja/forecasting/market';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import { listQuarantinedDays, type QuarantinedDay } from '../../market/publications/quarantined-days.ts';
import type { KnownSource } from '../../market/sources/known-sources.ts';
import { getSourceStatus, type SourceHealth } from '../../market/sources/get-source-status.ts';

const QUARANTINE_DAYS = 30;
const SHOWN_QUARANTINED = 20;

export interface SourceOverview extends KnownSource {
  /** Undefined until the source was asked for the first time. */
  health: SourceHealth | undefined;
  /** Held back within the last month: how many, and the newest of them. */
  quarantinedDays: number;
  newestQuarantined: QuarantinedDay[];
}

/** What the operator should know of every source. */
export async function listSources(
  { db, clock }: { db: Db; clock: Clock },
  known: readonly KnownSource[],
): Promise<SourceOverview[]> {
  const now = clock.now();
  const [status, quarantined] = await Promise.all([
    getSourceStatus(db, now),
    listQuarantinedDays(db, now - QUARANTINE_DAYS * DAY_MS),
  ]);
  return known.map((source) => {
    const heldBack = quarantined.filter((one) => one.source === source.name);
    return {
      ...source,
      health: status.sources.find((health) => health.source === source.name),
      quarantinedDays: heldBack.length,
      newestQuarantined: heldBack.slice(0, SHOWN_QUARANTINED),
    };
  });
}
