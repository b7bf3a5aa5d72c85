import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, omieText } from '../../../test/omie-text.ts';
import { fetchDayAheadPrices } from './client.ts';

const DAY = '2026-03-29';
const QUARTERS = 92;
const NOT_FOUND = '<html>not found</html>';

/** OMIE with the given files, by revision. */
function omieWith(files: Record<number, string>) {
  const asked: string[] = [];
  const fetch = async (request: string | URL | Request) => {
    const url = request instanceof Request ? request.url : request;
    const name = new URL(url).searchParams.get('filename') ?? '';
    asked.push(name);
    return new Response(files[Number(name.at(-1))] ?? NOT_FOUND, { status: 200 });
  };
  return { asked, options: { fetch, timeoutMs: 1000 } };
}

test('the highest revision counts, and no further one is asked for than is needed', async () => {
  const prices = (add: number) =>
    omieText(
      DAY,
      count(QUARTERS).map((i) => i + add),
    );
  const { asked, options } = omieWith({ 1: prices(0), 2: prices(100) });
  const found = await fetchDayAheadPrices(options, DAY);
  assert.equal(found?.resolution, 'PT15M');
  assert.equal(found?.spain[0], 100);
  assert.deepEqual(asked, ['marginalpdbc_20260329.1', 'marginalpdbc_20260329.2', 'marginalpdbc_20260329.3']);
});

test('a day whose first revision is missing is found by its second', async () => {
  const { options } = omieWith({ 2: omieText(DAY, count(QUARTERS)) });
  assert.equal((await fetchDayAheadPrices(options, DAY))?.spain.length, QUARTERS);
});

test('a day that is not published is no fault, an overloaded server and a damaged file are', async () => {
  assert.equal(await fetchDayAheadPrices(omieWith({}).options, DAY), undefined);
  const overloaded = async () => new Response('', { status: 429 });
  await assert.rejects(fetchDayAheadPrices({ fetch: overloaded, timeoutMs: 1000 }, DAY), /429/);
  const cut = omieText(DAY, count(QUARTERS)).slice(0, 300);
  await assert.rejects(fetchDayAheadPrices(omieWith({ 1: cut }).options, DAY), /marginalpdbc_20260329\.1/);
});
