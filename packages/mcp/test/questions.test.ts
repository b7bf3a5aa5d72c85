import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type {
  AccuracyStatistics,
  DataStatus,
  Drivers,
  ForecastRun,
  HomeAssistantTariff,
  PricePage,
  PriceProbabilities,
  PriceStatistics,
  SiteSchedule,
  SpreadSet,
  ZoneSpreadSet,
} from '@lonja/client';
import { type Host, connectByHttp, connectByStdio } from './connect.ts';
import { type Market, openMarket } from './market.ts';

type Answer = Record<string, never> & {
  summary: Record<string, never>;
  rows: Record<string, never>[];
  rows_left_out: number;
};

interface Question {
  ask: string;
  tool: string;
  input?: Record<string, unknown>;
  /** What of the answer is compared, and the same from the routes of the API. */
  answered: (answer: Answer) => unknown;
  expected: (market: Market) => Promise<unknown>;
}

const DA = 'market_id=es&product=da';
const run = ({ read }: Market, query: string) => read<ForecastRun>(`/forecasts?${DA}&${query}`);
const probabilities = ({ read }: Market, query: string) =>
  read<PriceProbabilities>(`/forecasts/probabilities?${DA}&${query}`);
const prices = ({ read }: Market, query: string) => read<PricePage>(`/market/prices?${query}`);
const tariff = ({ read }: Market, query: string) =>
  read<HomeAssistantTariff>(`/integrations/home-assistant?${query}`);
const instant = (time: string) => Date.parse(time);
const rounded = (value: number) => Math.round(value * 100) / 100;
const mean = (values: number[]) => rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
const ascending = (a: number, b: number) => a - b;

