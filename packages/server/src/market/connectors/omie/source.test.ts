import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, omieText } from '../../../../test/omie-text.ts';
import { sentenceOrNull } from '../../../ground/reasons/reasons.ts';
import { FileFault } from '../payload-fault.ts';
import { SourceUnavailable } from '../transport/reply.ts';
import { createTransport } from '../transport/transport.ts';
import { fetchAuction, OMIE_LIMITS, fetchCurves, createOmieSource, OMIE_CURVES_LIMITS } from './source.ts';
import { instantOf } from '@lonja/forecasting/market';
import { type CurveStep, omieCurveText } from '../../../../test/omie-curve-text.ts';

const DAY = '2026-03-29';
const QUARTERS = 92;
const EMPTY = 'MARGINALPDBC;\r\n*\r\n';
const fileOf = (revision: number) => `marginalpdbc_20260329.${revision}`;
const askedFor = (revision: number) => `marginalpdbc ${fileOf(revision)}`;

/** OMIE with the given files or answers, by revision; 404 for any other. Texts leave as Latin-1. */
function omieWith(files: Record<number, string | Response>, limits = OMIE_LIMITS) {
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
  const transport = createTransport('omie', limits, context);
  return { asked, transport, options: { transport, baseUrl: 'https://omie.test' } };
}

/** A whole file, identified by its first price of Spain. */
function pricesFrom(first: number): string {
  return omieText(
    DAY,
    count(QUARTERS).map((i) => i + first),
  );
}

async function bestOf(files: Record<number, string>) {
  const { options } = omieWith(files);
  const auction = await fetchAuction(options, 'da', DAY);
  const found = auction?.warnings.length === 0 ? undefined : auction?.warnings;
  return { revision: auction?.revision, first: auction?.prices?.spain[0], warnings: sentenceOrNull(found) };
}

test('all three revisions are asked for and the highest counts, also where one before it is missing', async () => {
  const { asked, options } = omieWith({ 1: pricesFrom(0), 2: pricesFrom(100) });
  const found = await fetchAuction(options, 'da', DAY);
  assert.equal(found?.prices?.resolution, 'PT15M');
  assert.deepEqual([found?.revision, found?.prices?.spain[0], found?.warnings], [2, 100, []]);
  assert.deepEqual(asked, [1, 2, 3].map(askedFor));
  assert.deepEqual(await bestOf({ 2: pricesFrom(200) }), { revision: 2, first: 200, warnings: null });
  assert.deepEqual(await bestOf({ 3: pricesFrom(300) }), { revision: 3, first: 300, warnings: null });
  const gap = { 1: pricesFrom(100), 3: pricesFrom(300) };
  assert.deepEqual(await bestOf(gap), { revision: 3, first: 300, warnings: null });
});

test('further revisions are asked for while there are some', async () => {
  const { asked, options } = omieWith({ 1: pricesFrom(0), 3: pricesFrom(3), 4: pricesFrom(4) });
  assert.equal((await fetchAuction(options, 'da', DAY))?.revision, 4);
  assert.deepEqual(asked, [1, 2, 3, 4, 5].map(askedFor));
});

test('a damaged newer revision loses no good older one, and is reported with its line', async () => {
  const cut = pricesFrom(200).slice(0, 300);
  const { revision, first, warnings } = await bestOf({ 1: pricesFrom(100), 2: cut });
  assert.deepEqual([revision, first], [1, 100]);
  assert.match(
    String(warnings),
    /^marginalpdbc_20260329\.2, line \d+: expected .*; marginalpdbc_20260329\.1 is used$/,
  );
  const mended = await bestOf({ 1: cut, 2: 'MARGINALPDBC;', 3: pricesFrom(300) });
  assert.deepEqual(mended, { revision: 3, first: 300, warnings: null });
});

test('where every revision is damaged the fault is that of the highest', async () => {
  const { options } = omieWith({ 1: pricesFrom(0).slice(0, 300), 2: '' });
  await assert.rejects(fetchAuction(options, 'da', DAY), (fault) => {
    assert.ok(fault instanceof FileFault);
    assert.deepEqual([fault.file, fault.line], [fileOf(2), 1]);
    return true;
  });
});

test('a file without prices says that the auction has no result, unless another revision has one', async () => {
  const nothing = { revision: 1, first: undefined, warnings: null };
  assert.deepEqual(await bestOf({ 1: EMPTY }), nothing);
  assert.deepEqual(await bestOf({ 1: EMPTY, 2: EMPTY }), { ...nothing, revision: 2 });
  assert.deepEqual(await bestOf({ 1: EMPTY, 2: pricesFrom(200) }), {
    revision: 2,
    first: 200,
    warnings: null,
  });
  assert.deepEqual(await bestOf({ 1: pricesFrom(100), 2: EMPTY }), {
    revision: 1,
    first: 100,
    warnings: `${fileOf(2)} is published without prices; ${fileOf(1)} is used`,
  });
  const { revision, first, warnings } = await bestOf({ 1: EMPTY, 2: 'MARGINALPDBC;' });
  assert.deepEqual([revision, first], [1, undefined]);
  assert.match(String(warnings), /^marginalpdbc_20260329\.2, line /);
});

