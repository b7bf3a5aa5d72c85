import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart, HOUR_MS, MINUTE_MS } from '@lonja/forecasting/market';
import { type CurveStep, omieCurveText } from '../../../../test/omie-curve-text.ts';
import { FileFault } from '../payload-fault.ts';
import { CURVE_STEPS_MW, parseOmieCurves } from './parse-curves.ts';

const DAY = '2026-02-03';
const parse = (text: string, day = DAY) => parseOmieCurves(text, { file: 'curva_pbc', day });

/** 5,000 MW at -500, a step of 1,000 MW each 10 EUR, of which that at 40 clears in part; 8,300 MW are wanted at any price, 1,000 up to 65. */
const STEPS: CurveStep[] = [
  ['V', 5000, -500, 'O'],
  ['V', 5000, -500, 'C'],
  ...[10, 20, 30, 40, 50, 60, 70].map((price): CurveStep => ['V', 1000, price, 'O']),
  ...[10, 20, 30].map((price): CurveStep => ['V', 1000, price, 'C']),
  ['V', 300, 40, 'C'],
  ['C', 7300, 4000, 'O'],
  ['C', 1000, 65, 'O'],
  ['C', 8300, 4000, 'C'],
];

test('the curves around what cleared are read, with the instant of issue', async () => {
  const curves = await parse(omieCurveText(DAY, () => STEPS, { issued: '04/02/2026 - 09:15' }));
  assert.deepEqual([curves.resolution, curves.start.length, curves.start[0]], ['PT15M', 96, dayStart(DAY)]);
  assert.equal(curves.issuedAt, Date.UTC(2026, 1, 4, 8, 15));
  assert.deepEqual([...new Set(curves.clearedMw)], [8300]);
  // Of the step at 40 700 MW are left; up to 65 the purchases at 65 fall away only above it.
  const expected: Record<number, number> = {
    '-2000': 20,
    '-1000': 30,
    '-500': 30,
    500: 40,
    1000: 50,
    2000: 60,
  };
  CURVE_STEPS_MW.forEach((step, k) => assert.equal(curves.prices[k][0], expected[step], String(step)));
});

test('a purchase that falls away above its price counts as a sale there would, and beyond the last offer its price stands', async () => {
  const scarce = STEPS.filter(([side, , price, state]) => !(side === 'V' && state === 'O' && price > 40));
  const curves = await parse(omieCurveText(DAY, () => scarce));
  const of = (step: number) => curves.prices[CURVE_STEPS_MW.findIndex((one) => one === step)][0];
  assert.deepEqual([of(500), of(1000), of(2000)], [40, 65, 4000]);
  const small: CurveStep[] = (['O', 'C'] as const).flatMap((state): CurveStep[] => [
    ['V', 100, 10, state],
    ['C', 100, 50, state],
  ]);
  const beyond = await parse(omieCurveText(DAY, () => small));
  assert.deepEqual(
    beyond.prices.map(([first]) => first),
    [10, 10, 10, 50, 50, 50],
  );
});

test('thousands points, decimal commas and negative prices are numbers', async () => {
  const text = omieCurveText(DAY, () => STEPS);
  assert.match(text, /;V;5\.000;-500;O;/);
  const odd = text.replaceAll(';1.000;40;O;', ';1000,0;39,99;O;').replaceAll(';300;40;C;', ';300;39,99;C;');
  const curves = await parse(odd);
  assert.equal(curves.prices[3][0], 39.99);
});

for (const [day, hours] of [
  ['2026-03-29', 23],
  ['2025-10-26', 25],
] as const) {
  test(`a day of ${hours} hours has ${4 * hours} quarters of real time`, async () => {
    const { start } = await parse(
      omieCurveText(day, () => STEPS),
      day,
    );
    assert.deepEqual(
      [start.length, start.at(-1)],
      [4 * hours, dayStart(day) + hours * HOUR_MS - 15 * MINUTE_MS],
    );
  });
}

test('a day of before the quarters has hours and eight columns', async () => {
  const day = '2025-03-30';
  const curves = await parse(
    omieCurveText(day, () => STEPS, { resolution: 'PT1H', issued: '31/03/2025' }),
    day,
  );
  assert.deepEqual([curves.resolution, curves.start.length, curves.prices[4][22]], ['PT1H', 23, 50]);
  assert.equal(curves.issuedAt, dayStart('2025-04-01'), 'without a time, at the end of the day');
});

test('where the zones split the curve is that of Spain', async () => {
  const cheap = STEPS.map(([side, mw, price, state]): CurveStep => [
    side,
    mw,
    price === 40 ? 35 : price,
    state,
  ]);
  const text = omieCurveText(DAY, (_, country) => (country === 'ES' ? cheap : STEPS), {
    countriesOf: (period) => (period === 5 ? ['ES', 'PT'] : ['MI']),
  });
  const [, , , at500] = (await parse(text)).prices;
  assert.deepEqual([at500[4], at500[5], at500[6]], [40, 35, 40]);
});

const whole = omieCurveText(DAY, () => STEPS, { lineEnd: '\n' });
const damages: [name: string, text: string, line: number | undefined, message: RegExp][] = [
  ['an empty file', '', 1, /expected "OMIE/],
  ['a web page', '<!doctype html>\n<html>', 1, /expected "OMIE/],
  [
    'an issue of long before',
    whole.replace('01/01/2030', '01/01/2020'),
    1,
    /from the day before 2026-02-03 on/,
  ],
  ['other columns', whole.replace('Periodo;', 'Zona;'), 3, /expected the columns/],
  ['a file cut between rows', whole.slice(0, whole.indexOf('H5Q1')), undefined, /cut short/],
  ['a file cut within a row', whole.slice(0, whole.indexOf('H1Q2') + 8), undefined, /expected 9 columns/],
  ['another day', whole.replace('H1Q1;03/02/2026', 'H1Q1;04/02/2026'), 4, /expected the day 03\/02\/2026/],
  ['another country', whole.replace('H1Q1;03/02/2026;MI', 'H1Q1;03/02/2026;FR'), 4, /MI, ES or PT/],
  ['a period of no day', whole.replace('H1Q1;', 'H1Q5;'), 4, /a period such as H1Q1/],
  ['a decimal point', whole.replace(';5.000;-500;', ';5000.5;-500;'), 4, /power and price/],
  ['power below zero', whole.replace(';5.000;-500;', ';-5;-500;'), 4, /power and price/],
  ['a side of its own', whole.replace(';V;', ';X;'), 4, /V or C/],
  ['a missing period', whole.replaceAll(/H24Q4.*\n/g, ''), undefined, /in period 96 of 96/],
  ['a period too many', whole.replaceAll('H24Q4;', 'H25Q1;'), undefined, /found period 97/],
  [
    'a period in which nothing cleared',
    whole.replaceAll(/H3Q1.*;C;S;\n/g, ''),
    undefined,
    /in period 9 of 96/,
  ],
  ['rows after the end', `${whole}H1Q1;03/02/2026;MI;;V;1;1;O;S;\n`, undefined, /nothing after/],
];
for (const [name, text, line, message] of damages) {
  test(`${name} is refused with its line`, async () => {
    await assert.rejects(
      parse(text),
      (fault) =>
        fault instanceof FileFault &&
        (line === undefined || fault.line === line) &&
        message.test(fault.message),
    );
  });
}
