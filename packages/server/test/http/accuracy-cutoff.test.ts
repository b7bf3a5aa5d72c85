import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { dayStart, HOUR_MS } from '@lonja/forecasting/market';
import { AccuracyPage } from '../../src/desk/dashboard/dashboard-accuracy-schemas.ts';
import { Accuracy, ModelPerformance } from '../../src/forecasts/accuracy/record.ts';
import { AccuracyStatistics, CalibrationStatistics } from '../../src/forecasts/statistics/schemas.ts';
import { saveBacktestedHours } from '../../src/forecasts/runs/backtested-runs.ts';
import { addCalibrationForecasts } from '../../src/forecasts/runs/calibration-forecasts.ts';
import { registerModels } from '../../src/forecasts/runs/model-versions.ts';
import { savePreparationState } from '../../src/forecasts/runs/preparation-state.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-04-02T10:00:00Z');
after(() => api.close());

const RANGE = 'date_from=2026-03-29&date_to=2026-04-01';
let key = '';

/**
 * Prices of a day are 50 + hour; so is the first day of a run at level 50, and each further day of it is as many higher as the first has
 * hours. The day of 23 hours is among them; of 31 March nothing was issued before the gate but the run of the day before.
 */
before(async () => {
  key = await api.createKey();
  for (const day of ['2026-03-29', '2026-03-30', '2026-03-31', '2026-04-01']) {
    await storeTestPrices(api.db, { day, level: 50, availableAt: noonOf(day, '13:00') });
  }
  const runs: [string, string, number, number?, string?][] = [
    ['2026-03-28 06:05', '2026-03-29', 60],
    ['2026-03-28 11:40', '2026-03-29', 54],
    ['2026-03-28 12:05', '2026-03-29', 51],
    ['2026-03-29 06:05', '2026-03-30', 58],
    ['2026-03-29 10:30', '2026-03-30', 56],
    // Issued before the gate and published after it: nobody could bid with it.
    ['2026-03-29 11:58', '2026-03-30', 52, 2, '2026-03-29 12:01'],
    ['2026-03-29 12:59', '2026-03-30', 51, 2],
    // Knows the results.
    ['2026-03-29 13:30', '2026-03-30', 50, 2],
    ['2026-03-31 11:40', '2026-04-01', 53, 2],
  ];
  for (const [issuedAt, firstDay, level, version = 1, publishedAt] of runs) {
    await publishTestRun(api.db, {
      issuedAt: madrid(issuedAt),
      firstDay,
      level,
      version,
      ...(publishedAt !== undefined && { publishedAt: madrid(publishedAt) }),
    });
  }
});

/** An instant of these days in Madrid; the clock goes forward on 29 March at 02:00. */
function madrid(local: string): string {
  const [day = '', time = ''] = local.split(' ');
  return new Date(`${day}T${time}:00${day < '2026-03-29' ? '+01:00' : '+02:00'}`).toISOString();
}

function noonOf(day: string, time: string): string {
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - 24 * HOUR_MS).toISOString().slice(0, 10);
  return madrid(`${before} ${time}`);
}

async function read<T>(path: string, schema: { parse(body: unknown): T }): Promise<T> {
  const answer = await api.get(path, key);
  assert.equal(answer.status, 200, answer.text);
  return schema.parse(answer.body);
}

const byDay = async (query: string) => {
  const { items, ...rest } = await read(
    `/statistics/accuracy?${RANGE}&group_by=day&${query}`,
    AccuracyStatistics,
  );
  return { ...rest, days: items.map(({ group, n_observations, mae }) => [group, n_observations, mae]) };
};

