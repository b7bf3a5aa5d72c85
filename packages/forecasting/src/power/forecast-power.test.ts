import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange, weekdayOf } from '../market/delivery-day.ts';
import { InsufficientHistoryError } from '../models/model.ts';
import { type PowerQuantity, POWER_MODELS, forecastPower } from './forecast-power.ts';
import { POWER_OPTIONS } from '../pipelines/power.ts';
import { type PowerModel, fitPower, predictPower } from './power-model.ts';
import { type DriverKind, type PowerPanel, originOf } from './power-panel.ts';

const SLOTS = 24;
const QUICK = { ...POWER_OPTIONS, windowDays: 300, trees: 100 };
const KNOWN_SLOTS = 11;

/** A repeatable number in -1 .. 1 for each place. */
function wobble(i: number, stream: number): number {
  const x = Math.sin(i * 12.9898 + stream * 78.233) * 43_758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}

/** Slow weather: waves of a few days. */
function wave(i: number, stream: number): number {
  return (
    Math.sin(i / 31 + stream) +
    0.6 * Math.sin(i / 13.7 + 2 * stream) +
    0.2 * wobble(Math.floor(i / 3), stream)
  );
}

/** Days from `from` to `to` whose last three are not measured, save for the first hours of the first of them. */
function panelOf(
  { from, to }: { from: string; to: string },
  drivers: [DriverKind, (i: number) => number][],
  power: (place: { i: number; slot: number; day: string }, drivers: number[]) => number,
): { panel: PowerPanel; truth: Float64Array } {
  const days = dayRange(from, to);
  const columns = drivers.map(([kind, at]) => ({
    name: kind,
    kind,
    values: Float64Array.from({ length: days.length * SLOTS }, (_, i) => at(i)),
  }));
  const truth = Float64Array.from({ length: days.length * SLOTS }, (_, i) =>
    power(
      { i, slot: i % SLOTS, day: days[Math.floor(i / SLOTS)] },
      columns.map(({ values }) => values[i]),
    ),
  );
  const measured = truth.slice().fill(Number.NaN, (days.length - 3) * SLOTS + KNOWN_SLOTS);
  return { panel: { days, slotsPerDay: SLOTS, measured, drivers: columns }, truth };
}

const YEAR = { from: '2025-01-01', to: '2025-11-29' };
const lastRows = ({ days }: PowerPanel) => [days.length - 2, days.length - 1];

