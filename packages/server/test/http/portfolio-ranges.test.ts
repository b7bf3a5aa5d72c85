import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayStart, instantFor } from '@lonja/forecasting/market';
import { empiricalQuantile } from '@lonja/forecasting/scenarios';
import type { ScenarioSet } from '../../src/forecasts/runs/distributions-record.ts';
import type { Schedule, Valuation } from '../../src/desk/portfolio/schemas.ts';
import { addCalibrationForecasts } from '../../src/forecasts/runs/calibration-forecasts.ts';
import { publishTestRun, storeTestPower, storeTestPrices } from './market-fixture.ts';
import { type TestApi, createTestApi } from './test-api.ts';

const NOW = '2026-03-30T10:10:00Z';
const DAY = '2026-03-31';
const FLAT = Array.from({ length: 24 }, () => 1);
/** Its use costs nothing and is not limited, so that the money is easy to reckon. */
const BATTERY = {
  name: 'Cell',
  kind: 'battery',
  capacity_mw: 10,
  energy_mwh: 20,
  efficiency: 1,
  max_cycles: 100,
  wear_cost: 0,
};
const WIND = { name: 'Sierra', kind: 'wind', capacity_mw: 10 };

test('hours go together as the errors of past forecasts did', async () => {
  const fresh = await createTestApi(NOW);
  try {
    const { token } = await fresh.createSession();
    const rangeWith = async (risesIn: (hour: number) => boolean) => {
      await fresh.db.deleteFrom('forecast_run').execute();
      const run = { issuedAt: '2026-03-30T10:05:00Z', firstDay: DAY };
      await publishTestRun(fresh.db, { ...run, withDistributions: true, risesIn });
      const site = await fresh.send('POST', '/portfolio/sites', token, { ...WIND, profile: FLAT });
      const path = `/portfolio/sites/${JSON.parse(site.text).id}/valuation?date=${DAY}`;
      const valuation: Valuation = JSON.parse((await fresh.get(path, token)).text);
      assert.equal(valuation.scenario_source, 'past_forecasts');
      assert.equal(valuation.scenarios, 100);
      return valuation.total.p90_eur - valuation.total.p10_eur;
    };
    const together = await rangeWith(() => true);
    assert.ok(Math.abs(together / (24 * 10 * 20) - 1) < 0.1, String(together));
    const against = await rangeWith((hour) => hour % 2 === 0);
    assert.ok(against < 0.1 * together, String(against));
  } finally {
    await fresh.close();
  }
});

test('money is that of the paths that the API serves, and the range of a plan that of past choices', async () => {
  const fresh = await createTestApi(NOW);
  try {
    const { token } = await fresh.createSession();
    const key = await fresh.createKey();
    await publishTestRun(fresh.db, {
      issuedAt: '2026-03-30T10:05:00Z',
      firstDay: DAY,
      withDistributions: true,
    });
    const site = await fresh.send('POST', '/portfolio/sites', token, BATTERY);
    const path = `/portfolio/sites/${JSON.parse(site.text).id}/schedule?date=${DAY}`;
    const before: Schedule = JSON.parse((await fresh.get(path, token)).text);
    const { paths }: ScenarioSet = JSON.parse(
      (await fresh.get(`/forecasts/scenarios?market_id=es&product=da&date=${DAY}`, key)).text,
    );
    const money = paths.map((prices) =>
      prices.reduce((sum, price, hour) => sum + price * before.periods[hour].power_mw, 0),
    );
    const mean = money.reduce((sum, ofPath) => sum + ofPath / money.length, 0);
    assert.ok(Math.abs(before.total.expected_eur - mean) < 1, `${before.total.expected_eur} ${mean}`);
    const ascending = Float64Array.from(money).sort();
    assert.ok(Math.abs(before.total.p10_eur - empiricalQuantile(ascending, 0.1)) < 1);
    const calibratedOn = await addPastForecasts(fresh);
    await publishTestRun(fresh.db, {
      issuedAt: '2026-03-30T10:06:00Z',
      firstDay: DAY,
      withDistributions: true,
      calibratedOn,
    });
    const after: Schedule = JSON.parse((await fresh.get(path, token)).text);
    assert.equal(after.total.expected_eur, before.total.expected_eur);
    assert.notEqual(after.total.p10_eur, before.total.p10_eur);
  } finally {
    await fresh.close();
  }
});

