import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { formatMadrid } from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  EmhassTariff,
  EvccTariff,
  HomeAssistantTariff,
  PredbatTariff,
} from '../../src/desk/integrations/schemas.ts';
import type { TestApi } from '../http/test-api.ts';
import { CLOCK_CHANGES, startApiAroundClockChanges } from './clock-changes.ts';
import { WITHOUT_PANDAS, runPandas } from './run-pandas.ts';

/** The rules by which home-energy programs read their tariff, across both clock changes. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Go's time.RFC3339, Python's `%Y-%m-%dT%H:%M:%S%z`. */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/;
/** What the recorder of Home Assistant keeps of one state, and the longest state that it takes. */
const RECORDED_BYTES = 16_384;
const LONGEST_STATE = 255;

let api: TestApi;
let key = '';
before(async () => ({ api, key } = await startApiAroundClockChanges()));
after(() => api.close());

async function read<T extends z.ZodType>(route: string, schema: T): Promise<z.infer<T>> {
  const answer = await api.get(`/integrations/${route}`, key);
  assert.equal(answer.status, 200, answer.text);
  return schema.parse(answer.body);
}

/** In order, without gap or overlap, in instants that every program reads; gives the instants. */
function contiguous(entries: readonly { start: string; end: string }[]): number[] {
  for (const [i, { start, end }] of entries.entries()) {
    assert.match(start, RFC_3339);
    assert.match(end, RFC_3339);
    assert.ok(Date.parse(end) > Date.parse(start));
    if (i > 0) assert.equal(start, entries[i - 1].end);
  }
  return entries.map(({ start }) => Date.parse(start));
}

for (const { day, hours, now } of CLOCK_CHANGES) {
  describe(`around ${day}, a day of ${hours} hours`, () => {
    before(() => api.clock.set(now));

    test('evcc finds one rate for each of its quarter hours, a week ahead', async () => {
      for (const resolution of ['PT1H', 'PT15M']) {
        const rates = await read(`evcc?resolution=${resolution}`, EvccTariff);
        const starts = contiguous(rates);
        assert.ok(
          starts[0] <= now && now < Date.parse(rates[0].end),
          'the first rate is the one that holds now',
        );
        assert.ok(rates.every(({ value }) => Number.isFinite(value)));
        const spans = rates.map(({ start, end }) => [Date.parse(start), Date.parse(end)] as const);
        const last = spans.at(-1)?.[1] ?? 0;
        for (let slot = now; slot < last; slot += 15 * MINUTE_MS) {
          assert.equal(spans.filter(([start, end]) => start <= slot && slot < end).length, 1);
        }
        const local = rates.filter(({ start }) => formatMadrid(Date.parse(start)).startsWith(day));
        assert.equal(local.length, resolution === 'PT1H' ? hours : 4 * hours);
      }
    });

    test('Home Assistant records all attributes, and the compact form means the same instants', async () => {
      for (const query of ['', 'resolution=PT15M', 'form=compact', 'form=compact&resolution=PT15M']) {
        const { current, ...attributes } = await read(
          `home-assistant?surcharge=-9.87654&${query}`,
          HomeAssistantTariff,
        );
        assert.ok(String(current).length <= LONGEST_STATE);
        // The sensor adds its own few attributes: name, unit and class.
        assert.ok(Buffer.byteLength(JSON.stringify(attributes)) < RECORDED_BYTES - 500, query);
      }
      const { prices } = await read('home-assistant?hours=60', HomeAssistantTariff);
      const { compact } = await read('home-assistant?hours=60&form=compact', HomeAssistantTariff);
      const [first, step] = [Date.parse(compact?.start ?? ''), (compact?.step_minutes ?? 0) * MINUTE_MS];
      assert.deepEqual(
        contiguous(prices),
        prices.map((_, i) => first + i * step),
      );
      assert.deepEqual(
        prices.map(({ price }) => price),
        compact?.values,
      );
      assert.equal(compact?.forecast_from, prices.find(({ forecast }) => forecast)?.start);
      // A template takes `as_local(start).date()` for the day.
      const local = prices.filter(({ start }) => formatMadrid(Date.parse(start)).startsWith(day));
      assert.equal(local.length, hours);
    });

    test('Predbat has a rate for every minute that it plans, in cents', async () => {
      for (const [resolution, horizon] of [
        ['PT1H', 48],
        ['PT15M', 24],
      ] as const) {
        const { prices } = await read(`predbat?resolution=${resolution}`, PredbatTariff);
        contiguous(prices);
        const rates = readAsPredbat(prices, localMidnight(now));
        const minute = Math.floor((now - localMidnight(now)) / MINUTE_MS);
        for (let i = 0; i < horizon * 60 - 60; i++)
          assert.ok(rates.has(minute + i), `minute ${i} of ${resolution}`);
        assert.equal(rates.get(minute), prices[0].value * 100);
        assert.equal(rates.size, horizon * 60);
      }
    });
  });
}

