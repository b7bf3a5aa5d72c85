import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { LEAR, LIBRARY_VERSION } from '@lonja/forecasting';
import { deliveryPeriods } from '@lonja/forecasting/market';
import { DAY_AHEAD, INTRADAY } from '@lonja/forecasting/issue';
import { ModelPage } from '../../src/operate/admin/admin-models-schemas.ts';
import { CHALLENGER } from '../../src/forecasts/issue/day-ahead-model.ts';
import { auctionRecipeOf } from '../../src/forecasts/issue/intraday-model.ts';
import { promoteModel } from '../../src/forecasts/models/change-models.ts';
import { formatModels, formatReproduction, showVersion } from '../../src/forecasts/models/format-models.ts';
import { listModels } from '../../src/forecasts/models/compare-models.ts';
import { reproduceVersion } from '../../src/forecasts/models/recompute-runs.ts';
import { runShadows } from '../../src/forecasts/models/shadow-runs.ts';
import { publishRun } from '../../src/forecasts/runs/publish-run.ts';
import { manifestOf, type ModelManifest } from '../../src/forecasts/runs/model-manifest.ts';
import { findModelVersion, registerModels } from '../../src/forecasts/runs/model-versions.ts';
import { createTestApi } from '../http/test-api.ts';
import { createTestContext } from '../test-context.ts';

/** A database that release 0.1.0 served: three model versions as it wrote them, and a run of its champion. */
/** Quarter hours of then were made in another way. */
const OF_CHALLENGER = {
  ...DAY_AHEAD,
  point: LEAR,
  quarterDeviation: { halfLifeDays: 10, shrinkageDays: 2 },
};
const NOW = Date.parse('2026-03-30T12:00:00Z');
const ISSUED = Date.parse('2026-03-27T11:05:00Z');
const DAY = '2026-03-28';
const MADE_BEFORE =
  /^da-2026\.03\.1 was made by version 0\.1\.0 of the program, which would reproduce it; this installation has version \S+ of the library, and no recipe of it\.$/;

const api = await createTestApi(new Date(NOW).toISOString());
after(() => api.close());
const { db } = api;
const context = createTestContext(db, new Date(NOW).toISOString());

let runId = '';

before(async () => {
  const file = new URL('./manifests-of-0.1.0.json', import.meta.url);
  const stored: Record<'champion' | 'challenger' | 'ida1', ModelManifest> = JSON.parse(
    await readFile(file, 'utf8'),
  );
  const at = new Date(ISSUED - 60_000);
  const version = { created_at: at, active_to: null, training: null, backtest: null };
  await db
    .insertInto('model_version')
    .values([
      {
        ...version,
        id: 'da-2026.03.1',
        product: 'da',
        manifest: JSON.stringify(stored.champion),
        state: 'champion',
        active_from: at,
        reason: 'the first model',
      },
      {
        ...version,
        id: 'da-2026.03.2',
        product: 'da',
        manifest: JSON.stringify(stored.challenger),
        state: 'challenger',
        active_from: null,
        reason: 'one of the models of the service',
      },
      {
        ...version,
        id: 'ida1-2026.03.1',
        product: 'ida1',
        manifest: JSON.stringify(stored.ida1),
        state: 'champion',
        active_from: at,
        reason: 'the first model',
      },
    ])
    .execute();
  const hours = deliveryPeriods(DAY, 'PT1H').map(({ start }, i) => ({
    start,
    value: 50 + i,
    p10: 40 + i,
    p90: 60 + i,
  }));
  const run = {
    product: 'da' as const,
    dataOrigin: 'market' as const,
    modelVersionId: 'da-2026.03.1',
    issuedAt: ISSUED,
    scheduledFor: ISSUED,
    dataAsOf: ISSUED,
    knownUntil: ISSUED,
    firstDay: DAY,
    lastDay: DAY,
    degraded: [],
    calibratedOn: [],
    hours,
    quarters: [],
  };
  runId = (await publishRun(db, run, ISSUED)).id;
});

