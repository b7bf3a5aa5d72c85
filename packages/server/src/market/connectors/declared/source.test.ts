import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { test } from 'node:test';
import { PayloadFault } from '../payload-fault.ts';
import { SourceUnavailable } from '../transport/reply.ts';
import { createTransport } from '../transport/transport.ts';
import { parseDeclarations } from './declaration.ts';
import { DECLARED_LIMITS, createDeclaredSource } from './source.ts';

const DAY = '2026-03-31';
const SECRET = 'Bearer secret-4711';

/** A source of co2.price at one address with all days, answered by `answer`; its requests are kept. */
function start(answer: (url: string) => string | Uint8Array<ArrayBuffer> | Response, change: object = {}) {
  const read = parseDeclarations(
    [
      {
        id: 'co2',
        licence: 'CC0',
        url: 'https://data.example.com/co2.csv',
        expected: { dayOffset: 1, time: '08:00' },
        mapping: {
          delimiter: ';',
          decimal: ',',
          time: { column: 'día', zone: 'madrid' },
          resolution: 'P1D',
          series: [
            {
              column: 'precio',
              key: 'co2.price',
              unit: 'EUR/t',
              availability: { rule: 'after-end', minutes: 0 },
            },
          ],
        },
        ...change,
      },
    ],
    { SOURCE_KEY: SECRET },
  );
  if (!Array.isArray(read)) throw new Error(read.faults.join('; '));
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const transport = createTransport(read[0].name, DECLARED_LIMITS, {
    fetch: async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      asked.push({ url, init });
      const body = answer(url);
      return body instanceof Response ? body : new Response(body);
    },
    now: () => Date.parse('2026-04-02T10:00:00Z'),
    sleep: async () => {},
    random: () => 0,
    version: 'test',
  });
  const source = createDeclaredSource(read[0], transport);
  const fetch = (from = DAY, to = from) => source.fetch(source.publications[0], { from, to });
  return { asked, fetch };
}

async function pricesOf({ fetch }: ReturnType<typeof start>): Promise<number[]> {
  return (await fetch('2026-03-30', DAY)).flatMap(({ series }) => series.flatMap(({ value }) => [...value]));
}

const TEXT = 'día;precio\r\n2026-03-30;71,5\r\n2026-03-31;72\r\n';

test('files in UTF-8, Windows-1252 and gzip are read', async () => {
  const latin1 = Uint8Array.from(Buffer.from(TEXT, 'latin1'));
  for (const body of [TEXT, latin1, Uint8Array.from(gzipSync(TEXT)), Uint8Array.from(gzipSync(latin1))]) {
    assert.deepEqual(await pricesOf(start(() => body)), [71.5, 72]);
  }
});

test('a gzip file that is broken, or too long when it is unpacked, is a fault', async () => {
  const long = gzipSync(Buffer.alloc(33 * 2 ** 20));
  for (const body of [gzipSync(TEXT).subarray(0, 20), long]) {
    await assert.rejects(start(() => Uint8Array.from(body)).fetch(), PayloadFault);
  }
});

test('one file with all days is asked for once, and 404 is then a failure', async () => {
  const one = start(() => TEXT);
  assert.deepEqual(await pricesOf(one), [71.5, 72]);
  assert.equal(one.asked.length, 1);
  const gone = start(() => new Response('', { status: 404 }));
  await assert.rejects(gone.fetch(), (error) => {
    assert.ok(error instanceof SourceUnavailable);
    assert.match(error.message, /^declared.co2 answered 404 for co2.price of 2026-03-31; check its url/);
    return true;
  });
});

test('a secret is sent in its header, follows no redirect and stands in no message', async () => {
  const to = () => new Response('', { status: 302, headers: { location: 'https://elsewhere.example/' } });
  const one = start(to, { headers: { authorization: 'SOURCE_KEY' } });
  await assert.rejects(one.fetch(), (error) => {
    assert.ok(error instanceof SourceUnavailable && error.refused);
    assert.ok(!error.message.includes('4711'));
    return true;
  });
  assert.equal(one.asked.length, 1);
  const [{ init }] = one.asked;
  assert.equal(new Headers(init?.headers).get('authorization'), SECRET);
  assert.equal(init?.redirect, 'manual');
});

test('a value counts as known when its day is usually public, or later where the mapping says so', async () => {
  const [early] = await start(() => TEXT).fetch();
  assert.deepEqual([...early.series[0].availableAt], [Date.parse('2026-04-01T06:00:00Z')]);
  const expected = { dayOffset: 0, time: '12:00' };
  const [late] = await start(() => TEXT, { expected }).fetch();
  assert.deepEqual([...late.series[0].availableAt], [Date.parse('2026-03-31T22:00:00Z')]);
});

test('JSON is read by its paths: objects, lists within lists, and the document itself as the list', async () => {
  const mapping = {
    time: { column: 'at', zone: 'offset' },
    resolution: 'PT1H',
    series: [
      { column: 'v', key: 'plant.power', unit: 'MW', availability: { rule: 'after-end', minutes: 0 } },
    ],
  };
  const at = '2026-03-31T10:00:00+02:00';
  for (const [document, json] of [
    [
      { data: { rows: [{ at, values: { kw: 5 } }] } },
      { rows: 'data.rows', columns: { at: 'at', v: 'values.kw' } },
    ],
    [{ series: [[at, '5']] }, { rows: 'series', columns: { at: '0', v: '1' } }],
    [[{ at, v: 5, 'note "x", y': 'a' }], { columns: { at: 'at', v: 'v' } }],
  ] as const) {
    const [day] = await start(() => JSON.stringify(document), { json, mapping }).fetch();
    assert.deepEqual([...day.series[0].value], [5]);
    assert.deepEqual([...day.series[0].start], [Date.parse(at)]);
  }
});

test('JSON in another shape is a fault that says where', async () => {
  const json = { rows: 'data', columns: { día: 'day', precio: 'eur' } };
  for (const [body, fault] of [
    ['{"data":', /expected a JSON document/],
    ['{"date":[]}', /expected a list at "data"; check "rows"/],
    ['{"data":[{"day":"2026-03-31"}]}', /row 1, "eur": expected a text, a number or null, found nothing/],
    ['{"data":[{"day":"2026-03-31","eur":{}}]}', /row 1, "eur": .* found object/],
    ['{"data":[{"day":"31 March","eur":1}]}', /line 2: column "día"/],
  ] as const) {
    await assert.rejects(
      start(() => body, { json }).fetch(),
      (error) => error instanceof PayloadFault && fault.test(error.message),
      body,
    );
  }
  assert.deepEqual(await start(() => '{"data":[{"day":"2026-03-31","eur":null}]}', { json }).fetch(), []);
});
