import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, omieText } from '../../../test/omie-text.ts';
import { createTransport } from '../transport/transport.ts';
import { fetchAuctionPrices } from './client.ts';
import { OMIE_LIMITS } from './source.ts';

const DAY = '2026-03-29';
const QUARTERS = 92;
const NOT_FOUND = '<html>not found</html>';

/** OMIE with the given files, by revision. */
function omieWith(files: Record<number, string>, status = 200) {
  const asked: string[] = [];
  const fetch = async (request: string | URL | Request) => {
    const url = request instanceof Request ? request.url : request;
    const name = new URL(url).searchParams.get('filename') ?? '';
    asked.push(name);
    return new Response(files[Number(name.at(-1))] ?? NOT_FOUND, { status });
  };
  const context = { fetch, now: () => 0, sleep: async () => {}, random: () => 0 };
  return {
    asked,
    options: { transport: createTransport('omie', OMIE_LIMITS, context), baseUrl: 'https://omie.test' },
  };
}

test('the highest revision counts, and no further one is asked for than is needed', async () => {
  const prices = (add: number) =>
    omieText(
      DAY,
      count(QUARTERS).map((i) => i + add),
    );
  const { asked, options } = omieWith({ 1: prices(0), 2: prices(100) });
  const found = await fetchAuctionPrices(options, 'da', DAY);
  assert.equal(found?.resolution, 'PT15M');
  assert.equal(found?.spain[0], 100);
  assert.deepEqual(asked, ['marginalpdbc_20260329.1', 'marginalpdbc_20260329.2', 'marginalpdbc_20260329.3']);
});

test('a day whose first revision is missing is found by its second', async () => {
  const { options } = omieWith({ 2: omieText(DAY, count(QUARTERS)) });
  assert.equal((await fetchAuctionPrices(options, 'da', DAY))?.spain.length, QUARTERS);
});

test('the third intraday auction begins with period 49, and its empty file says that there are no prices', async () => {
  const header = 'MARGINALPIBC;';
  const day = '2026-03-30';
  const { asked, options } = omieWith({ 1: omieText(day, count(48), { header, firstPeriod: 49 }) });
  const found = await fetchAuctionPrices(options, 'ida3', day);
  assert.equal(found?.start[0], Date.parse('2026-03-30T10:00:00Z'));
  assert.equal(asked[0], 'marginalpibc_2026033003.1');
  const empty = omieWith({ 1: `${header}\r\n*\r\n` });
  assert.equal(await fetchAuctionPrices(empty.options, 'ida1', '2026-10-01'), undefined);
});

test('a day that is not published is no fault, an overloaded server and a damaged file are', async () => {
  assert.equal(await fetchAuctionPrices(omieWith({}).options, 'da', DAY), undefined);
  assert.equal(await fetchAuctionPrices(omieWith({}, 404).options, 'da', DAY), undefined);
  await assert.rejects(fetchAuctionPrices(omieWith({}, 429).options, 'da', DAY), /answered 429/);
  const cut = omieText(DAY, count(QUARTERS)).slice(0, 300);
  await assert.rejects(
    fetchAuctionPrices(omieWith({ 1: cut }).options, 'da', DAY),
    /marginalpdbc_20260329\.1/,
  );
});
