import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { addDays, dayRange, instantFor, AUCTION_CALENDAR } from '@lonja/forecasting/market';
import { reviewModels } from '../../src/forecasts/models/compare-models.ts';
import { promoteModel, retireModel } from '../../src/forecasts/models/change-models.ts';
import { manifestOf } from '../../src/forecasts/runs/model-manifest.ts';
import {
  findModelVersion,
  listModelVersions,
  registerModels,
} from '../../src/forecasts/runs/model-versions.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { addShadowRun } from '../../src/forecasts/models/shadow-runs.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { publishTestRun, storeTestPrices } from '../http/market-fixture.ts';
import { createTestContext, SMALL_CHAMPION } from '../test-context.ts';

const NOW = Date.parse('2026-03-30T10:00:00Z');
const FIRST = manifestOf(SMALL_CHAMPION, { codeVersion: 'test' });
const OTHER = manifestOf({ ...SMALL_CHAMPION, historyDays: 80 }, { codeVersion: 'test' });

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const register = (manifests: object[], now = NOW) =>
  registerModels(database.db, { product: 'da', manifests: manifests.map((one) => ({ ...one })), now });

suite('the registry follows the settings of the service', () => {
  test('the first model serves, the others are tried, and asked again nothing changes', async () => {
    const { champion, challengers } = await register([FIRST, OTHER]);
    assert.deepEqual([champion.id, challengers.map(({ id }) => id)], ['da-2026.03.1', ['da-2026.03.2']]);
    const again = await register([FIRST, OTHER], NOW + 1);
    assert.deepEqual([again.champion.id, again.challengers[0].id], ['da-2026.03.1', 'da-2026.03.2']);
    assert.equal((await findModelVersion(database.db, champion.id))?.active_from?.getTime(), NOW);
    assert.equal((await findModelVersion(database.db, 'da-2026.03.2'))?.active_from, null);
  });

  test('another version of the program with the same library changes nothing', async () => {
    await register([FIRST, OTHER]);
    const next = [FIRST, OTHER].map((manifest) => ({ ...manifest, codeVersion: 'next' }));
    const { champion, challengers } = await register(next, NOW + 1);
    assert.deepEqual([champion.id, challengers.map(({ id }) => id)], ['da-2026.03.1', ['da-2026.03.2']]);
  });

  test('another version of the library gives every model a further version', async () => {
    await register([FIRST, OTHER]);
    const next = [FIRST, OTHER].map((manifest) => ({ ...manifest, library: 'next' }));
    const { champion, challengers } = await register(next, NOW + 1);
    assert.deepEqual([champion.id, challengers[0].id], ['da-2026.03.3', 'da-2026.03.4']);
    const { versions } = await listModelVersions(database.db, { product: 'da', offset: 0, limit: 9 });
    assert.deepEqual(
      versions.toReversed().map(({ id, state, active_to }) => [id, state, active_to?.getTime()]),
      [
        ['da-2026.03.1', 'retired', NOW + 1],
        ['da-2026.03.2', 'retired', undefined],
        ['da-2026.03.3', 'champion', undefined],
        ['da-2026.03.4', 'challenger', undefined],
      ],
    );
  });

  test('a champion that won stays when the service starts again, and its predecessor is tried anew', async () => {
    await register([FIRST, OTHER]);
    await promoteModel(database.db, { id: 'da-2026.03.2', reason: 'better', now: NOW + 1 });
    const { champion, challengers } = await register([FIRST, OTHER], NOW + 2);
    assert.deepEqual([champion.id, challengers.map(({ id }) => id)], ['da-2026.03.2', ['da-2026.03.3']]);
  });

  test('what a person retired is not brought back, and what a person promoted stays though no setting names it', async () => {
    await register([FIRST, OTHER]);
    await retireModel(database.db, { id: 'da-2026.03.2', reason: 'enough', now: NOW });
    assert.deepEqual((await register([FIRST, OTHER])).challengers, []);
    const next = [FIRST, OTHER].map((manifest) => ({ ...manifest, library: 'next' }));
    assert.deepEqual((await register(next)).challengers, []);
    const promoted = await promoteModel(database.db, {
      id: 'da-2026.03.2',
      reason: 'after all',
      now: NOW + 1,
    });
    assert.deepEqual([promoted.id, promoted.state, promoted.by_hand], ['da-2026.03.2', 'champion', true]);
    const { champion, challengers } = await register([FIRST], NOW + 2);
    assert.deepEqual([champion.id, challengers.length], ['da-2026.03.2', 1]);
  });

  test("a recipe that is none of the service's own is promoted, stays after restarts and goes on under another library", async () => {
    const foreign = manifestOf(
      { ...SMALL_CHAMPION, point: { kind: 'weekly-naive' } },
      { codeVersion: 'test' },
    );
    await register([FIRST, foreign]);
    await register([FIRST]);
    const change = { id: 'da-2026.03.2', reason: 'plain', now: NOW + 1 };
    assert.equal((await promoteModel(database.db, change)).state, 'champion');
    for (const now of [NOW + 2, NOW + 3]) {
      const { champion, challengers } = await register([FIRST], now);
      assert.deepEqual([champion.id, champion.by_hand], ['da-2026.03.2', true]);
      assert.deepEqual(
        challengers.map(({ manifest }) => manifest),
        [FIRST],
      );
    }
    const { champion } = await register([{ ...FIRST, library: 'next', codeVersion: 'next' }], NOW + 4);
    assert.notEqual(champion.id, 'da-2026.03.2');
    assert.deepEqual(champion.manifest, { ...foreign, library: 'next', codeVersion: 'next' });
    const stored = await findModelVersion(database.db, champion.id);
    assert.deepEqual([stored?.by_hand, stored?.reason], [true, 'the version of the library has changed']);
  });

  test('a version of another library is promoted under the present one, as a further version', async () => {
    await register([FIRST, { ...OTHER, library: '0.0.1', codeVersion: '0.0.1' }]);
    const promoted = await promoteModel(database.db, { id: 'da-2026.03.2', reason: 'back', now: NOW + 1 });
    assert.deepEqual([promoted.id, promoted.state], ['da-2026.03.3', 'champion']);
    const codeVersion = promoted.manifest['codeVersion'];
    assert.deepEqual(promoted.manifest, { ...OTHER, codeVersion });
    const { champion } = await register([FIRST, OTHER], NOW + 2);
    assert.equal(champion.id, 'da-2026.03.3');
    assert.equal((await findModelVersion(database.db, 'da-2026.03.2'))?.state, 'retired');
  });

  test('a version that served before serves again under a further id; each has one span', async () => {
    await register([FIRST, OTHER]);
    await promoteModel(database.db, { id: 'da-2026.03.2', reason: 'better', now: NOW + 1 });
    const back = await promoteModel(database.db, { id: 'da-2026.03.1', reason: 'back', now: NOW + 2 });
    assert.equal(back.id, 'da-2026.03.3');
    const { codeVersion } = back.manifest;
    assert.deepEqual(back.manifest, { ...FIRST, codeVersion });
    const spans = await Promise.all(
      ['1', '2', '3'].map((n) => findModelVersion(database.db, `da-2026.03.${n}`)),
    );
    assert.deepEqual(
      spans.map((version) => [version?.active_from?.getTime(), version?.active_to?.getTime()]),
      [
        [NOW, NOW + 1],
        [NOW + 1, NOW + 2],
        [NOW + 2, undefined],
      ],
    );
  });

  test('a champion cannot be retired, nor a version promoted that this program cannot run', async () => {
    await register([FIRST, { model: { kind: 'oracle' } }]);
    const change = { reason: 'no', now: NOW };
    await assert.rejects(retireModel(database.db, { ...change, id: 'da-2026.03.1' }), { code: 'conflict' });
    await assert.rejects(promoteModel(database.db, { ...change, id: 'da-2026.03.1' }), { code: 'conflict' });
    await assert.rejects(promoteModel(database.db, { ...change, id: 'da-2026.03.2' }), { code: 'conflict' });
    await assert.rejects(promoteModel(database.db, { ...change, id: 'da-2026.03.9' }), { code: 'not_found' });
  });

  test('two processes that register at once enter each model once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => register([FIRST, OTHER])));
    assert.equal((await listModelVersions(database.db, { product: 'da', offset: 0, limit: 9 })).total, 2);
  });
});

