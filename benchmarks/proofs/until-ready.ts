import { setTimeout as sleep } from 'node:timers/promises';
import { AUCTIONS } from '@lonja/forecasting/market';
import type { Db } from '../../packages/server/src/ground/database/database.ts';

const START_MS = 180_000;

/** Waits until the process on each port says that it is ready. */
export async function untilReady(ports: readonly number[], startMs = START_MS): Promise<void> {
  const deadline = performance.now() + startMs;
  for (const port of ports) {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/api/v1/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (performance.now() > deadline) throw new Error(`The process on port ${port} was not ready in time.`);
      await sleep(500);
    }
  }
}

/** Waits until every product has its first forecast. */
export async function untilForecasts({ baseUrl, key }: { baseUrl: string; key: string }): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (const product of AUCTIONS) {
    const latest = `${baseUrl}/forecasts/latest?market_id=es&product=${product}`;
    while (!(await fetch(latest, { headers: { authorization: `Bearer ${key}` } })).ok) {
      if (performance.now() > deadline) throw new Error(`There was no forecast of ${product} in time.`);
      await sleep(500);
    }
  }
}

/** Waits until no delivery is due any more, for a few minutes at most. */
export async function untilDelivered(db: Db): Promise<void> {
  const deadline = performance.now() + START_MS;
  const pending = () => db.selectFrom('webhook_queue').select('delivery_id').limit(1).execute();
  while ((await pending()).length > 0 && performance.now() < deadline) await sleep(1000);
}
