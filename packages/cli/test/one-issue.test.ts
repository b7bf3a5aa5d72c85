import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { simulateMarket, simulateRenewals } from '@lonja/forecasting/simulator';
import { issueRun } from '../../server/src/forecasts/issue/issue-run.ts';
import { listPoints } from '../../server/src/forecasts/runs/run-store.ts';
import { appendObservations } from '../../server/src/market/observations/observations.ts';
import { createTestDatabase } from '../../server/test/database.ts';
import { createTestContext, dayAheadRunAt } from '../../server/test/test-context.ts';
import { runAsOperator } from './run-in-process.ts';
import { LEAR } from '@lonja/forecasting';

/** The last run before the gate of a day of 23 hours and of the next one, which has all of its inputs. */
const DAYS = [
  { day: '2026-03-29', now: '2026-03-28T10:40:00Z' },
  { day: '2026-03-31', now: '2026-03-30T09:40:00Z' },
];
const LATER = '2026-04-01T12:00:00Z';
const POINT = { ...LEAR, windows: [56] };
/** What a first run waits for. */
const CALIBRATION = ['--calibration-days', '21'];

const folder = await mkdtemp(path.join(tmpdir(), 'lonja-one-issue-'));
const recipe = path.join(folder, 'recipe.json');
after(() => rm(folder, { recursive: true }));
before(() => writeFile(recipe, JSON.stringify(POINT)));

for (const { day, now } of DAYS) {
  test(`of ${day} the service, a prediction and a back-test from the store give the same numbers to the last bit`, async (t) => {
    const { db, url, drop } = await createTestDatabase();
    t.after(drop);
    const span = { seed: 11, from: '2026-01-01', to: '2026-04-02' };
    for (const { key, unit, resolution, ...rows } of [
      ...simulateMarket(span).series,
      ...simulateRenewals(span),
    ]) {
      await appendObservations(db, { series: key, source: 'csv', resolution, unit }, rows);
    }
    const command = async (clock: string, args: string[]) => {
      const installation = { DATABASE_URL: url, DATA_DIR: folder, CLOCK_START: clock };
      const { code, stdout, stderr } = await runAsOperator(installation, [
        ...args,
        '--from-store',
        'es-da',
        '--model',
        recipe,
        ...CALIBRATION,
      ]);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const predicted = JSON.parse(await command(now, ['predict', '--json']));
    const out = path.join(folder, `${day}.csv`);
    await command(LATER, ['backtest', '--from', day, '--to', day, '--out', out]);
    const tested = (await readFile(out, 'utf8')).trimEnd().split('\n').slice(1);

    const context = createTestContext(db, now, { ...DAY_AHEAD, point: POINT });
    const { runId } = await issueRun(context, {
      product: 'da',
      run: dayAheadRunAt(now),
      dataOrigin: 'market',
    });
    const periods = day === '2026-03-29' ? 92 : 96;
    const issued = (await listPoints(db, runId, 'PT15M')).slice(0, periods);

    assert.deepEqual([predicted.points.length, tested.length], [periods, periods]);
    issued.forEach(({ start, value, p10, p90 }, i) => {
      const { time_utc: time, ...ofFile } = predicted.points[i];
      assert.equal(Date.parse(time), start);
      assert.deepEqual([ofFile.p10, ofFile.value, ofFile.p90], [p10, value, p90], time);
      assert.deepEqual(tested[i].split(',').slice(2, 5).map(Number), [value, p10, p90].map(Number), time);
    });
  });
}
