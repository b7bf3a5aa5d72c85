import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteSchedule } from '@lonja/client';
import { loadTexts, translator } from '../../i18n/texts.ts';
import { scheduleColumns, storedAtBoundaries } from './schedule-columns.ts';

await loadTexts('es', 'portfolio');

const t = translator('portfolio.page', 'es');

const PERIOD = {
  hour: 0,
  start: '2026-03-31T00:00:00+02:00',
  price: 50,
  price_p10: 40,
  price_p90: 60,
  power_mw: 5,
  charge_mw: 0,
  discharge_mw: 5,
  stored_mwh: 4,
  soc: 20,
  load_mw: 0,
  generation_mw: 0,
  curtailed_mw: 0,
  expected_eur: 250,
  p10_eur: 200,
  p90_eur: 300,
  cleared_price: null,
  settled_eur: null,
};
const BATTERY = { start_mwh: 10, start_soc: 50, end_soc: 50, max_cycles: 1.5, wear_cost: 0, defaults: [] };

// The columns look at the kind, the battery and the periods alone.
function scheduleOf(kind: SiteSchedule['kind'], battery: SiteSchedule['battery']): SiteSchedule {
  const periods = [PERIOD, { ...PERIOD, stored_mwh: 0 }];
  return { kind, battery, periods } as unknown as SiteSchedule;
}

const titlesOf = (schedule: SiteSchedule) =>
  scheduleColumns(schedule, t)
    .filter(({ isInFileOnly = false }) => !isInFileOnly)
    .map(({ title }) => title);

test('the charge of a battery begins with what it holds at the start of the day', () => {
  const schedule = scheduleOf('battery', BATTERY);
  assert.deepEqual(storedAtBoundaries(schedule), [10, 4, 0]);
  const columns = scheduleColumns(schedule, t);
  const valuesOf = (title: string) => columns.find((column) => column.title === title)?.values;
  assert.deepEqual(
    [valuesOf('Almacenado al inicio, MWh'), valuesOf('Almacenado al final, MWh')],
    [
      [10, 4],
      [4, 0],
    ],
  );
});

test('a load has no columns of a battery, and a hybrid those of its plant too', () => {
  const load = scheduleOf('load', null);
  assert.equal(storedAtBoundaries(load), undefined);
  assert.deepEqual(titlesOf(load), ['Precio, EUR/MWh', 'Consumo, MW', 'Esperado, EUR']);
  assert.deepEqual(titlesOf(scheduleOf('hybrid', BATTERY)).slice(1, 5), [
    'Generación, MW',
    'Recorte, MW',
    'Batería, MW',
    'Inyección neta, MW',
  ]);
});