suite('a challenger that is significantly better takes over', () => {
  const START = '2025-11-03';

  /** Days on which the champion is off by 10 and the challenger by `errorOf` the day, EUR/MWh. */
  async function compete(days: number, errorOf: (index: number) => number): Promise<void> {
    const { db } = database;
    await saveDataOrigin(db, 'market');
    const shadowed: string[] = [];
    for (const day of dayRange(START, addDays(START, days - 1))) {
      const issuedAt = new Date(instantFor(day, { dayOffset: -1, time: '11:05' })).toISOString();
      const availableAt = new Date(instantFor(day, AUCTION_CALENDAR.da.resultsPublished)).toISOString();
      await storeTestPrices(db, { day, level: 50, availableAt });
      shadowed.push(await publishTestRun(db, { issuedAt, firstDay: day, days: 1, level: 60 }));
    }
    // The fixture's own manifest is the champion's.
    const registeredAt = instantFor(START, { dayOffset: -1, time: '08:00' });
    const { challengers } = await register([{ version: 1 }, OTHER], registeredAt);
    for (const [i, runId] of shadowed.entries()) {
      const hourlyValues = Array.from({ length: 24 }, (_, hour) => 50 + hour + errorOf(i));
      await addShadowRun(db, { runId, modelVersionId: challengers[0].id, hourlyValues });
    }
  }

  const reviewAfter = (days: number) => {
    const now = new Date(instantFor(addDays(START, days), { dayOffset: 0, time: '14:00' })).toISOString();
    return reviewModels(createTestContext(database.db, now));
  };

  test('after 17 weeks and not before, and the registry says when and why', async () => {
    const better = (i: number) => (i % 2 === 0 ? 2 : 4);
    await compete(118, better);
    assert.deepEqual(await reviewAfter(118), []);
    await database.drop();
    database = await createTestDatabase();
    await compete(119, better);
    assert.deepEqual(await reviewAfter(119), ['da']);
    const { versions } = await listModelVersions(database.db, { product: 'da', offset: 0, limit: 9 });
    const champion = versions.find(({ state }) => state === 'champion');
    assert.match(
      String(champion?.reason),
      /^mean absolute error 2\.99 instead of 10\.00 EUR\/MWh over 119 days, sequential test p 0\.04\d\d$/,
    );
    const before = versions.find(({ state }) => state === 'retired');
    assert.deepEqual(before?.active_to, champion?.active_from);
    assert.deepEqual(await reviewAfter(119), []);
  });

  test('one that is better by luck does not', async () => {
    // Better on 15 days by 5, worse on 15 by 4.
    await compete(30, (i) => (i < 15 ? 5 : 14));
    assert.deepEqual(await reviewAfter(30), []);
  });

  test('one that is worse does not', async () => {
    await compete(30, (i) => (i % 2 === 0 ? 20 : 24));
    assert.deepEqual(await reviewAfter(30), []);
  });
});
