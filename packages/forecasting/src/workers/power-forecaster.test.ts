import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import { forecastPower } from '../power/forecast-power.ts';
import { POWER_OPTIONS } from '../pipelines/power.ts';
import type { PowerPanel } from '../power/power-panel.ts';
import { createPowerForecaster } from './power-forecaster.ts';
import { createThreads, type Threads } from './threads.ts';

const SLOTS = 24;
const QUICK = { ...POWER_OPTIONS, windowDays: 120, trees: 20 };

const threads = createThreads(2);
after(() => threads.close());

/** Half a year of wind that follows its speed; the last three days are not measured, and on the last one nobody knows the weather. */
function windUntil(to: string): PowerPanel {
  const days = dayRange('2025-06-01', to);
  const values = Float64Array.from({ length: days.length * SLOTS }, (_, i) => 7 + 2 * Math.sin(i / 31));
  const measured = values.map((speed, i) => (i < (days.length - 3) * SLOTS ? 900 * speed + (i % 7) : NaN));
  values.fill(Number.NaN, -SLOTS);
  return {
    days,
    slotsPerDay: SLOTS,
    measured,
    drivers: [{ name: 'speed', kind: 'windSpeed', values }],
  };
}

function countedThreads() {
  const kinds: string[] = [];
  const counted: Threads = {
    ...threads,
    run: (kind, asked, signal) => {
      kinds.push(kind);
      return threads.run(kind, asked, signal);
    },
  };
  return { kinds, counted };
}

test('threads forecast bit for bit what one thread does, with the weather and without', async () => {
  const panel = windUntil('2025-11-29');
  const rows = [panel.days.length - 2, panel.days.length - 1];
  const [forecast] = await createPowerForecaster(
    threads,
    QUICK,
  )([{ quantity: 'wind', learnFrom: panel, panel, rows }]);
  assert.deepEqual(forecast, forecastPower('wind', panel, rows, QUICK));
  assert.deepEqual('rows' in forecast && forecast.withoutDrivers, [rows[1]]);
});

test('a fit is made once for all forecasts that learn from the same days', async () => {
  const { kinds, counted } = countedThreads();
  const forecast = createPowerForecaster(counted, QUICK);
  const learnFrom = windUntil('2025-11-24');
  for (const day of ['2025-11-25', '2025-11-26', '2025-11-27']) {
    const panel = windUntil(day);
    const rows = [panel.days.length - 2];
    const [fresh] = await createPowerForecaster(
      threads,
      QUICK,
    )([{ quantity: 'wind', learnFrom, panel, rows }]);
    assert.deepEqual(await forecast([{ quantity: 'wind', learnFrom, panel, rows }]), [fresh]);
  }
  assert.deepEqual(kinds, ['learnPower', 'predictPower', 'predictPower', 'predictPower']);
});

test('measurements that are newer than the days to learn from are learnt from where those are too few', async () => {
  const panel = windUntil('2025-11-29');
  const learnFrom = { ...panel, measured: panel.measured.map((value, i) => (i < 40 * SLOTS ? value : NaN)) };
  const rows = [panel.days.length - 2];
  const forecast = createPowerForecaster(threads, QUICK);
  assert.deepEqual(
    await forecast([{ quantity: 'load', learnFrom, panel, rows }]),
    await forecast([{ quantity: 'load', learnFrom: panel, panel, rows }]),
  );
  assert.deepEqual(await forecast([{ quantity: 'load', learnFrom, panel: learnFrom, rows }]), [
    { insufficientHistory: 'The model of load needs 56 measured days; there are 32.' },
  ]);
});