test('what a run says of money stays as it is, whatever becomes known after it', async () => {
  const fresh = await createTestApi(NOW);
  try {
    const { token } = await fresh.createSession();
    const run = { issuedAt: '2026-03-30T10:05:00Z', firstDay: DAY, withDistributions: true };
    const power = (availableAt: string, mw: number) =>
      storeTestPower(fresh.db, { series: 'wind.forecast', day: DAY, availableAt, megawatts: () => mw });
    const ids: string[] = [];
    for (const body of [BATTERY, { name: 'Mill', kind: 'load', capacity_mw: 5, energy_mwh: 12 }, WIND]) {
      ids.push(JSON.parse((await fresh.send('POST', '/portfolio/sites', token, body)).text).id);
    }
    const money = async () => {
      const said: unknown[] = [];
      for (const id of ids) {
        for (const what of id === ids[2] ? ['valuation'] : ['valuation', 'schedule']) {
          const answer = await fresh.get(`/portfolio/sites/${id}/${what}?date=${DAY}`, token);
          assert.equal(answer.status, 200, answer.text);
          said.push(JSON.parse(answer.text));
        }
      }
      return said;
    };
    await power('2026-03-30T08:00:00Z', 9810);
    await publishTestRun(fresh.db, run);
    const first = await money();
    // Of a run that learnt from none, and of one that learnt from the half of what is there later.
    const instants = await addPastForecasts(fresh);
    await power('2026-03-30T10:07:00Z', 1000);
    fresh.clock.advance(60_000);
    assert.deepEqual(await money(), first);

    await publishTestRun(fresh.db, {
      ...run,
      issuedAt: '2026-03-30T10:06:00Z',
      calibratedOn: instants.slice(20),
    });
    const learnt = await money();
    assert.notDeepEqual(learnt, first);
    await power('2026-03-30T10:11:00Z', 2000);
    await publishTestRun(fresh.db, { ...run, issuedAt: '2026-03-30T04:05:00Z', calibratedOn: instants });
    assert.deepEqual(await money(), learnt);
  } finally {
    await fresh.close();
  }
});

/**
 * The forecasts of 40 days before the day, of the model of its run, off by more from day to day, up in even and down in odd hours. Gives their
 * scheduled instants.
 */
async function addPastForecasts({ db }: TestApi): Promise<number[]> {
  const run = await db.selectFrom('forecast_run').select('model_version_id').executeTakeFirstOrThrow();
  const forecasts = Array.from({ length: 41 }, (_, i) => {
    const firstDay = addDays(DAY, i - 41);
    const sign = (hour: number) => (hour % 2 === 0 ? 1 : -1);
    const values = Float64Array.from({ length: 24 }, (_unused, hour) => 100 + hour - (i - 20) * sign(hour));
    return {
      scheduledFor: instantFor(firstDay, { dayOffset: -1, time: '12:05' }),
      firstDay,
      values,
      members: [values],
      quantiles: undefined,
    };
  });
  await addCalibrationForecasts(
    db,
    { product: 'da', dataOrigin: 'market', modelVersionId: run.model_version_id },
    forecasts,
  );
  for (const { firstDay } of forecasts) {
    const availableAt = new Date(dayStart(firstDay) - 3_600_000 * 11).toISOString();
    await storeTestPrices(db, { day: firstDay, level: 100, availableAt });
  }
  return forecasts.map(({ scheduledFor }) => scheduledFor);
}
