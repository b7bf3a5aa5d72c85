import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { addDays, type DeliveryDay, HOUR_MS, instantFor, MINUTE_MS } from '@lonja/forecasting/market';
import { otherReason, reason } from '../../server/src/ground/reasons/reasons.ts';
import { storeTestHours } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import {
  type PublicationRecord,
  recordPublication,
} from '../../server/src/market/publications/publications.ts';
import { quarantineDay } from '../../server/src/market/publications/quarantined-days.ts';
import { recordSourceAnswer } from '../../server/src/market/publications/source-status.ts';
import { runAsOperator, runHere } from './run-in-process.ts';

/** 12:05 in Madrid. */
const NOW = '2026-03-30T10:05:00Z';
const now = Date.parse(NOW);
const api = await createTestApi(NOW);
after(() => api.close());

let server = '';
let key = '';

/** A line of the ledger, complete unless stated otherwise. */
async function note(
  source: string,
  name: string,
  day: DeliveryDay,
  changes: Partial<PublicationRecord> = {},
): Promise<void> {
  const expectedAt = instantFor(day, { dayOffset: -1, time: '13:00' });
  await recordPublication(api.db, {
    source,
    name,
    day,
    expectedAt,
    state: 'complete',
    attempts: 1,
    lastAttemptAt: expectedAt,
    nextAttemptAt: undefined,
    publishedAt: expectedAt + 2 * MINUTE_MS,
    corrections: 0,
    correctedAt: undefined,
    reason: undefined,
    ...changes,
  });
}

const MISSING = { state: 'waiting', publishedAt: undefined, reason: [reason('not_published_yet')] } as const;

before(async () => {
  server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  key = await api.createKey();
  for (let back = 20; back >= 0; back--) {
    const day = addDays('2026-03-30', -back);
    await note('omie', 'price.da', day);
    const isGap = back >= 5 && back <= 7;
    await note('omie', 'price.ida2', day, isGap ? MISSING : back === 9 ? { state: 'no_result' } : {});
    await note('redata', 'fundamentals', day, back < 2 ? MISSING : {});
  }
  const held = { source: 'omie', name: 'price.ida1', day: '2026-03-29' };
  await quarantineDay(api.db, { ...held, reason: otherReason('23 of 24 hours'), payload: [], now });
  await note(held.source, held.name, held.day, {
    ...MISSING,
    state: 'quarantined',
    reason: otherReason('23 of 24 hours'),
  });
  await recordSourceAnswer(api.db, { source: 'omie', now, failure: undefined });
  const failure = otherReason('REData answered 403 for load.actual; see whether it opens in a browser.');
  await recordSourceAnswer(api.db, { source: 'redata', now: now - HOUR_MS, failure, refused: true });
  await storeTestHours(api.db, {
    series: 'gas.price',
    unit: 'EUR/MWh',
    day: '2026-03-28',
    availableAt: NOW,
    valueOf: () => 30,
  });
});

async function status(args: string[] = []): Promise<string> {
  const variables = { LONJA_SERVER: server, LONJA_API_KEY: key };
  const { code, stdout, stderr } = await runHere(['status', ...args], { variables, columns: 80 });
  assert.deepEqual([code, stderr], [0, '']);
  return stdout;
}

