import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart, HOUR_MS } from '@lonja/forecasting/market';
import { checkSteps } from './check-offer.ts';
import { limitsOfStore } from './limits-of-store.ts';
import { offerRulesOf, periodNumbers } from './market-rules.ts';
import { outcomeOf } from './offer-outcomes.ts';
import { offeredMw, onGrid, type PeriodOffer, takenAt } from './offer-steps.ts';

// CNMC, resolution of 28 February 2025 (BOE-A-2025-4908): simple offers of 25 pairs at most, prices rising for sales, power in MW.
const DAY = '2026-03-31';
const rules = offerRulesOf('da', DAY);
const grid = { rules, mostMw: 100, carry: 0 };
const step = (price: number, mw: number) => ({ price, mw, storeMw: 0 });

test('the rules of the auction: 25 steps, 0.01 EUR/MWh, 0.1 MW, the harmonised limits, quarter hours since October 2025', () => {
  const { gateClosesAt, ...rest } = rules;
  assert.equal(new Date(gateClosesAt).toISOString(), '2026-03-30T10:00:00.000Z');
  assert.deepEqual(rest, {
    product: 'da',
    resolution: 'PT15M',
    mostSteps: 25,
    lowestPrice: -500,
    highestPrice: 4000,
    priceTick: 0.01,
    quantityTick: 0.1,
  });
  assert.equal(offerRulesOf('da', '2025-09-30').resolution, 'PT1H');
});

test('the two hours 2 of the day of 25 hours have numbers 3 and 4, and the day of 23 goes to 23', () => {
  const numbers = periodNumbers('2025-10-26', 'PT1H');
  assert.deepEqual(
    [2, 3, 24].map((hour) => numbers.get(dayStart('2025-10-26') + hour * HOUR_MS)),
    [3, 4, 25],
  );
  assert.equal([...periodNumbers('2026-03-29', 'PT1H').values()].at(-1), 23);
  assert.equal([...periodNumbers('2026-03-29', 'PT15M').values()].at(-1), 92);
  assert.equal([...periodNumbers('2025-10-26', 'PT15M').values()].at(-1), 100);
});

test('steps rise for sales and fall for purchases; equal prices are one step', () => {
  const wanted = [step(30, 1), step(10.004, 2), step(10, 0.5), step(20, 0)];
  assert.deepEqual(onGrid('sale', wanted, grid).offer, {
    side: 'sale',
    steps: [step(10, 2.5), step(30, 1)],
  });
  assert.deepEqual(
    onGrid('purchase', wanted, grid).offer?.steps.map(({ price }) => price),
    [30, 10],
  );
});

test('prices beyond the limits of the market are those limits', () => {
  const prices = (side: PeriodOffer['side']) =>
    onGrid(side, [step(-9999, 1), step(9999, 1)], grid).offer?.steps.map(({ price }) => price);
  assert.deepEqual(prices('sale'), [-500, 4000]);
  assert.deepEqual(prices('purchase'), [4000, -500]);
});

test('power is rounded as a sum, never beyond the connection, and what is left over comes back', () => {
  const thirds = [step(1, 1 / 3), step(2, 1 / 3), step(3, 1 / 3)];
  const { offer } = onGrid('sale', thirds, grid);
  assert.equal(offer && Math.round(10 * offeredMw(offer)), 10);
  assert.equal(offer && offeredMw(onGrid('sale', [step(1, 5)], { ...grid, mostMw: 2.05 }).offer ?? offer), 2);
  assert.equal(onGrid('sale', [step(1, 0.04)], grid).offer, undefined);
  let carry = 0;
  let total = 0;
  for (let t = 0; t < 100; t++) {
    const made = onGrid('sale', [step(1, 0.123)], { ...grid, carry });
    carry = made.carry;
    total += made.offer === undefined ? 0 : offeredMw(made.offer);
  }
  assert.ok(Math.abs(total - 12.3) <= 0.05 + 1e-9, String(total));
});