test('the third intraday auction begins with local noon, in hours and in quarters, on days of every length', async () => {
  const header = 'MARGINALPIBC;';
  for (const [day, firstPeriod, periods, noon] of [
    ['2024-10-27', 14, 12, '2024-10-27T11:00:00Z'],
    ['2025-03-18', 13, 12, '2025-03-18T11:00:00Z'],
    ['2026-03-30', 49, 48, '2026-03-30T10:00:00Z'],
    ['2026-03-29', 45, 48, '2026-03-29T10:00:00Z'],
    ['2025-10-26', 53, 48, '2025-10-26T11:00:00Z'],
  ] as const) {
    const { asked, options } = omieWith({ 1: omieText(day, count(periods), { header, firstPeriod }) });
    const found = await fetchAuction(options, 'ida3', day);
    assert.deepEqual(
      [found?.prices?.start[0], found?.prices?.start.length],
      [Date.parse(noon), periods],
      day,
    );
    assert.equal(asked[0], `marginalpibc marginalpibc_${day.replaceAll('-', '')}03.1`);
  }
});

test('what OMIE does not have is not published; what it refuses to give is not known', async () => {
  assert.equal(await fetchAuction(omieWith({}).options, 'da', DAY), undefined);
  const page = (status: number) =>
    new Response('<!doctype html><title>Access denied</title>', {
      status,
      headers: { 'content-type': 'text/html' },
    });
  for (const [answer, message] of [
    [
      page(403),
      /^OMIE answered 403 for marginalpdbc_20260329\.1; it asks for no token, so it may block the address/,
    ],
    [page(401), /^OMIE answered 401/],
    [
      page(200),
      /^OMIE answered 200 with a web page in place of marginalpdbc_20260329\.1; it asks for no token/,
    ],
    [new Response('', { status: 410 }), /^OMIE answered 410 .*; it does not take this request/],
  ] as const) {
    await assert.rejects(fetchAuction(omieWith({ 1: answer }).options, 'da', DAY), (error) => {
      assert.ok(error instanceof SourceUnavailable && error.refused && error.asked);
      assert.match(error.message, message);
      return true;
    });
  }
});

test('a refusal of one revision is not taken for "there is none", whatever the others are', async () => {
  const blocked = new Response('', { status: 403 });
  const { options } = omieWith({ 1: pricesFrom(0), 2: blocked });
  await assert.rejects(fetchAuction(options, 'da', DAY), /OMIE answered 403 for marginalpdbc_20260329\.2/);
});

test('an overloaded server and answers that are no file are faults', async () => {
  const busy = omieWith({ 1: new Response('', { status: 429 }) });
  await assert.rejects(fetchAuction(busy.options, 'da', DAY), /OMIE answered 429/);
  for (const body of ['', '{"error":"internal"}', 'Access denied']) {
    await assert.rejects(fetchAuction(omieWith({ 1: body }).options, 'da', DAY), FileFault, body);
  }
});

const steps = (cleared: number): CurveStep[] =>
  (['O', 'C'] as const).flatMap((state): CurveStep[] => [
    ['V', cleared, 10, state],
    ['C', cleared, 50, state],
  ]);
const textOf = (cleared: number) =>
  omieCurveText(DAY, () => steps(cleared), { issued: '30/03/2026 - 09:15' });

test('the highest readable revision counts, and none is asked for beyond the first that is missing', async () => {
  const { asked, options } = omieWith(
    { 1: textOf(100), 2: textOf(200), 3: textOf(300).slice(0, 900) },
    OMIE_CURVES_LIMITS,
  );
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
  assert.equal(await fetchCurves(omieWith({}, OMIE_CURVES_LIMITS).options, DAY), undefined);
  await assert.rejects(
    fetchCurves(omieWith({ 1: textOf(100).slice(0, 900) }, OMIE_CURVES_LIMITS).options, DAY),
    FileFault,
  );
  const down = omieWith({ 1: new Response('', { status: 503 }) }, OMIE_CURVES_LIMITS);
  await assert.rejects(fetchCurves(down.options, DAY), SourceUnavailable);
});

test('a source with a transport for curves publishes them, known from their issue on; without one it does not', async () => {
  const { transport, options } = omieWith({ 1: textOf(100) }, OMIE_CURVES_LIMITS);
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
