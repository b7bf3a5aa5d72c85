import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayRange } from '../market/delivery-day.ts';
import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { createUniform } from '../learners/boosting/random.ts';
import { SPREAD_OPTIONS } from '../pipelines/intraday.ts';
import { type IntradayPanel, referenceOf, spreadsOf } from './intraday-panel.ts';
import { keptAnalogueSpreads } from './kept-analogue-spreads.ts';
import { analogueSpread, type SpreadHistory } from './spread-history.ts';

const SLOTS = 24;
const DAYS = 100;
const uniform = createUniform(7);
const FIRST = '2024-02-01';
const draw = () => Float64Array.from({ length: DAYS * SLOTS }, () => 100 * uniform());
const [prices, references] = [draw(), draw()];

/** A panel of consecutive days out of the hundred, whose last day has not cleared. */
function panelOf(from: number, to: number, fromSlot = 0): IntradayPanel {
  const price = prices.slice(from * SLOTS, to * SLOTS).fill(Number.NaN, (to - from - 1) * SLOTS);
  return {
    days: dayRange(addDays(FIRST, from), addDays(FIRST, to - 1)),
    slotsPerDay: SLOTS,
    fromSlot,
    toSlot: SLOTS,
    earlier: [references.slice(from * SLOTS, to * SLOTS)],
    price,
    exogenous: [],
    changes: [],
    daily: [],
    gas: new Float64Array(to - from).fill(Number.NaN),
    gasAWeekAgo: new Float64Array(to - from).fill(Number.NaN),
    holidays: new Set(),
  };
}

const { likeHours: LIKE_HOURS } = SPREAD_OPTIONS.features;

function historyOf(panel: IntradayPanel, likeHours = LIKE_HOURS): SpreadHistory {
  return { spreads: spreadsOf(panel), reference: referenceOf(panel), likeHours };
}

function assertSame(panel: IntradayPanel, cache: FitCache, likeHours = LIKE_HOURS): void {
  const history = historyOf(panel, likeHours);
  const at = keptAnalogueSpreads(panel, history, cache);
  for (let row = panel.days.length - 1; row >= 0; row -= 1 + (row % 3)) {
    for (let slot = panel.fromSlot; slot < panel.toSlot; slot++) {
      assert.ok(Object.is(at(row, slot), analogueSpread(panel, history, row, slot)));
    }
  }
}

test('spreads of analogues are those of the panel itself, whatever panels came before', () => {
  const cache = createFitCache();
  for (let day = 50; day < 60; day++) assertSame(panelOf(day - 50, day), cache);
  assertSame(panelOf(20, 90), cache);
  assertSame(panelOf(20, 90, 12), cache);
  const corrected = panelOf(21, 91);
  corrected.earlier[0][40 * SLOTS + 3] += 1;
  assertSame(corrected, cache);
  assertSame(panelOf(22, 92), cache);
  assertSame(panelOf(22, 92), cache, { ...LIKE_HOURS, priceScale: 8 });
  assertSame(panelOf(22, 92), cache, { ...LIKE_HOURS, windowDays: 10 });
});

test('a day whose last four weeks are known from before costs nothing', () => {
  const cache = createFitCache();
  const panel = panelOf(0, 80);
  const first = keptAnalogueSpreads(panel, historyOf(panel), cache);
  for (let row = 0; row < 80; row++) first(row, 5);
  const next = panelOf(1, 81);
  let reads = 0;
  const watched = new Proxy(next, { get: (of, key) => (reads++, Reflect.get(of, key)) });
  const again = keptAnalogueSpreads(watched, historyOf(next), cache);
  reads = 0;
  for (let row = 28; row < 78; row++) assert.equal(again(row, 5), first(row + 1, 5));
  assert.equal(reads, 0);
  again(79, 5);
  assert.ok(reads > 0);
});