const QUESTIONS: Question[] = [
  {
    ask: 'What will electricity cost tomorrow?',
    tool: 'get_forecast',
    answered: ({ summary, run: ofRun }) => [summary.mean, summary.periods, ofRun['forecast_id']],
    expected: async (market) => {
      const { points, forecast_id } = await run(market, 'date=tomorrow');
      return [mean(points.map(({ value }) => value)), 23, forecast_id];
    },
  },
  {
    ask: 'How sure is the forecast of each hour?',
    tool: 'get_forecast',
    input: { date: '2026-03-30' },
    answered: ({ rows }) => rows.map(({ start, price, p10, p90 }) => [instant(start), price, p10, p90]),
    expected: async (market) =>
      (await run(market, 'date=2026-03-30')).points.map(({ time, value, p10, p90 }) => [
        instant(time),
        value,
        p10,
        p90,
      ]),
  },
  {
    ask: 'And by quarter hours, on the day that has 92 of them?',
    tool: 'get_forecast',
    input: { date: 'tomorrow', resolution: 'PT15M' },
    answered: ({ rows }) => [rows.length, rows.map(({ price }) => price)],
    expected: async (market) => [
      92,
      (await run(market, 'date=tomorrow&resolution=PT15M')).points.map(({ value }) => value),
    ],
  },
  {
    ask: 'When tomorrow does the price fall below zero?',
    tool: 'get_forecast',
    input: { max_rows: 0 },
    answered: ({ summary, rows }) => [summary.below_zero, rows.length],
    expected: async (market) => {
      const { points } = await run(market, 'date=tomorrow');
      return [points.filter(({ value }) => value < 0).length, 0];
    },
  },
  {
    ask: 'Which are the four cheapest hours of tomorrow?',
    tool: 'find_cheapest_hours',
    answered: ({ basis, rows }) => [basis, rows.map(({ price, probability }) => [price, probability])],
    expected: async (market) => {
      const [{ points }, chances] = await Promise.all([
        run(market, 'date=tomorrow'),
        probabilities(market, 'date=tomorrow&hours=4'),
      ]);
      const cheapest = points.toSorted((a, b) => a.value - b.value).slice(0, 4);
      return [
        'forecast',
        cheapest.map(({ time, value }) => [
          value,
          chances.points.find((point) => point.time === time)?.cheapest,
        ]),
      ];
    },
  },
  {
    ask: 'When are the three dearest hours in a row today?',
    tool: 'find_cheapest_hours',
    input: { date: 'today', hours: 3, order: 'dearest' },
    answered: ({ basis, summary }) => [basis, summary.in_a_row],
    expected: async (market) => {
      const { items } = await prices(market, 'date_from=today&date_to=today');
      const last = items.slice(-3);
      return ['cleared', { start: last[0].start, hours: 3, mean: mean(last.map(({ price }) => price)) }];
    },
  },
  {
    ask: 'How likely is a price of zero or less tomorrow?',
    tool: 'get_probabilities',
    answered: ({ summary }) => summary,
    expected: async (market) => {
      const [day] = (await probabilities(market, 'date=tomorrow&hours=4')).days;
      const [any, together, row] = [day.any[0], day.at_least[0], day.consecutive[0]];
      return [{ threshold: 0, any_hour: any, so_many_hours: together, in_a_row: row }];
    },
  },
  {
    ask: 'And of at most 5 or 12.5, hour by hour?',
    tool: 'get_probabilities',
    input: { thresholds: [5, 12.5], hours: 6 },
    answered: ({ rows }) => rows.map(({ at_most: chances }) => chances),
    expected: async (market) =>
      (await probabilities(market, 'date=tomorrow&hours=6&thresholds=5,12.5')).points.map(
        ({ at_most: chances }) => chances,
      ),
  },
  {
    ask: 'Will the first intraday auction be dearer than the day-ahead one?',
    tool: 'get_spread',
    answered: ({ rows }) => rows.map(({ spread, probability_dearer: chance }) => [spread, chance]),
    expected: async ({ read }) =>
      (await read<SpreadSet>('/forecasts/spreads?market_id=es&product=ida1&date=tomorrow')).points.map(
        ({ value, probability_positive: chance }) => [value, chance],
      ),
  },
  {
    ask: 'Why is tomorrow so cheap?',
    tool: 'explain_forecast',
    answered: ({ summary }) => summary.drivers,
    expected: async ({ read }) => {
      const { hours } = await read<Drivers>('/dashboard/drivers?date=tomorrow');
      return ['wind', 'recent_prices', 'calendar'].map((input) => ({
        input,
        value: mean(
          hours.map(({ drivers }) => drivers.find((driver) => driver.input === input)?.value ?? Number.NaN),
        ),
      }));
    },
  },
  {
    ask: 'What moves the price at eight in the evening?',
    tool: 'explain_forecast',
    answered: ({ rows }) => {
      const row = rows.find(({ start }) => String(start).includes('T20:00'));
      return [row?.price, row?.baseline];
    },
    expected: async ({ read }) => {
      const { hours } = await read<Drivers>('/dashboard/drivers?date=tomorrow');
      const hour = hours.find((each) => each.hour === 20);
      return [hour?.value, hour?.baseline];
    },
  },
  {
    ask: 'How good were the forecasts of the last month?',
    tool: 'get_accuracy',
    answered: ({ date_from, summary }) => [date_from, summary.mae, summary.coverage, summary.hours],
    expected: async ({ read }) => {
      const from = '2026-02-26';
      const { items } = await read<AccuracyStatistics>(
        `/statistics/accuracy?date_from=${from}&date_to=yesterday`,
      );
      return [from, items[0].mae, items[0].coverage, items[0].n_observations];
    },
  },
  {
    ask: 'And by hour of the day, of what one could bid with?',
    tool: 'get_accuracy',
    input: { date_from: '2026-03-20', date_to: '2026-03-28', cutoff: 'gate', group_by: 'hour' },
    answered: ({ rows }) => rows.map(({ group, mae }) => [group, mae]),
    expected: async ({ read }) =>
      (
        await read<AccuracyStatistics>(
          '/statistics/accuracy?date_from=2026-03-20&date_to=2026-03-28&cutoff=gate&group_by=hour&page_size=100',
        )
      ).items.map(({ group, mae }) => [group, mae]),
  },
  {
    ask: 'How many days is that of, in a week without forecasts?',
    tool: 'get_accuracy',
    input: { date_from: '2026-03-02', date_to: '2026-03-08' },
    answered: ({ summary, days }) => [summary, days],
    expected: async ({ read }) => {
      const { day_counts: days } = await read<AccuracyStatistics>(
        '/statistics/accuracy?date_from=2026-03-02&date_to=2026-03-08',
      );
      return [null, { asked: days.asked, with_prices: days.settled, counted: days.counted }];
    },
  },
  {
    ask: 'What does electricity cost today?',
    tool: 'get_prices',
    answered: ({ summary, rows }) => [summary.mean, rows.map(({ start, price }) => [start, price])],
    expected: async (market) => {
      const { items } = await prices(market, 'date_from=today&date_to=today');
      return [mean(items.map(({ price }) => price)), items.map(({ start, price }) => [start, price])];
    },
  },
  {
    ask: 'Which day of this month was the cheapest, and how many hours were below zero?',
    tool: 'get_prices',
    input: { date_from: '2026-03-01', date_to: '2026-03-28' },
    answered: ({ summary, rows }) => [
      summary.lowest,
      rows.reduce((sum, { negative_hours: hours }) => sum + Number(hours), 0),
    ],
    expected: async ({ read }) => {
      const { items } = await read<PriceStatistics>(
        '/statistics/prices?date_from=2026-03-01&date_to=2026-03-28&group_by=day&page_size=100',
      );
      const [lowest] = items.toSorted((a, b) => a.min - b.min);
      return [
        { start: lowest.group, price: lowest.min },
        items.reduce((sum, { negative_hours: hours }) => sum + hours, 0),
      ];
    },
  },
  {
    ask: 'What was the mean of each week?',
    tool: 'get_prices',
    input: { date_from: '2026-03-01', date_to: '2026-03-28', group_by: 'week', max_rows: 2 },
    answered: ({ rows, rows_left_out: rest }) => [rows.map(({ price }) => price), rest],
    expected: async ({ read }) => {
      const { items, total } = await read<PriceStatistics>(
        '/statistics/prices?date_from=2026-03-01&date_to=2026-03-28&group_by=week',
      );
      return [items.slice(0, 2).map((week) => week.mean), total - 2];
    },
  },
  {
    ask: 'When should my battery charge tomorrow, and what will it earn?',
    tool: 'get_plan',
    answered: ({ site, summary, rows }) => [
      site['name'],
      summary.expected_eur,
      rows.map(({ charge_mw: charge, discharge_mw: discharge }) => [charge, discharge]),
    ],
    expected: async ({ read }) => {
      const { items } = await read<{ items: { id: string; name: string }[] }>(
        '/portfolio/sites?kind=battery',
      );
      const [{ id, name }] = items;
      const { total, periods } = await read<SiteSchedule>(`/portfolio/sites/${id}/schedule?date=tomorrow`);
      return [
        name,
        total.expected_eur,
        periods.map(({ charge_mw: charge, discharge_mw: discharge }) => [charge, discharge]),
      ];
    },
  },
  {
    ask: 'When should I run the washing machine, with the tolls of my bill?',
    tool: 'get_home_tariff',
    input: {
      hours: 72,
      cheapest: 3,
      surcharge_p1: 0.12,
      surcharge_p2: 0.05,
      surcharge_p3: 0.02,
      losses_p1: 16,
      losses_p2: 15,
      losses_p3: 13,
      electricity_tax: 5.11,
      tax: 21,
    },
    answered: ({ unit, summary }) => [
      unit,
      (summary.cheapest as { price: number }[]).map(({ price }) => price),
      summary.now,
    ],
    expected: async (market) => {
      const bill = await tariff(
        market,
        'hours=72&surcharge_p1=0.12&surcharge_p2=0.05&surcharge_p3=0.02&losses_p1=16&losses_p2=15&losses_p3=13&electricity_tax=5.11&tax=21',
      );
      const cheapest = bill.prices.map(({ price }) => price).toSorted(ascending);
      return ['EUR/kWh', cheapest.slice(0, 3), bill.current];
    },
  },
  {
    ask: 'Which were the two cheapest hours of today in Portugal?',
    tool: 'find_cheapest_hours',
    input: { market_id: 'pt', date: 'today', hours: 2 },
    answered: ({ market, zone, basis, rows }) => [market, zone, basis, rows.map(({ price }) => price)],
    expected: async (market) => {
      const { items } = await prices(market, 'market_id=pt&date_from=today&date_to=today');
      const cheapest = items.map(({ price }) => price).toSorted(ascending);
      assert.notDeepEqual(items, (await prices(market, 'date_from=today&date_to=today')).items);
      return ['pt-da', 'PT, 10YPT-REN------W', 'cleared', cheapest.slice(0, 2)];
    },
  },
  {
    ask: 'How likely has Portugal another price than Spain tomorrow, and how far from it?',
    tool: 'get_spread',
    input: { market_id: 'pt' },
    answered: ({ reference, rows }) => [
      reference,
      rows.map((row) => [row['probability_differs'], row['spread'], row['reference_price']]),
    ],
    expected: async (market) => {
      const { points } = await market.read<ZoneSpreadSet>(
        '/forecasts/zone-spreads?market_id=pt&product=da&date=tomorrow',
      );
      const spain = new Map(
        (await run(market, 'date=tomorrow')).points.map(({ time, value }) => [time, value]),
      );
      assert.equal(points.length, 23);
      return [
        'es-da',
        points.map(({ time, probability_split: chance, value }) => [chance, value, spain.get(time)]),
      ];
    },
  },
  {
    ask: 'Is everything up to date?',
    tool: 'get_status',
    answered: ({ summary, forecasts, sources }) => [
      summary.ready,
      summary.data,
      (forecasts as { product: string; forecast_id: string | null }[])[0].forecast_id,
      (sources as { source: string }[]).map(({ source }) => source),
    ],
    expected: async (market) => {
      const status = await market.read<DataStatus>('/support/status');
      const { forecast_id } = await market.read<ForecastRun>(`/forecasts/latest?${DA}`);
      return [true, status.status, forecast_id, status.sources.map(({ source }) => source)];
    },
  },
];

const market = await openMarket();
after(() => market.api.close());

test('there are 22 questions, and each tool is asked', () => {
  assert.equal(QUESTIONS.length, 22);
  assert.equal(new Set(QUESTIONS.map(({ tool }) => tool)).size, 10);
});

for (const [transport, connect] of [
  ['HTTP', connectByHttp],
  ['stdio', connectByStdio],
] as const) {
  describe(`over ${transport} the figures are those of the API`, () => {
    let host: Host;
    before(async () => {
      host = await connect(market.address, market.key);
    });
    after(() => host.client.close());

    for (const { ask, tool, input, answered, expected } of QUESTIONS) {
      test(ask, async () => {
        const { isError, text, structured } = await host.call(tool, input);
        assert.equal(isError, false, text);
        assert.deepEqual(JSON.parse(text), structured);
        for (const field of ['market', 'zone', 'time_zone', 'unit', 'run', 'simulated', 'licence', 'notes']) {
          assert.ok(field in structured, field);
        }
        assert.deepEqual(answered(structured as Answer), await expected(market));
      });
    }
  });
}