test('more than 25 steps are joined at the price that trades less', () => {
  const many = Array.from({ length: 60 }, (_, i) => step(i * i, 1));
  for (const side of ['sale', 'purchase'] as const) {
    const { offer } = onGrid(side, many, grid);
    assert.ok(offer);
    assert.equal(offer.steps.length, 25);
    assert.equal(offeredMw(offer), 60);
    for (let price = 0; price < 3600; price += 7) {
      const asked = many.filter((each) => (side === 'sale' ? each.price <= price : each.price >= price));
      assert.ok(takenAt(offer, price).mw <= asked.length);
    }
    assert.deepEqual(checkSteps(checked([offer]), rules), []);
  }
});

function checked(offers: (PeriodOffer | undefined)[]) {
  return { date: DAY, resolution: 'PT15M' as const, starts: [dayStart(DAY)], offers, connectionMw: 100 };
}

test('each rule that an offer breaks is named, with its period', () => {
  const broken: [PeriodOffer, string][] = [
    [{ side: 'sale', steps: Array.from({ length: 26 }, (_, i) => step(i, 1)) }, 'too_many_steps'],
    [{ side: 'sale', steps: [step(4000.01, 1)] }, 'price_beyond_limits'],
    [{ side: 'sale', steps: [step(1.001, 1)] }, 'price_off_grid'],
    [{ side: 'sale', steps: [step(1, 0.05)] }, 'quantity_off_grid'],
    [{ side: 'sale', steps: [step(2, 1), step(2, 1)] }, 'prices_out_of_order'],
    [{ side: 'purchase', steps: [step(1, 1), step(2, 1)] }, 'prices_out_of_order'],
    [{ side: 'sale', steps: [step(1, 100.1)] }, 'beyond_connection'],
  ];
  for (const [offer, code] of broken) {
    const checks = checkSteps(checked([offer]), rules);
    assert.deepEqual(
      checks.map((check) => [check.code, check.severity, check.period]),
      [[code, 'error', 1]],
    );
  }
});

test('energy is sold from what it cost over the efficiency and the wear, and bought up to what it brings', () => {
  const plan = { chargeMw: Float64Array.of(10, 0, 5), dischargeMw: Float64Array.of(0, 8.1, 0) };
  const { charge, discharge } = limitsOfStore(plan, {
    prices: Float64Array.of(20, 60, 30),
    periodHours: 1,
    efficiency: 0.81,
    wearCost: 2,
    startMwh: 0,
    any: 4000,
  });
  assert.equal(discharge[1].length, 1);
  assert.ok(Math.abs(discharge[1][0].price - (20 / 0.81 + 2)) < 1e-9);
  assert.ok(Math.abs(charge[0][0].price - 58 * 0.81) < 1e-9);
  assert.ok(Math.abs(charge[0][0].mw - 10) < 1e-9);
  assert.deepEqual(
    charge[2].map(({ price }) => price),
    [4000],
  );
});

test('what the battery cannot keep is traded back; nothing else is', () => {
  const offers: PeriodOffer[] = [
    { side: 'purchase', steps: [{ price: 25, mw: 10, storeMw: 10 }] },
    { side: 'sale', steps: [{ price: 30, mw: 9, storeMw: 9 }] },
  ];
  const store = {
    startMwh: 0,
    energyMwh: 10,
    efficiency: 1,
    wearCost: 1,
    fromPlantMw: new Float64Array(2),
  };
  const at = (...prices: number[]) => outcomeOf(offers, Float64Array.from(prices), { periodHours: 1, store });
  const kept = at(20, 40);
  assert.deepEqual([...kept.netMw], [-10, 9]);
  assert.deepEqual([...kept.eur], [-200, 9 * 39]);
  assert.deepEqual([kept.brokenMwh, kept.endMwh], [0, 1]);
  const empty = at(26, 40);
  assert.deepEqual([...empty.netMw], [0, 0]);
  assert.equal(empty.brokenMwh, 9);
  const waits = at(20, 29);
  assert.deepEqual([...waits.netMw], [-10, 0]);
  assert.equal(waits.endMwh, 10);
});
