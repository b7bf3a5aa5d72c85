import { statfs } from 'node:fs/promises';
import { addDays, DAY_MS, deliveryDayOf, type Product, PRODUCTS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { type AuditQueueFigures, measureAuditQueue } from '../../people/audit/stream-audit.ts';
import { findOldestPendingRun } from '../../desk/alerts/pending-runs.ts';
import { type BackupAges, measureBackupAges } from '../backup/backup-notes.ts';
import { countJobs, type JobCount, type WaitingJobs } from './job-counts.ts';
import type { Db } from '../../ground/database/database.ts';
import { measureMailQueue } from '../../people/mail/mail-queue.ts';
import { measureStampAges, type StampAges } from '../../forecasts/evidence/store.ts';
import { listMissedRuns, type Lateness, listLateness } from '../../forecasts/runs/lateness.ts';
import { readsOnly } from '../../ground/database/server-state.ts';
import { type DeliveryQueueFigures, measureDeliveryQueue } from '../../outbound/webhooks/delivery-queue.ts';
import { type Drift, findDrift } from '../../forecasts/accuracy/drift.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { type ForecastScores, forecastScores } from '@lonja/forecasting/metrics';
import { listComparedHours } from '../../forecasts/statistics/compared-hours.ts';
import { getSourceStatus, type SourceHealth } from '../../market/sources/get-source-status.ts';

/** Delivery days over which skill is reported, and days over which missed runs are. */
const TOLD_DAYS = 7;

/** How the runs of one product do. */
export interface ProductRuns extends Lateness {
  /** Runs of the last 7 days that were never published. */
  missed: number;
}

/** What an operator watches, each asked for by itself so that one that fails takes nothing else with it. */
export interface ServiceProbes {
  /** Rejects unless the database answers. */
  database(): Promise<{ isReadOnly: boolean }>;
  runs(): Promise<ProductRuns[]>;
  sources(): Promise<SourceHealth[]>;
  jobs(): Promise<{ counts: JobCount[]; waiting: WaitingJobs[] }>;
  deliveries(): Promise<DeliveryQueueFigures>;
  /** When the run was published that has waited longest for its alert rules, epoch ms. */
  oldestPendingAlerts(): Promise<number | undefined>;
  /** How far the stream of the audit is behind; undefined where none is set up. */
  auditStream(): Promise<AuditQueueFigures | undefined>;
  mail(): Promise<{ waiting: number; oldestAt: number | undefined }>;
  /** Of each product that has scored hours in the last 7 delivery days. */
  skill(): Promise<{ product: Product; scores: ForecastScores }[]>;
  drift(): Promise<({ product: Product } & Drift)[]>;
  backups(): Promise<BackupAges>;
  /** Undefined where no authority is asked for time stamps. */
  stamps(): Promise<StampAges | undefined>;
  disk(): Promise<{ name: string; freeBytes: number; sizeBytes: number }[]>;
}

/** The sessions of `writerDb` may write, where the server lets them. `folders` are those whose room is watched, by what they hold. */
export function createServiceProbes(
  context: ReadContext & { writerDb: Db },
  { folders, asksForStamps }: { folders: Record<string, string>; asksForStamps: boolean },
): ServiceProbes {
  const { db, writerDb, clock } = context;
  return {
    async database() {
      await sql`select 1`.execute(db);
      return { isReadOnly: await readsOnly(writerDb) };
    },
    async runs() {
      const [dataOrigin, now] = [await context.dataOrigin(), clock.now()];
      if (dataOrigin === undefined) return [];
      const lateness = await listLateness(db, { dataOrigin, now });
      return Promise.all(
        lateness.map(async (one) => {
          const since = now - TOLD_DAYS * DAY_MS;
          const missed = await listMissedRuns(db, { product: one.product, dataOrigin }, { since, now });
          return { ...one, missed: missed.length };
        }),
      );
    },
    sources: async () => (await getSourceStatus(db, clock.now())).sources,
    jobs: () => countJobs(db),
    deliveries: () => measureDeliveryQueue(db, clock.now()),
    oldestPendingAlerts: () => findOldestPendingRun(db),
    auditStream: () => measureAuditQueue(db),
    mail: () => measureMailQueue(db),
    async skill() {
      const to = deliveryDayOf(clock.now());
      const from = addDays(to, 1 - TOLD_DAYS);
      const figures = [];
      for (const product of PRODUCTS) {
        const { hours } = await listComparedHours(context, { product, from, to, everyLeadDay: false });
        if (hours.length > 0) figures.push({ product, scores: forecastScores(hours) });
      }
      return figures;
    },
    drift: async () => {
      const to = addDays(deliveryDayOf(clock.now()), 1);
      const found = [];
      for (const product of PRODUCTS) {
        const of = { product, to, basis: 'issued', cutoff: 'official' } as const;
        found.push({ product, ...(await findDrift(context, of)) });
      }
      return found;
    },
    backups: () => measureBackupAges(db),
    stamps: async () => (asksForStamps ? measureStampAges(db) : undefined),
    disk: () =>
      Promise.all(
        Object.entries(folders).map(async ([name, folder]) => {
          const { bavail, bsize, blocks } = await statfs(folder);
          return { name, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
        }),
      ),
  };
}
