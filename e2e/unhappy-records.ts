import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS, deliveryPeriods } from '@lonja/forecasting/market';
import { PgBoss } from 'pg-boss';
import { openDatabase } from '../packages/server/src/ground/database/database.ts';
import { reason } from '../packages/server/src/ground/reasons/reasons.ts';
import { holdBackDay } from '../packages/server/test/hold-back-day.ts';

/** Queues work that cannot be done, to be given up at once, as no caller of the service can. */
export async function sendDoomedJob(dataDir: string, payload: { product: string }): Promise<void> {
  const connectionString = await databaseUrlOf(dataDir);
  const boss = new PgBoss({ connectionString, schedule: false, supervise: false, migrate: false });
  await boss.start();
  await boss.send('run-shadows', payload, { singletonKey: payload.product, retryLimit: 0 });
  await boss.stop({ graceful: false });
}

/** Holds two days of OMIE's prices back, as the checks do with prices that are far from those of the days before. */
export async function holdDaysBack(dataDir: string): Promise<[string, string]> {
  const db = openDatabase(await databaseUrlOf(dataDir), { maxConnections: 1 });
  const hold = (day: string) => {
    const start = deliveryPeriods(day, 'PT1H').map((period) => period.start);
    return holdBackDay(db, {
      source: 'omie',
      name: 'price.da',
      day,
      expectedAt: start[0] - 11 * HOUR_MS,
      now: start[0] - 11 * HOUR_MS,
      reason: [reason('odd_mean', { series: 'price.da', mean: '301.5', unit: 'EUR/MWh', median: '38.3' })],
      series: [
        { key: 'price.da', unit: 'EUR/MWh', resolution: 'PT1H', start, value: start.map((_, i) => 290 + i) },
      ],
    });
  };
  try {
    return [await hold('2026-03-26'), await hold('2026-03-27')];
  } finally {
    await db.destroy();
  }
}

/** The embedded database of a data folder, while it runs. */
async function databaseUrlOf(dataDir: string): Promise<string> {
  const { password, cluster } = JSON.parse(await readFile(path.join(dataDir, 'postgres.json'), 'utf8'));
  // The fourth line is the port that this cluster listens on.
  const lock = await readFile(path.resolve(dataDir, cluster, 'postmaster.pid'), 'utf8');
  const port = Number(lock.split('\n')[3]);
  return `postgres://postgres:${password}@127.0.0.1:${port}/lonja`;
}