test('its versions are listed and shown', async () => {
  const reading = { db, clock: context.clock, dataOrigin: async () => 'market' as const };
  const { models } = await listModels(reading, { product: undefined, offset: 0, limit: 9 });
  const text = formatModels(models);
  assert.match(text, /^da-2026\.03\.1 +champion +no recipe stored, program 0\.1\.0\n +served from /m);
  const champion = await showVersion(db, 'da-2026.03.1');
  assert.equal(champion.recipe, undefined);
  assert.match(champion.text, /holds no recipe of it; version 0\.1\.0 of the program does\./);
  assert.match(champion.text, /^ {2}historyDays: 742$/m);
  const challenger = await showVersion(db, 'da-2026.03.2');
  assert.deepEqual(challenger.recipe, OF_CHALLENGER);
  assert.match(challenger.text, /^├─ Point forecast: LEAR: /m);
  const intraday = await showVersion(db, 'ida1-2026.03.1');
  assert.deepEqual(intraday.recipe, INTRADAY);
});

test('superadmins read them, and customers the stored run', async () => {
  const { token } = await api.createSession({ isSuperadmin: true });
  const answer = await api.get('/admin/models', token);
  assert.equal(answer.status, 200, answer.text);
  const { items } = ModelPage.parse(answer.body);
  const facts = items.map((one) => [
    one.model_version,
    one.recipe_hash,
    one.library,
    one.recipe_tree?.slice(0, 4),
  ]);
  assert.deepEqual(facts.toReversed(), [
    ['da-2026.03.1', null, null, undefined],
    ['da-2026.03.2', null, null, 'Fore'],
    ['ida1-2026.03.1', null, null, 'Fore'],
  ]);
  const run = await api.get(`/forecasts/runs/${runId}`, await api.createKey());
  assert.equal(run.status, 200, run.text);
  assert.match(run.text, /da-2026\.03\.1/);
});

test('its run is not computed again: the answer names the release that would', async () => {
  const reproduction = await reproduceVersion(context, { modelVersionId: 'da-2026.03.1', day: DAY });
  assert.deepEqual(reproduction.runs, []);
  assert.match(formatReproduction(reproduction), MADE_BEFORE);
});

test('its challengers run no more: a comparison is of one library', async () => {
  assert.equal(await runShadows(context, { product: 'da', dataOrigin: 'market' }), 0);
});

test('the next run enters the present models, and nothing of the former release serves on', async () => {
  const manifests = [DAY_AHEAD, CHALLENGER].map((model) =>
    manifestOf(model, { codeVersion: LIBRARY_VERSION }),
  );
  const { champion, challengers } = await registerModels(db, { product: 'da', manifests, now: NOW });
  assert.deepEqual([champion.id, challengers.map(({ id }) => id)], ['da-2026.03.3', ['da-2026.03.4']]);
  const states = await Promise.all(['1', '2'].map((n) => findModelVersion(db, `da-2026.03.${n}`)));
  assert.deepEqual(
    states.map((version) => version?.state),
    ['retired', 'retired'],
  );
});

test('its champion cannot be promoted, its other models are, under the present library', async () => {
  const change = { reason: 'back', now: NOW + 1 };
  await assert.rejects(promoteModel(db, { ...change, id: 'da-2026.03.1' }), {
    code: 'conflict',
    message:
      'This installation holds no recipe of da-2026.03.1, which version 0.1.0 of the program would run. Promote another version.',
  });
  const promoted = await promoteModel(db, { ...change, id: 'da-2026.03.2' });
  const { codeVersion } = promoted.manifest;
  assert.equal(promoted.id, 'da-2026.03.5');
  assert.deepEqual(promoted.manifest, manifestOf(OF_CHALLENGER, { codeVersion: String(codeVersion) }));
  const intraday = await findModelVersion(db, 'ida1-2026.03.1');
  assert.deepEqual(auctionRecipeOf(intraday?.manifest ?? {}), INTRADAY);
});