function errorsOf(forecast: Float64Array[], panel: PowerPanel, other: (place: number) => number): number {
  const errors = lastRows(panel).flatMap((row, i) =>
    [...forecast[i]].map((value, slot) => Math.abs(value - other(row * SLOTS + slot))),
  );
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

const WIND = panelOf(
  YEAR,
  [['windSpeed', (i) => 7 + 2.5 * wave(i, 1)]],
  (_, [speed]) => 20_000 / (1 + Math.exp(-(speed - 8) / 1.6)),
);
const LOAD = panelOf(
  YEAR,
  [['temperature', (i) => 15 + 6 * wave(i, 2)]],
  ({ slot, day, i }, [temperature]) => {
    const rest = weekdayOf(day) >= 5 ? 0.85 : 1;
    const heating = 0.012 * Math.max(0, 16 - temperature);
    return 28_000 * rest * (1 + 0.2 * Math.sin((slot - 9) / 4)) * (1 + heating) + 150 * wobble(i, 3);
  },
);

test('wind follows the speeds that are forecast, not the days before', () => {
  const { rows, withoutDrivers } = forecastPower('wind', WIND.panel, lastRows(WIND.panel), QUICK);
  const error = errorsOf(rows, WIND.panel, (place) => WIND.truth[place]);
  const twoDaysAgo = lastRows(WIND.panel).map((row) =>
    WIND.truth.slice((row - 2) * SLOTS, (row - 1) * SLOTS),
  );
  const persistence = errorsOf(twoDaysAgo, WIND.panel, (place) => WIND.truth[place]);
  assert.deepEqual(withoutDrivers, []);
  assert.ok(error < 700, `mean error ${error} MW`);
  assert.ok(persistence > 3 * error);
});

test('load depends on the weekday and the cold', () => {
  const { rows } = forecastPower('load', LOAD.panel, lastRows(LOAD.panel), QUICK);
  const error = errorsOf(rows, LOAD.panel, (place) => LOAD.truth[place]);
  assert.ok(error < 400, `mean error ${error} MW`);
});

test('the sun does not shine at night, and a fleet that grows by a third a year is kept up with', () => {
  const sun = (i: number) =>
    Math.max(0, Math.sin(((i % SLOTS) - 7) / 3.8)) * (i % SLOTS >= 7 && i % SLOTS < 19 ? 800 : 0);
  const { panel, truth } = panelOf(
    YEAR,
    [['irradiance', (i) => sun(i) * (0.75 + 0.12 * wave(i, 4))]],
    ({ i }, [ground]) => 20 * ground * (1 + i / (3 * 8760)),
  );
  const { rows } = forecastPower('solar', panel, lastRows(panel), QUICK);
  const mean = truth.slice(-2 * SLOTS).reduce((sum, value) => sum + value, 0) / (2 * SLOTS);
  assert.ok(errorsOf(rows, panel, (place) => truth[place]) < 0.1 * mean);
  assert.ok(rows.every((row) => row[0] < 60 && row[23] < 60 && row.every((value) => value >= 0)));
});

test('a net import keeps its sign and nuclear its level', () => {
  const imports = panelOf(YEAR, [], ({ slot }) => (slot < 12 ? -1500 : 500));
  const [row] = forecastPower('netImport', imports.panel, [imports.panel.days.length - 1], QUICK).rows;
  assert.ok(Math.abs(row[3] + 1500) < 100 && Math.abs(row[20] - 500) < 100);
  const nuclear = panelOf(YEAR, [], ({ day }) => (day < '2025-11-01' ? 7000 : 6000));
  const [level] = forecastPower('nuclear', nuclear.panel, [nuclear.panel.days.length - 2], QUICK).rows;
  assert.ok(level.every((value) => Math.abs(value - 6000) < 100));
});

test('trees after the processes follow the forecasts of those', () => {
  const model: PowerModel = { ...POWER_MODELS.wind, processShare: 0, trees: 'after the processes' };
  const fitted = fitPower(model, WIND.panel, QUICK);
  const raised = fitted.processes.map((process) => ({ ...process, mean: process.mean + process.spread }));
  const sumOf = (fit: typeof fitted) =>
    predictPower(model, fit, WIND.panel, lastRows(WIND.panel))
      .flatMap((row) => [...row])
      .reduce((sum, value) => sum + value, 0);
  assert.ok(sumOf({ ...fitted, processes: raised }) > 1.03 * sumOf(fitted));
});

test('a day without weather is forecast without it, and says so', () => {
  const drivers = WIND.panel.drivers.map((driver) => ({
    ...driver,
    values: driver.values.slice().fill(Number.NaN, -SLOTS),
  }));
  const [known, unknown] = lastRows(WIND.panel);
  const { rows, withoutDrivers } = forecastPower('wind', { ...WIND.panel, drivers }, [known, unknown], QUICK);
  assert.deepEqual(withoutDrivers, [unknown]);
  assert.ok(rows[1].every((value) => value >= 0 && Number.isFinite(value)));
  const errorOf = (row: Float64Array, at: number) =>
    row.reduce((sum, value, slot) => sum + Math.abs(value - WIND.truth[at * SLOTS + slot]) / SLOTS, 0);
  assert.ok(errorOf(rows[0], known) < 700 && errorOf(rows[1], unknown) > errorOf(rows[0], known));
});

test('no feature or reference uses a measurement from its origin on', () => {
  const drivers: [DriverKind, (i: number) => number][] = [
    ['temperature', (i) => wave(i, 1)],
    ['windSpeed', (i) => 5 + wave(i, 2)],
    ['pressure', (i) => 1015 + wave(i, 3)],
    ['irradiance', (i) => 300 + 100 * wave(i, 4)],
    ['power', (i) => 9000 + wave(i, 5)],
    ['cloudCover', (i) => 0.5 + 0.2 * wave(i, 7)],
    ['humidity', (i) => 0.6 + 0.1 * wave(i, 8)],
    ['windEast', (i) => wave(i, 9)],
  ];
  const { panel } = panelOf(
    { from: '2025-03-01', to: '2025-06-30' },
    drivers,
    ({ i }) => 5000 + 500 * wave(i, 6),
  );
  const outlook = { row: 90, origin: 87 * SLOTS + KNOWN_SLOTS };
  const later = {
    ...panel,
    measured: panel.measured.map((value, i) => (i >= outlook.origin ? value * 7 : value)),
  };
  for (const model of Object.values(POWER_MODELS)) {
    const seen = (from: PowerPanel) =>
      Array.from({ length: SLOTS }, (_, slot) => [
        model.reference(from)(outlook, slot),
        model.plain(from)(outlook, slot),
        ...model.features(from).map(({ at }) => at(outlook, slot)),
      ]);
    assert.deepEqual(seen(later), seen(panel), model.name);
  }
});

test('a day that is published already is forecast from before it begins, the days after it with what is published', () => {
  const { panel, truth } = WIND;
  const [day, next] = [panel.days.length - 3, panel.days.length - 2];
  const full = { ...panel, measured: truth.slice().fill(Number.NaN, next * SLOTS) };
  const fitted = fitPower(POWER_MODELS.wind, full, QUICK);
  const changed = { ...full, measured: full.measured.map((v, i) => (i >= day * SLOTS ? v * 3 : v)) };
  const forecastOf = (from: PowerPanel) => predictPower(POWER_MODELS.wind, fitted, from, [day, next]);
  const [before, after] = [forecastOf(full), forecastOf(changed)];
  assert.deepEqual(after[0], before[0]);
  assert.notDeepEqual(after[1], before[1]);
});

test('without drivers a forecast keeps to the plain past where the days before predict no more', () => {
  const { panel } = panelOf(YEAR, [], ({ i }) => 6000 + 3000 * wobble(Math.floor(i / SLOTS), 4) + i / 10);
  const fitted = fitPower(POWER_MODELS.wind, panel, QUICK);
  assert.ok(
    fitted.modelWeights.slice(1).every((share) => share < 0.4),
    fitted.modelWeights.join(),
  );
  const driven = fitPower(POWER_MODELS.wind, WIND.panel, QUICK);
  assert.ok(driven.modelWeights.every((share) => share === 1));
});

test('a plant that runs on as it ran is forecast to do so, whatever stands beside it', () => {
  const levelOf = (i: number) => 6000 + 600 * Math.round(2 * wobble(Math.floor(i / (9 * SLOTS)), 8));
  const { panel } = panelOf(YEAR, [['power', (i) => 20_000 + 4000 * wave(i, 5)]], ({ i }) => levelOf(i));
  const fitted = fitPower(POWER_MODELS.nuclear, panel, QUICK);
  assert.ok(fitted.modelWeights[1] < 0.1, fitted.modelWeights.join());
  const [day] = lastRows(panel);
  const [forecast] = predictPower(POWER_MODELS.nuclear, fitted, panel, [day]);
  assert.ok(forecast.every((mw) => Math.abs(mw - levelOf((day - 2) * SLOTS)) < 100));
});

test('days of 23 and 25 hours have a forecast in every slot', () => {
  for (const to of ['2025-03-31', '2025-10-27']) {
    const { panel } = panelOf(
      { from: '2024-10-01', to },
      [['windSpeed', (i) => 7 + wave(i, 1)]],
      (_, [speed]) => 900 * speed,
    );
    for (const row of forecastPower('wind', panel, lastRows(panel), QUICK).rows)
      assert.ok(row.length === SLOTS && row.every(Number.isFinite));
  }
});

test('a fit is plain JSON, the same for the same data', () => {
  const quantity: PowerQuantity = 'wind';
  const fitted = fitPower(POWER_MODELS[quantity], WIND.panel, QUICK);
  const copy: typeof fitted = JSON.parse(JSON.stringify(fitted));
  const rows = lastRows(WIND.panel);
  assert.deepEqual(
    predictPower(POWER_MODELS[quantity], copy, WIND.panel, rows),
    forecastPower(quantity, WIND.panel, rows, QUICK).rows,
  );
});

test('below eight weeks of measurements there is no model', () => {
  const { panel } = panelOf({ from: '2025-01-01', to: '2025-02-20' }, [], () => 5000);
  assert.equal(originOf(panel), (panel.days.length - 3) * SLOTS + KNOWN_SLOTS);
  assert.throws(() => forecastPower('load', panel, [panel.days.length - 1], QUICK), InsufficientHistoryError);
});
