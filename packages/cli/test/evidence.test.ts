import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { addDays, DAY_MS, dayRange, deliveryPeriods } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { readTimestamp } from '../../server/src/forecasts/evidence/timestamp-token.ts';
import { stampEvidence } from '../../server/src/forecasts/evidence/stamp-evidence.ts';
import { checkStamps } from '../../server/src/operate/doctor/check-stamps.ts';
import { Accuracy } from '../../server/src/forecasts/accuracy/record.ts';
import { CalibrationStatistics } from '../../server/src/forecasts/statistics/schemas.ts';
import { listFormerRuns } from '../../server/src/forecasts/runs/append-evidence.ts';
import { appendObservations } from '../../server/src/market/observations/observations.ts';
import { deleteRuns } from '../../server/src/operate/retention/forget-rows.ts';
import { publishTestRun } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { omieText } from '../../server/test/omie-text.ts';
import { savedEvidence, serviceEvidence } from '../src/evidence/evidence-source.ts';
import { readOmiePrices } from '../src/evidence/omie-prices.ts';
import { verifyEvidence } from '../src/evidence/verify-evidence.ts';
import { createTimestampAuthority, WITHOUT_OPENSSL } from './timestamp-authority.ts';

const NOW = '2026-11-20T12:00:00Z';
const now = Date.parse(NOW);
const api = await createTestApi(NOW);
const { db } = api;
const folder = await mkdtemp(path.join(tmpdir(), 'lonja-evidence-'));
let baseUrl = '';
/** The short day, the long one and a plain one, each with hours or quarters of OMIE; of the day after the plain one there is no other run. */
const RUNS = [
  { day: '2026-03-29', days: 1, perHour: 1 },
  { day: '2026-06-01', days: 2, perHour: 4 },
  { day: '2026-10-25', days: 1, perHour: 4 },
] as const;