test(
  'EMHASS, by its own rule in pandas, has a price for each of its steps',
  { skip: WITHOUT_PANDAS },
  async () => {
    const plans = CLOCK_CHANGES.flatMap(({ now, hours }) =>
      EMHASS_STEPS.map(([step, minutes]) => ({ now, at: new Date(now).toISOString(), hours, step, minutes })),
    );
    const dates = z.array(z.array(z.string())).parse(runPandas(EMHASS_DATES, plans));
    for (const [i, { now, hours, step, minutes }] of plans.entries()) {
      api.clock.set(now);
      const plan = await read(`emhass?step=${step}`, EmhassTariff);
      const count = (hours * 60) / minutes;
      assert.equal(plan.method_ts_round, 'first');
      assert.deepEqual(
        [
          dates[i].length,
          plan.prediction_horizon,
          plan.load_cost_forecast.length,
          plan.prod_price_forecast.length,
        ],
        [count, count, count, count],
      );
      const rates = await read('evcc?resolution=PT15M', EvccTariff);
      // Of the step that runs now only what is left counts, so it may differ from the mean of its quarters.
      for (const [at, start] of dates[i].entries()) {
        const mean = meanOf(rates, Date.parse(start), minutes * MINUTE_MS);
        assert.ok(at === 0 || Math.abs(mean - plan.load_cost_forecast[at]) < 1.5e-5, `${step} ${start}`);
      }
    }
  },
);

const EMHASS_STEPS = [
  ['PT15M', 15],
  ['PT30M', 30],
  ['PT1H', 60],
] as const;

/** The steps of EMHASS: from the present, rounded down, to the same local time on the next calendar day, less one step. */
const EMHASS_DATES = `
import json, sys
import pandas as pd
def dates(given):
    step = pd.to_timedelta(given["minutes"], "minutes")
    start = pd.Timestamp(given["at"]).tz_convert("Europe/Madrid").replace(microsecond=0).floor(step)
    end = start + pd.tseries.offsets.DateOffset(days=1) - step
    return [date.isoformat() for date in pd.date_range(start=start, end=end, freq=step, tz="Europe/Madrid")]
json.dump([dates(given) for given in json.load(sys.stdin)], sys.stdout)
`;

function meanOf(rates: z.infer<typeof EvccTariff>, start: number, lengthMs: number): number {
  const within = rates.filter(
    (rate) => Date.parse(rate.start) >= start && Date.parse(rate.start) < start + lengthMs,
  );
  return within.reduce((sum, { value }) => sum + value, 0) / within.length;
}

/** Rates by minute from the local midnight on. The first entry decides which keys are read; under `start` and `end` prices are EUR. */
function readAsPredbat(prices: readonly Record<string, unknown>[], midnight: number): Map<number, number> {
  let [rateKey, fromKey, toKey, scale] = ['rate', 'from', 'to', 1];
  const [first] = prices;
  if (!(rateKey in first)) [rateKey, fromKey, toKey] = ['value_inc_vat', 'valid_from', 'valid_to'];
  if (!(fromKey in first)) [fromKey, toKey, scale] = ['start', 'end', 100];
  if (!(rateKey in first)) rateKey = 'value';
  if (!(rateKey in first)) [rateKey, fromKey, toKey] = ['price', 'from', 'till'];
  const rates = new Map<number, number>();
  for (const entry of prices) {
    const from = (Date.parse(String(entry[fromKey])) - midnight) / MINUTE_MS;
    const to = (Date.parse(String(entry[toKey])) - midnight) / MINUTE_MS;
    for (let minute = from; minute < to; minute++) rates.set(minute, Number(entry[rateKey]) * scale);
  }
  return rates;
}

function localMidnight(instant: number): number {
  const local = formatMadrid(instant);
  return Math.floor(Date.parse(`${local.slice(0, 10)}T00:00:00${local.slice(19)}`) / HOUR_MS) * HOUR_MS;
}
