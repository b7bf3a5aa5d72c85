import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setServiceClock } from '../time/service-clock.ts';
import { createFormat } from './format.ts';

test('numbers are written as the reader writes them, with a true minus sign', () => {
  assert.equal(createFormat('en').price(-1234.5), '−1,234.50');
  assert.equal(createFormat('es').price(-1234.5), '−1234,50');
  assert.equal(createFormat('es').price(12_345.678), '12.345,68');
  assert.equal(createFormat('en').change(2), '+2.00');
  assert.equal(createFormat('en').change(0), '0.00');
  assert.equal(createFormat('es').price(-0.004), '0,00');
  assert.equal(createFormat('en').number(-0.4), '0');
  assert.equal(createFormat('en').percent(-0), '0.0%');
  assert.equal(createFormat('es').percent(80.25), '80,3\u00a0%');
});

test('instants are shown on the clock of the market, days as they are', () => {
  assert.equal(createFormat('en').clock('2026-10-25T00:30:00Z'), '02:30');
  assert.equal(createFormat('en').clock('2026-07-01T10:05:00Z'), '12:05');
});

test('a date has its year where it is not this one, by the clock of the market', () => {
  setServiceClock('2026-12-31T22:00:00Z');
  const format = createFormat('es');
  assert.equal(format.longDay('2026-11-24'), 'martes, 24 de noviembre');
  assert.equal(format.longDay('2027-01-01'), 'viernes, 1 de enero de 2027');
  assert.equal(format.instant('2026-12-31T11:05:00Z'), '31 dic, 12:05');
  // Half past midnight in Madrid.
  assert.equal(format.instant('2026-12-31T23:30:00Z'), '1 ene 2027, 00:30');
});

test('Portuguese is written as in Portugal, with weekdays of three letters', () => {
  setServiceClock('2026-11-30T12:00:00Z');
  const format = createFormat('pt');
  assert.equal(format.price(-1234.5), '−1234,50');
  assert.equal(format.percent(80.25), '80,3%');
  assert.equal(format.day('2026-11-24'), 'ter, 24/11');
  assert.equal(format.day('2027-01-01'), '1/01/2027');
  assert.deepEqual([0, 5, 6].map(format.weekday), ['seg', 'sáb', 'dom']);
  assert.equal(format.longDay('2026-11-24'), 'terça-feira, 24 de novembro');
});