suite('the state of the data', () => {
  test('is a row for each source, then what is wrong and why, in one screen', async () => {
    assert.deepEqual((await status()).trimEnd().split('\n'), [
      'Some sources are late or failing, 2026-03-30 12:05 CEST.',
      '',
      'source  state      newest day  age   late  gaps  held back  no result',
      'omie    late       2026-03-30  23 h     0     3          1          1',
      'redata  failing    2026-03-28  2 d      2     0          0          0',
      'csv     imported   2026-03-28  2 d',
      'esios   not asked',
      'entsoe  not asked',
      '',
      'redata refuses: REData answered 403 for load.actual; see whether it opens in a',
      'browser.',
      'esios is not asked: no ESIOS_TOKEN.',
      'entsoe is not asked: no ENTSOE_TOKEN.',
      '',
      'Missing:',
      '  redata fundamentals: 2 days of 2026-03-29 .. 2026-03-30 late: not published',
      '  yet',
      '  omie price.ida1: 2026-03-29 held back: 23 of 24 hours',
      '  omie price.ida2: 3 days of 2026-03-23 .. 2026-03-25 missing: not published yet',
      '',
      'Imported from files, with the newest day:',
      '  csv to 2026-03-28: gas.price',
      '',
      'Held back by a check: 1 day; "lonja sources quarantine" lists them.',
    ]);
  });

  test('of one source has a row for each publication and a line for each missing day', async () => {
    const lines = (await status(['omie'])).split('\n');
    const at = lines.findIndex((line) => line.includes('price.ida2'));
    const row = lines.slice(at, at + 2).join('');
    assert.match(row, /^omie +price\.ida2 +on_time +2026-03-30 +03-29 13:02 +D-1 13:05 +0 +3 +0 +1 +0$/);
    assert.deepEqual(
      lines.filter((line) => /price\.ida2 missing/.test(line)).map((line) => line.trim()),
      ['2026-03-25', '2026-03-24', '2026-03-23'].map(
        (day) => `${day} omie price.ida2 missing: not published yet`,
      ),
    );
    assert.ok(!lines.some((line) => line.includes('redata')));
    const everything = await status(['--details']);
    assert.match(everything, /^redata +fundamentals /m);
    assert.match(everything, /2026-03-28 csv gas\.price PT1H/);
  });

  test('of a source that there is not names those that there are', async () => {
    const variables = { LONJA_SERVER: server, LONJA_API_KEY: key };
    const { code, stderr } = await runHere(['status', 'nordpool'], { variables });
    assert.deepEqual(
      [code, stderr],
      [2, 'lonja: There is no source "nordpool"; there are omie, redata, csv, esios, entsoe.\n'],
    );
  });

  test('is the same without a service, and for programs', async () => {
    const variables = { DATABASE_URL: api.databaseUrl, DATA_DIR: '/nowhere', CLOCK_START: NOW };
    const { code, stdout, stderr } = await runAsOperator(variables, ['sources'], { columns: 80 });
    assert.deepEqual([code, stderr, stdout], [0, '', await status()]);
    const json = await runAsOperator(variables, ['sources', '--json']);
    const { sources, held_back: held } = JSON.parse(json.stdout);
    assert.deepEqual(
      sources.map(({ source, state, refused }: { source: string; state: string; refused: boolean }) => [
        source,
        state,
        refused,
      ]),
      [
        ['omie', 'late', false],
        ['redata', 'failing', true],
      ],
    );
    assert.deepEqual(held, { days: 1, values: 0 });
  });

  test('that is held back is listed, and decided of by its id', async () => {
    const variables = { DATABASE_URL: api.databaseUrl, DATA_DIR: '/nowhere', CLOCK_START: NOW };
    const quarantine = (...args: string[]) => runAsOperator(variables, ['sources', 'quarantine', ...args]);
    const { stdout } = await quarantine();
    assert.match(
      stdout,
      /^id +source +publication +day +values .*reason\nd1 +omie +price\.ida1 +2026-03-29 +0 /,
    );
    assert.match(
      (await quarantine('show', 'd1')).stdout,
      /^omie price\.ida1 of 2026-03-29: 23 of 24 hours\n/,
    );
    const unknown = await quarantine('show', 'd7');
    assert.deepEqual([unknown.code, unknown.stderr], [4, 'lonja: Nothing is held back under this id.\n']);
    const withoutReason = await quarantine('release', 'd1');
    assert.deepEqual([withoutReason.code, /--reason/.test(withoutReason.stderr)], [2, true]);
    const discarded = await quarantine('discard', 'd1', '--reason', 'a test file', '--yes');
    assert.deepEqual(
      [discarded.code, discarded.stdout],
      [0, 'omie price.ida1 of 2026-03-29 is discarded.\n'],
    );
    const again = await quarantine('release', 'd1', '--reason', 'it is right');
    assert.deepEqual(
      [again.code, /^lonja: d1 was discarded on 2026-03-30T10:05Z\.\n$/.test(again.stderr)],
      [2, true],
    );
    assert.match((await quarantine()).stdout, /None\.\n$/);
    assert.match((await quarantine('--decided')).stdout, /discarded +23 of 24 hours/);
  });
});
