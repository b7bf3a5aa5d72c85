import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantOf } from '@lonja/forecasting/market';
import { sentenceOrNull } from '../../../ground/reasons/reasons.ts';
import { type CurveStep, omieCurveText } from '../../../../test/omie-curve-text.ts';
import { FileFault } from '../file-fault.ts';
import { SourceUnavailable } from '../transport/source-unavailable.ts';
import { createTransport } from '../transport/transport.ts';
import { fetchCurves } from './fetch-curves.ts';
import { createOmieSource, OMIE_CURVES_LIMITS } from './source.ts';

const DAY = '2026-03-29';
const steps = (cleared: number): CurveStep[] =>
  (['O', 'C'] as const).flatMap((state): CurveStep[] => [
    ['V', cleared, 10, state],
    ['C', cleared, 50, state],
  ]);
const textOf = (cleared: number) =>
  omieCurveText(DAY, () => steps(cleared), { issued: '30/03/2026 - 09:15' });

/** OMIE with the given files, by revision; 404 for any other. Texts leave as Latin-1. */
function omieWith(files: Record<number, string | Response>) {
  const asked: string[] = [];
  const fetch = async (request: string | URL | Request) => {
    const url = new URL(request instanceof Request ? request.url : request);
    const name = url.searchParams.get('filename') ?? '';
    asked.push(`${url.searchParams.get('parents')} ${name}`);
    const found = files[Number(name.at(-1))];
    if (found instanceof Response) return found.clone();
    return found === undefined
      ? new Response('<html>Not found</html>', { status: 404 })
      : new Response(Buffer.from(found, 'latin1'));
  };
  const context = { fetch, now: () => 0, sleep: async () => {}, random: () => 0, version: 'test' };
  const transport = createTransport('omie', OMIE_CURVES_LIMITS, context);
  return { asked, transport, options: { transport, baseUrl: 'https://omie.test' } };
}

test('the highest readable revision counts, and none is asked for beyond the first that is missing', async () => {
  const { asked, options } = omieWith({ 1: textOf(100), 2: textOf(200), 3: textOf(300).slice(0, 900) });
  const found = await fetchCurves(options, DAY);
  assert.deepEqual([found?.revision, found?.curves.clearedMw[0]], [2, 200]);
  assert.match(
    String(sentenceOrNull(found?.warnings)),
    /^curva_pbc_20260329\.3, line \d+: expected .*; revision 2 is used$/,
  );
  assert.deepEqual(
    asked,
    [1, 2, 3, 4].map((revision) => `curva_pbc curva_pbc_20260329.${revision}`),
  );
});

test('a day that is not there is nothing, a damaged one a fault, and a source that fails unavailable', async () => {
  assert.equal(await fetchCurves(omieWith({}).options, DAY), undefined);
  await assert.rejects(fetchCurves(omieWith({ 1: textOf(100).slice(0, 900) }).options, DAY), FileFault);
  const down = omieWith({ 1: new Response('', { status: 503 }) });
  await assert.rejects(fetchCurves(down.options, DAY), SourceUnavailable);
});

test('a source with a transport for curves publishes them, known from their issue on; without one it does not', async () => {
  const { transport, options } = omieWith({ 1: textOf(100) });
  const source = createOmieSource({ ...options, curves: transport });
  const publication = source.publications.find(({ name }) => name === 'curve');
  assert.ok(publication !== undefined);
  const [day, ...others] = await source.fetch(publication, { from: DAY, to: DAY });
  assert.deepEqual([day.day, day.revision, others.length], [DAY, 1, 0]);
  assert.deepEqual(day.series.map(({ key }) => key).toSorted(), Object.keys(publication.units).toSorted());
  for (const { key, unit, resolution, start, availableAt } of day.series) {
    assert.deepEqual([unit, resolution, start.length], [publication.units[key], 'PT15M', 92]);
    assert.deepEqual(new Set(availableAt), new Set([instantOf('2026-03-30', '09:15')]));
  }
  assert.deepEqual(
    createOmieSource(options).publications.map(({ name }) => name),
    ['price.da', 'price.ida1', 'price.ida2', 'price.ida3'],
  );
});
