import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { instantOf } from '@lonja/forecasting/market';
import { readCurves } from '../../src/market/curves/store.ts';
import { backfill } from '../../src/market/ingest/backfill.ts';
import { findPublications } from '../../src/market/publications/publications.ts';
import { createTestDatabase } from '../database.ts';
import { type CurveStep, omieCurveText } from '../omie-curve-text.ts';
import { createTestContext, testSources } from '../test-context.ts';

const NOW = '2026-04-01T10:00:00Z';
const SPAN = { from: '2026-03-28', to: '2026-03-30' };
const database = await createTestDatabase();
after(() => database.drop());

const steps: CurveStep[] = [
  ['V', 3000, 0, 'O'],
  ['V', 3000, 0, 'C'],
  ['V', 5000, 40, 'O'],
  ['V', 2000, 40, 'C'],
  ['V', 5000, 90, 'O'],
  ['C', 5000, 4000, 'O'],
  ['C', 5000, 4000, 'C'],
];
const files = new Map([
  ['curva_pbc_20260328.1', omieCurveText('2026-03-28', () => steps, { issued: '29/03/2026 - 09:15' })],
  ['curva_pbc_20260329.1', omieCurveText('2026-03-29', () => steps, { issued: '30/03/2026 - 09:15' })],
  ['curva_pbc_20260330.1', omieCurveText('2026-03-30', () => steps, { issued: '31/03/2026' }).slice(0, 5000)],
]);

test('days of curves are asked for, checked and stored as other publications, and a damaged file is not', async () => {
  const liveSources = testSources(
    async (request) => {
      const url = new URL(request instanceof Request ? request.url : request);
      const text = files.get(url.searchParams.get('filename') ?? '');
      return text === undefined
        ? new Response('', { status: 404 })
        : new Response(Buffer.from(text, 'latin1'));
    },
    { omieCurves: true },
  );
  const context = { ...createTestContext(database.db, NOW), sources: ['omie' as const], liveSources };
  const [report] = await backfill(context, { source: 'omie', publication: 'curve', ...SPAN });
  assert.equal(report.complete, 2);
  const lines = await findPublications(database.db, { source: 'omie', name: 'curve', ...SPAN });
  assert.deepEqual(
    [...lines.values()].filter(({ state }) => state === 'complete').map(({ day }) => day),
    ['2026-03-28', '2026-03-29'],
  );
  const reader = { ...context, dataOrigin: async () => 'market' as const };
  const { periods, knownSince } = await readCurves(reader, '2026-03-29');
  assert.deepEqual([periods.length, knownSince], [92, instantOf('2026-03-30', '09:15')]);
  assert.deepEqual(periods[0]?.prices, [0, 40, 40, 40, 40, 40]);
  assert.equal((await readCurves(reader, '2026-03-30')).periods.length, 0);
});