before(async () => {
  baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
  for (const { day: firstDay, days, perHour } of RUNS) {
    const issuedAt = `${addDays(firstDay, -1)}T09:00:00Z`;
    await publishTestRun(db, { issuedAt, firstDay, days, withQuarters: true, withDistributions: true });
    let start = 50;
    for (const day of dayRange(firstDay, addDays(firstDay, days - 1))) {
      const hours = deliveryPeriods(day, 'PT1H');
      // Three above the forecast; in the first hour twelve, which lies outside its bounds.
      const prices = hours.map((_, hour) => start + hour + (hour === 0 ? 12 : 3));
      start += hours.length;
      await appendObservations(
        db,
        { series: 'price.da', source: 'omie', resolution: 'PT1H', unit: 'EUR/MWh' },
        {
          start: Float64Array.from(hours, (hour) => hour.start),
          value: Float64Array.from(prices),
          availableAt: new Float64Array(hours.length).fill(Date.parse(`${addDays(day, -1)}T13:00:00Z`)),
        },
      );
      const name = `marginalpdbc_${day.replaceAll('-', '')}.1`;
      const periods = prices.flatMap((price) => Array<number>(perHour).fill(price));
      await writeFile(path.join(folder, name), omieText(day, periods));
    }
  }
});
after(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const saved = () => savedEvidence(folder);
const verifySaved = async (options = {}) => verifyEvidence(saved(), { now, ...options });
const listFile = path.join(folder, 'entries.jsonl');

suite('a history that anyone can check', () => {
  test('hashes, chain and accuracy come out of the list and files of OMIE, on days of 23 and 25 hours too', async () => {
    const prices = await readOmiePrices(folder);
    const report = await verifyEvidence(serviceEvidence(baseUrl, folder), { now, prices });
    const hours = 23 + 24 + 24 + 25;
    assert.deepEqual(report.faults, []);
    assert.deepEqual([report.entries, report.files], [3, { right: 3, not_open: 0, absent: 0 }]);
    assert.deepEqual(report.accuracy, {
      product: 'da',
      cutoff: 'gate',
      days: 4,
      hours,
      mae: Math.round((100 * (3 * hours + 9 * 4)) / hours) / 100,
      coverage: Math.round((10_000 * (hours - 4)) / hours) / 100,
      days_not_proven: 0,
      days_stamped: 0,
      days_without_prices: 0,
    });
    assert.deepEqual(await verifySaved({ prices }), report);
  });

  test('the figures are those that the service says of the same days', async () => {
    const key = await api.createKey();
    const prices = await readOmiePrices(folder);
    for (const { day: from, days } of RUNS) {
      const to = addDays(from, days);
      const { accuracy } = await verifySaved({ prices, from, to });
      const read = async <T>(path: string, schema: { parse(body: unknown): T }) => {
        const { status, body, text } = await api.get(
          `${path}?date_from=${from}&date_to=${to}&cutoff=gate`,
          key,
        );
        assert.equal(status, 200, text);
        return schema.parse(body);
      };
      const { mae, n_observations: count } = await read('/metrics/accuracy', Accuracy);
      const { items } = await read('/statistics/calibration', CalibrationStatistics);
      assert.deepEqual(
        [mae, count, items.at(0)?.coverage],
        [accuracy?.mae, accuracy?.hours, accuracy?.coverage],
      );
    }
  });

  test('a file is canonical, with points and quantiles of each period', async () => {
    const { body, headers } = await api.app.inject({ url: '/evidence' });
    assert.equal(headers['cache-control'], 'public, max-age=60');
    const entry = JSON.parse(JSON.parse(body).entries[2].entry);
    const answer = await api.app.inject({ url: `/evidence/${entry.run_id}.json` });
    assert.match(String(answer.headers['cache-control']), /immutable/);
    const file = JSON.parse(answer.body);
    assert.deepEqual(Object.keys(file), Object.keys(file).toSorted());
    assert.equal(JSON.stringify(file), answer.body);
    assert.equal(Buffer.byteLength(answer.body), entry.bytes);
    assert.deepEqual([file.hours.length, file.quarters.length], [25, 100]);
    assert.equal(file.hours[0].delivery_start, '2026-10-24T22:00:00Z');
    assert.equal(file.hours[0].quantiles.length, file.quantile_levels.length);
  });

  test('one bit of a file, a deleted, a reordered and a changed entry are found', async () => {
    const list = await readFile(listFile, 'utf8');
    const [first, second, third] = list.trimEnd().split('\n');
    const faultsOf = async (lines: string[]) => {
      await writeFile(listFile, `${lines.join('\n')}\n`);
      return (await verifySaved()).faults.join(' ');
    };
    assert.match(await faultsOf([first, third]), /Entry 2 is missing: 3 stands in its place/);
    assert.match(await faultsOf([second, first, third]), /does not follow the one before/);
    assert.match(
      await faultsOf([first, second.replace('2026-06-01', '2026-06-02'), third]),
      /Entry 2 does not have/,
    );
    assert.equal(await faultsOf([first, second, third]), '');
    // The end that is cut off is found by a head that was noted.
    const { head } = await verifySaved();
    assert.ok(head);
    await faultsOf([first, second]);
    assert.match((await verifySaved({ head })).faults.join(), /does not hold the head 3:/);
    await writeFile(listFile, list);
    assert.equal((await verifySaved({ head })).ok, true);
    const name = path.join(folder, `${JSON.parse(JSON.parse(second).entry).run_id}.json`);
    const bytes = await readFile(name);
    const changed = Buffer.from(bytes);
    changed[changed.length >> 1] ^= 1;
    await writeFile(name, changed);
    assert.match((await verifySaved()).faults.join(), /The file of entry 2 .* does not have its hash/);
    await writeFile(name, bytes);
  });

  test('workers that publish at once leave one chain; simulated runs are marked and not scored', async () => {
    const publishAt = (minute: number) =>
      publishTestRun(db, {
        issuedAt: `2026-11-20T09:${minute}:00Z`,
        firstDay: '2026-11-21',
        dataOrigin: minute % 2 === 0 ? 'simulator' : 'market',
      });
    await publishAt(10);
    await Promise.all([11, 12, 13, 14, 15, 16].map(publishAt));
    const report = await verifyEvidence(serviceEvidence(baseUrl), { now });
    assert.deepEqual([report.faults, report.entries, report.simulated], [[], 10, 4]);
    assert.equal(report.files.not_open, 7);
  });

  test('a file is closed until the day after the first that it forecasts, and unknown names are refused', async () => {
    const { entries } = JSON.parse((await api.app.inject({ url: '/evidence?after=9' })).body);
    const { run_id: id } = JSON.parse(entries[0].entry);
    const closed = await api.app.inject({ url: `/evidence/${id}.json` });
    assert.equal(closed.statusCode, 404);
    assert.match(closed.body, /opens at 2026-11-21T23:00:00Z/);
    assert.equal((await api.app.inject({ url: '/evidence/x.json' })).statusCode, 404);
    assert.equal((await api.app.inject({ url: '/evidence?after=-1' })).statusCode, 400);
  });

  test('a publication that fails leaves no entry', async () => {
    await db.schema.alterTable('event').renameTo('event_away').execute();
    await assert.rejects(
      publishTestRun(db, {
        issuedAt: '2026-11-20T10:30:00Z',
        firstDay: '2026-11-21',
        withDistributions: true,
      }),
    );
    await db.schema.alterTable('event_away').renameTo('event').execute();
    const { rows } = await sql<{ runs: string; entries: string }>`
      select (select count(*) from forecast_run) as runs, (select count(*) from evidence_entry) as entries`.execute(
      db,
    );
    assert.equal(rows[0].runs, rows[0].entries);
  });

  test(
    'a third party stamps the list: entries of before are proven by the chain, wrong stamps are not',
    { skip: WITHOUT_OPENSSL },
    async (t) => {
      const authority = await createTimestampAuthority();
      t.after(() => authority.close());
      const { url } = authority;
      const verify = (trusted?: string) => verifyEvidence(serviceEvidence(baseUrl, folder), { now, trusted });
      for (const [other, message] of [
        [{ status: 503, body: Buffer.alloc(0) }, /answered 503/],
        [{ status: 200, body: Buffer.from('<html>') }, /no answer of RFC 3161/],
        [{ status: 200, body: Buffer.alloc(70_000) }, /longer than/],
      ] as const) {
        authority.answerWith(other);
        await assert.rejects(stampEvidence({ db, url }), message);
      }
      authority.answerWith(undefined);
      const examined = async (at: number) =>
        (await checkStamps(db, { url, now: at })).map(({ verdict, text }) => `${verdict} ${text}`).join();
      assert.match(
        await examined(now),
        /^warning 127\.0\.0\.1:\d+: none has come yet; runs since .* have none$/,
      );
      assert.deepEqual(await checkStamps(db, { url: undefined, now }), [], 'none is wanted');
      assert.deepEqual((await verify()).timestamps, { right: 0, authorities: [], trusted: false });
      await Promise.all([stampEvidence({ db, url }), stampEvidence({ db, url })]);
      await stampEvidence({ db, url });
      assert.equal(authority.questions(), 4);
      assert.match(await examined(now), /^ok 127\.0\.0\.1:\d+: the last came /);
      const report = await verify(authority.ca);
      assert.deepEqual(report.faults, []);
      assert.deepEqual(report.timestamps, { right: 1, authorities: ['Clock'], trusted: true });
      assert.deepEqual((await verify()).timestamps, { right: 1, authorities: ['Clock'], trusted: false });
      assert.deepEqual(
        await verifySaved({ trusted: authority.ca }),
        report,
        'the copy has the time stamps too',
      );

      // The authority's clock is that of this machine, so a gate that is still to come needs a day far ahead.
      const day = '2099-06-01';
      await publishTestRun(db, { issuedAt: '2026-11-20T11:00:00Z', firstDay: day });
      await stampEvidence({ db, url });
      await writeFile(path.join(folder, 'marginalpdbc_20990601.1'), omieText(day, Array(24).fill(60)));
      const prices = await readOmiePrices(folder);
      const later = Date.parse('2099-07-01T00:00:00Z');
      api.clock.set(later);
      const all = await verifyEvidence(serviceEvidence(baseUrl), { now: later, prices });
      api.clock.set(now);
      assert.deepEqual([all.faults, all.accuracy?.days, all.accuracy?.days_stamped], [[], 5, 1]);

      const stranger = await createTimestampAuthority();
      t.after(() => stranger.close());
      assert.match((await verify(stranger.ca)).faults.join(), /no trusted certificate vouches/);
      const { entries } = JSON.parse((await api.app.inject({ url: '/evidence' })).body);
      const stamped = entries.findLastIndex((entry: { stamped: boolean }) => entry.stamped);
      assert.equal(stamped, entries.length - 1);
      const reply = (await api.app.inject({ url: `/evidence/${stamped + 1}.tsr` })).rawPayload;
      await assert.rejects(readTimestamp(new Uint8Array(reply), entries[0].entry), /of something else/);
      const changed = new Uint8Array(reply);
      changed[changed.length - 5] ^= 1;
      await assert.rejects(readTimestamp(changed, entries[stamped].entry), /signature is wrong/);
      assert.equal((await api.app.inject({ url: '/evidence/1.tsr' })).statusCode, 404);
      await assert.rejects(
        sql`delete from evidence_timestamp`.execute(db),
        /only appended/,
        'nothing takes a time stamp away',
      );
    },
  );

  test('the database refuses changes; a run of before is listed late; a deleted run keeps its entry', async () => {
    for (const change of [
      sql`update evidence_entry set hash = 'x' where seq = 1`,
      sql`delete from evidence_entry where seq = 1`,
      sql`delete from evidence_file`,
      sql`update evidence_file set gzip = ''`,
    ]) {
      await assert.rejects(change.execute(db), /only appended/);
    }
    await sql`
      insert into forecast_run select (jsonb_populate_record(run, jsonb_build_object('id', gen_random_uuid(), 'repeat', 1))).*
      from forecast_run as run where first_day = '2026-06-01'`.execute(db);
    const isOver = () => false;
    const both = await Promise.all([
      listFormerRuns(db, { now, isOver }),
      listFormerRuns(db, { now, isOver }),
    ]);
    assert.equal(both[0] + both[1], 1);
    await deleteRuns(db, Date.parse('2026-03-29T00:00:00Z') + DAY_MS, 10);
    const report = await verifyEvidence(serviceEvidence(baseUrl), { now });
    assert.deepEqual([report.faults, report.listed_late, report.files.absent], [[], 1, 1]);
  });
});
