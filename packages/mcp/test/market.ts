import assert from 'node:assert/strict';
import type { Contributions } from '@lonja/forecasting';
import { publishTestRun, storeTestPrices } from '../../server/test/http/market-fixture.ts';
import { type TestApi, createTestApi } from '../../server/test/http/test-api.ts';

/** The day before the clock goes forward: tomorrow has 23 hours. */
const NOW = '2026-03-28T10:30:00Z';

export interface Market {
  api: TestApi;
  address: string;
  /** Of a tenant with a battery. */
  key: string;
  /** Of a tenant without sites. */
  otherKey: string;
  /** Reads a route of the API, as the key. */
  read: <T>(path: string) => Promise<T>;
}

/** A service that listens, with cleared prices until today and forecasts of tomorrow and later. */
export async function openMarket(): Promise<Market> {
  const api = await createTestApi(NOW);
  const { db } = api;
  for (let day = 1; day <= 28; day++) {
    const name = `2026-03-${String(day).padStart(2, '0')}`;
    const availableAt = `${name}T00:00:00Z`;
    await storeTestPrices(db, { day: name, level: day === 14 ? -12 : 30 + day / 4, availableAt });
  }
  for (const day of ['2026-03-26', '2026-03-27']) {
    const issuedAt = new Date(Date.parse(`${day}T10:05:00Z`) - 86_400_000).toISOString();
    await publishTestRun(db, { issuedAt, firstDay: day, days: 2, level: 38.5 });
  }
  const spain = await publishTestRun(db, {
    issuedAt: '2026-03-28T10:05:00Z',
    firstDay: '2026-03-29',
    level: -4.37,
    withQuarters: true,
    withDistributions: true,
    explanation: EXPLANATION,
    degraded: ['no gas price since 2026-03-20'],
  });
  await publishTestRun(db, {
    product: 'ida1',
    issuedAt: '2026-03-28T10:20:00Z',
    firstDay: '2026-03-29',
    days: 1,
    level: -1.13,
    withQuarters: true,
    withDistributions: true,
  });
  const ofPortugal = { issuedAt: '2026-03-28T10:06:00Z', firstDay: '2026-03-29', level: -3.12 };
  await publishTestRun(db, {
    ...ofPortugal,
    product: 'pt-da',
    spreadTo: spain,
    withQuarters: true,
    withDistributions: true,
  });
  await storeTestPrices(db, {
    product: 'pt-da',
    day: '2026-03-28',
    level: 41,
    availableAt: '2026-03-28T00:00:00Z',
  });
  const owner = await api.createSession();
  const battery = { name: 'Cell', kind: 'battery', capacity_mw: 10, energy_mwh: 20, efficiency: 0.9 };
  await create('/portfolio/sites', owner.token, battery);
  await create('/portfolio/sites', owner.token, { name: 'Sierra', kind: 'wind', capacity_mw: 10 });
  const { key } = await create('/auth/api-keys', owner.token, { label: 'Assistant' });
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    api,
    address,
    key: String(key),
    otherKey: await api.createKey(),
    async read<T>(path: string): Promise<T> {
      const answer = await api.get(path, String(key));
      assert.equal(answer.status, 200, answer.text);
      return answer.body as T;
    },
  };

  async function create(path: string, token: string, body: object): Promise<{ key?: string }> {
    const answer = await api.send('POST', path, token, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body as { key?: string };
  }
}

const byHour = (valueOf: (hour: number) => number) =>
  Float64Array.from({ length: 24 }, (_, hour) => valueOf(hour));

const EXPLANATION: Contributions = {
  baseline: byHour((hour) => 40 + hour / 4),
  contributions: [
    { group: 'wind.forecast', values: byHour((hour) => -44.37 - hour / 2) },
    { group: 'price', values: byHour((hour) => hour) },
    { group: 'calendar', values: byHour((hour) => hour / 4) },
  ],
};