suite('the cutoff says which run of a day is scored', () => {
  test('official: the last one before the results', async () => {
    const { days, cutoff, day_counts, basis } = await byDay('');
    // Of 31 March the runs of the day before say 24 more than of their first day.
    assert.deepEqual(days, [
      ['2026-03-29', 23, 1],
      ['2026-03-30', 24, 1],
      ['2026-03-31', 24, 24],
      ['2026-04-01', 24, 3],
    ]);
    assert.deepEqual([cutoff, basis], ['official', 'issued']);
    assert.deepEqual(day_counts, { asked: 4, settled: 4, counted: 4, without_forecast: 0 });
    assert.deepEqual(await byDay('cutoff=official'), { ...(await byDay('')) });
  });

  test('gate: the last one that was published before the gate', async () => {
    const { days, cutoff } = await byDay('cutoff=gate');
    assert.deepEqual(
      days.map(([, , mae]) => mae),
      [4, 6, 24, 3],
    );
    assert.equal(cutoff, 'gate');
  });

  test('HH:MM: the last one that was there by that minute in Madrid, on both sides of the clock change', async () => {
    const maes = async (cutoff: string) =>
      (await byDay(`cutoff=${cutoff}`)).days.map(([day, , mae]) => [day, mae]);
    const march31 = ['2026-03-31', 24];
    assert.deepEqual(await maes('06:05'), [
      ['2026-03-29', 10],
      ['2026-03-30', 8],
      march31,
      ['2026-04-01', 48],
    ]);
    assert.deepEqual(await maes('11:39'), [
      ['2026-03-29', 10],
      ['2026-03-30', 6],
      march31,
      ['2026-04-01', 48],
    ]);
    assert.deepEqual(await maes('11:40'), [['2026-03-29', 4], ['2026-03-30', 6], march31, ['2026-04-01', 3]]);
    // A time after the results is as good as the official one, and 02:30 does not exist on 29 March.
    assert.deepEqual(
      await maes('23:59'),
      (await byDay('')).days.map(([day, , mae]) => [day, mae]),
    );
    const night = await byDay('cutoff=02:30');
    assert.deepEqual(
      night.days.map(([day]) => day),
      ['2026-03-30', '2026-03-31', '2026-04-01'],
    );
  });

  test('days without a run before the cutoff are counted', async () => {
    const { days, day_counts } = await byDay('cutoff=06:04');
    assert.deepEqual(
      days.map(([day]) => day),
      ['2026-03-30', '2026-03-31', '2026-04-01'],
    );
    assert.deepEqual(day_counts, { asked: 4, settled: 4, counted: 3, without_forecast: 1 });
    const wider = await read(
      '/statistics/accuracy?date_from=2026-03-20&date_to=2026-04-03&cutoff=06:04',
      AccuracyStatistics,
    );
    assert.deepEqual(wider.day_counts, { asked: 15, settled: 4, counted: 3, without_forecast: 1 });
    const one = await read(
      '/statistics/accuracy?date_from=2026-03-29&date_to=2026-03-29',
      AccuracyStatistics,
    );
    assert.deepEqual(one.day_counts, { asked: 1, settled: 1, counted: 1, without_forecast: 0 });
    assert.equal(one.items[0]?.n_observations, 23);
  });

  test('lead days take the run of the same cutoff on the days before', async () => {
    const leads = async (cutoff: string) =>
      (
        await read(
          `/statistics/accuracy?date_from=2026-03-30&date_to=2026-03-30&group_by=lead_day&cutoff=${cutoff}`,
          AccuracyStatistics,
        )
      ).items.map(({ group, mae }) => [group, mae]);
    // The first day of the run for 29 March has 23 hours, and those of 30 March go on from its last.
    assert.deepEqual(await leads('official'), [
      ['1', 1],
      ['2', 24],
    ]);
    assert.deepEqual(await leads('gate'), [
      ['1', 6],
      ['2', 27],
    ]);
    assert.deepEqual(await leads('06:05'), [
      ['1', 8],
      ['2', 33],
    ]);
  });

  test('/metrics/accuracy and model-performance have it too, and count for the version whose run it is', async () => {
    const accuracy = await read(`/metrics/accuracy?${RANGE}&cutoff=gate`, Accuracy);
    assert.deepEqual([accuracy.cutoff, accuracy.model_version], ['gate', 'da-2026.03.2']);
    assert.deepEqual(accuracy.day_counts, { asked: 4, settled: 4, counted: 4, without_forecast: 0 });
    assert.equal(accuracy.mae, Math.round(((23 * 4 + 24 * (6 + 24 + 3)) / 95) * 100) / 100);
    assert.equal(accuracy.provisional, false);
    const performance = async (cutoff: string) =>
      (await read(`/metrics/model-performance?${RANGE}&cutoff=${cutoff}`, ModelPerformance)).versions.map(
        ({ model_version, n_observations }) => [model_version, n_observations],
      );
    assert.deepEqual(await performance('official'), [
      ['da-2026.03.1', 23],
      ['da-2026.03.2', 72],
    ]);
    assert.deepEqual((await performance('gate')).at(0), ['da-2026.03.1', 47]);
    const ofVersion = await byDay('cutoff=gate&model_version=da-2026.03.1');
    assert.deepEqual(
      ofVersion.days.map(([day]) => day),
      ['2026-03-29', '2026-03-30'],
    );
    assert.deepEqual(ofVersion.day_counts, { asked: 4, settled: 4, counted: 2, without_forecast: 0 });
  });

  test('calibration and the hours behind the figures are of the same runs', async () => {
    const calibration = await read(`/statistics/calibration?${RANGE}&cutoff=gate`, CalibrationStatistics);
    assert.deepEqual([calibration.cutoff, calibration.day_counts.counted], ['gate', 4]);
    const csv = await api.get(`/statistics/accuracy?${RANGE}&cutoff=gate&format=csv`, key);
    const [head = '', first = ''] = csv.text.split('\r\n');
    assert.match(head, /,cutoff$/);
    assert.match(first, /2026-03-28T10:40:00Z,da-2026\.03\.1,false,gate$/);
    const figures = await api.get(`/metrics/accuracy?${RANGE}&cutoff=11:40&format=csv`, key);
    assert.match(figures.text, /,cutoff,mape_n_observations\r\n(?:.+,11:40,\d+\r\n)+$/);
  });

  test('the gate of an intraday auction is its official cutoff, a time is of the day of its gate', async () => {
    await storeTestPrices(api.db, {
      day: '2026-04-01',
      product: 'ida3',
      availableAt: madrid('2026-04-01 10:30'),
    });
    const run = { product: 'ida3' as const, firstDay: '2026-04-01', days: 1, fromHour: 12 };
    await publishTestRun(api.db, { ...run, issuedAt: madrid('2026-04-01 08:30'), level: 5 });
    await publishTestRun(api.db, { ...run, issuedAt: madrid('2026-04-01 09:30'), level: 2 });
    const mae = async (cutoff: string) =>
      (await read(`/metrics/accuracy?market=intraday-3&${RANGE}&cutoff=${cutoff}`, Accuracy)).mae;
    assert.deepEqual([await mae('official'), await mae('gate')], [2, 2]);
    assert.deepEqual([await mae('09:00'), await mae('09:30'), await mae('18:00')], [5, 2, 2]);
    const none = await api.get(`/metrics/accuracy?market=intraday-3&${RANGE}&cutoff=08:00`, key);
    assert.deepEqual(errorOf(none), [404, 'no_actuals_available']);
    assert.match(none.text, /before the cutoff \\"08:00\\"/);
  });

  test('any other value is refused with what is allowed', async () => {
    for (const cutoff of ['24:00', '7:05', '11.45', 'gates', '', '11:60', '11:45:00']) {
      for (const [path, code] of [
        ['/metrics/accuracy', 'invalid_parameters'],
        ['/metrics/model-performance', 'invalid_parameters'],
        ['/statistics/accuracy', 'invalid_request'],
        ['/statistics/calibration', 'invalid_request'],
        ['/dashboard/accuracy', 'invalid_request'],
      ]) {
        const answer = await api.get(`${path}?${RANGE}&cutoff=${cutoff}`, key);
        assert.deepEqual(errorOf(answer), [400, code], `${path} ${cutoff}`);
        assert.match(answer.text, /official, gate, or a time of day in Madrid/);
      }
    }
    const reversed = await api.get(
      '/metrics/accuracy?date_from=2026-03-30&date_to=2026-03-30&cutoff=gate',
      key,
    );
    assert.deepEqual(errorOf(reversed), [400, 'invalid_parameters']);
  });
});

suite('back-tested figures by cutoff', () => {
  const firstDay = '2026-03-30';
  const at = (time: string) => Date.parse(madrid(`2026-03-29 ${time}`));
  let modelVersionId = '';

  before(async () => {
    const { champion } = await registerModels(api.db, {
      product: 'da',
      manifests: [{ version: 2 }],
      now: at('06:05'),
    });
    modelVersionId = champion.id;
  });

  async function backtest(scheduledFor: number, error: number, restsOn: number): Promise<void> {
    const set = { product: 'da', dataOrigin: 'market', modelVersionId } as const;
    const nothing = { values: new Float64Array(), members: [], quantiles: undefined };
    await addCalibrationForecasts(api.db, set, [{ firstDay, scheduledFor, ...nothing }]);
    const points = Array.from({ length: 7 * 24 }, (_, hour) => {
      const value = 50 + hour + error;
      return { start: dayStart(firstDay) + hour * HOUR_MS, value, p10: value - 9, p90: value + 9 };
    });
    await saveBacktestedHours(api.db, { ...set, scheduledFor, restsOn }, points);
  }

  test('the run whose schedule is the last before the cutoff counts, and no other stands in for it', async () => {
    await backtest(at('12:05'), 7, 21);
    const pageOf = (query: string) =>
      read(`/dashboard/accuracy?${RANGE}&basis=backtested&${query}`, AccuracyPage);
    const official = await pageOf('');
    assert.deepEqual([official.by_day.group, official.by_day.mae], [[firstDay], [7]]);
    assert.deepEqual(official.day_counts, { asked: 4, settled: 4, counted: 1, without_forecast: 3 });
    const gate = await pageOf('cutoff=gate');
    assert.deepEqual([gate.overall, gate.cutoff], [null, 'gate']);
    assert.deepEqual(gate.day_counts, { asked: 4, settled: 4, counted: 0, without_forecast: 4 });
    const statistics = await byDay('basis=backtested');
    assert.deepEqual([statistics.days, statistics.basis], [[[firstDay, 24, 7]], 'backtested']);
    const calibration = await read(
      `/statistics/calibration?${RANGE}&basis=backtested`,
      CalibrationStatistics,
    );
    assert.deepEqual(
      [calibration.items[0]?.coverage, calibration.items[0]?.deciles.n_observations],
      [100, 0],
    );
  });

  test('they are provisional while days are missing after a first start', async () => {
    const provisional = async (query: string) => (await byDay(query)).provisional;
    assert.equal(await provisional('basis=backtested'), false);
    const now = Date.parse('2026-04-02T09:00:00Z');
    const state = { step: 'calibration', done: 1, total: 9, spentMs: 1, at: now } as const;
    await savePreparationState(api.db, 'first_forecast', { ...state, startedAt: now });
    assert.equal(await provisional('basis=backtested'), true);
    assert.equal(await provisional('basis=issued'), false);
    await savePreparationState(api.db, 'first_forecast', { ...state, startedAt: now - 48 * HOUR_MS });
    assert.equal(await provisional('basis=backtested'), false);
  });
});
