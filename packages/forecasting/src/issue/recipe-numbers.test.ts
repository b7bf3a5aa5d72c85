import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createMarketDays } from '../backtest/market-days.ts';
import { periodsOfPanel } from '../backtest/observed-period.ts';
import type { Panel } from '../data/panel.ts';
import type { Series } from '../data/series.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import type { IntradayPanel } from '../intraday/intraday-panel.ts';
import { addDays, dayRange, dayStart } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import type { Product } from '../market/products.ts';
import { DAY_AHEAD, INTRADAY } from '../pipelines/forecast.ts';
import { ranksOf } from '../scenarios/dependence.ts';
import { pathSourceOf } from '../scenarios/path-source.ts';
import type { AuctionRecipe, ForecastRecipe, IssueRecipe } from './forecast-recipe.ts';
import { completeAuction } from './issue-auction.ts';
import { completeForecast, type IssuedForecast, type KnownAtIssue } from './issue-forecast.ts';
import { createIssuer } from './issue-in-turn.ts';
import { knownPricesAtIssue } from './known-at-issue.ts';
import { knownOfAuction, naiveSpreads } from './known-of-auction.ts';
import type { PastForecast } from './past-forecast.ts';

/** Read where inputs and past forecasts are gathered, not by what is issued from them. */
const READ_BY_THE_SERVICE = {
  'day-ahead': [
    'settledDays',
    'olderCalibrationDays',
    'awaitedCalibrationDays',
    'madeUpRefitDays',
    'usualInputDays',
  ],
  'intraday-auction': ['featureDays', 'awaitedCalibrationDays', 'fitDays'],
};

const SLOTS = 24;
const DAYS = dayRange('2022-06-01', '2025-12-20');
const LAST = DAYS.length - 3;
/** A day with the highest price ever, longer ago than a forecast looks back, but not by far. */
const DEAR = LAST - 900;

/** The same in each run, between -1 and 1. */
const wave = (i: number) => Math.sin(1.7 * i) * Math.cos(0.13 * i + Math.sin(0.41 * i));

function panelOf(priceOf: (row: number, slot: number) => number): Panel {
  const price = Float64Array.from({ length: DAYS.length * SLOTS }, (_, i) => {
    const [row, slot] = [Math.floor(i / SLOTS), i % SLOTS];
    return row >= LAST ? Number.NaN : priceOf(row, slot);
  });
  return { days: DAYS, slotsPerDay: SLOTS, price, exogenous: [], holidays: new Set() };
}

const usualPrice = (row: number, slot: number) =>
  60 + 20 * Math.sin((slot / SLOTS) * 2 * Math.PI) + 15 * wave(row * SLOTS + slot) + (row === DEAR ? 400 : 0);
const PANEL = panelOf(usualPrice);
const STILL = panelOf(() => 50);

/** How a forecast errs; at noon hardly, and of late more. */
const errorOf = (row: number, slot: number) =>
  (slot === 12 ? 0.01 : 6 + 0.02 * (row % 60)) * wave(7 * row * SLOTS + 3 * slot);

/** Two days of a run, the second further off. */
function valuesOf(panel: Panel, row: number): Float64Array {
  return Float64Array.from({ length: 2 * SLOTS }, (_, i) => {
    const [ofRow, slot] = [row + Math.floor(i / SLOTS), i % SLOTS];
    const price = panel === STILL ? 50 : usualPrice(ofRow, slot);
    return price - (ofRow === row ? 1 : 2) * errorOf(ofRow, slot);
  });
}

const membersOf = (values: Float64Array) =>
  [-1, 0.5, 2].map((shift) => values.map((value, i) => value + shift * (1 + wave(5 * i))));

/** The forecasts of the `count` days before the last; the quantiles of the newest `issued` lie close below and far above. */
function pastOf(panel: Panel, count: number, issued = 0): PastForecast[] {
  return Array.from({ length: count }, (_, i) => {
    const row = LAST - count + i;
    const values = valuesOf(panel, row);
    const quantiles =
      i < count - issued
        ? undefined
        : QUANTILE_LEVELS.map((level) =>
            values.map((value) => value + (level < 0.5 ? 2 : 30) * (level - 0.5)),
          );
    return { firstDay: DAYS[row], values, members: membersOf(values), quantiles };
  });
}

/** The last day in quarter hours of a market whose last weeks have them. */
function quarterPeriods(panel: Panel) {
  const shaped = (LAST - 100) * SLOTS;
  return periodsOfPanel(panel).flatMap((period) => {
    const place = period.row * SLOTS + period.slot;
    if (place < shaped) return [period];
    return [0, 1, 2, 3].map((quarter) => ({
      ...period,
      quarter,
      price: period.price + 3 * wave(place + quarter) + (quarter - 1.5) * Math.sin(period.row),
    }));
  });
}

const MARKETS = new Map(
  [PANEL, STILL].map((panel) => [panel, createMarketDays({ panel, periods: quarterPeriods(panel) })]),
);

/** What is forecast of the last days: three hours far too low, two far too high. */
function pointOf(panel: Panel) {
  const values = valuesOf(panel, LAST).map((value, i) =>
    i % SLOTS < 3 ? value - 120 : i % SLOTS > 21 ? value + 900 : value,
  );
  const days = [values.slice(0, SLOTS), values.slice(SLOTS)];
  return {
    days,
    members: days.map(membersOf),
    explanations: [],
    missingInputs: [],
    fallbackReason: undefined,
  };
}

type Part = Partial<Pick<KnownAtIssue, 'cleared'>>;

function issue(recipe: ForecastRecipe, panel: Panel, past: PastForecast[], part: Part = {}): number[] {
  const market = MARKETS.get(panel);
  assert.ok(market !== undefined);
  const known = {
    panel,
    target: LAST,
    horizonDays: 2,
    lateDays: 0,
    firstDayIsWeaker: false,
    ...market.knownBefore(LAST, recipe, 2),
    ...part,
  };
  return numbersOf(completeForecast(recipe, known, pointOf(panel), past), recipe);
}

function numbersOf(
  { hours, quarters, pastErrors }: Pick<IssuedForecast, 'hours' | 'quarters' | 'pastErrors'>,
  recipe: IssueRecipe,
): number[] {
  const { ages, errors } = pastErrors;
  const { between } = pathSourceOf({ between: { ages, ranks: ranksOf(errors) }, withinDays: [] }, recipe);
  return [
    ...[...hours, ...quarters].flatMap(({ distribution }) => Array.from(distribution)),
    ...errors.flatMap((ofDay) => [...ofDay]),
    ...ages,
    ...between.scores.flat(),
  ];
}

const NOTHING_CLEARED = { cleared: { ever: { prices: [], hours: 0 }, recent: undefined } };
/** 35 days, in which prices were lower than ever since. */
const FEW_CLEARED = { cleared: { ever: { prices: [-5, 20, 90], hours: 35 * SLOTS }, recent: undefined } };

const DAY_AHEAD_CASES: Record<string, (recipe: ForecastRecipe) => number[]> = {
  'a month of a past': (recipe) => issue(recipe, PANEL, pastOf(PANEL, 25)),
  'hardly a past': (recipe) => issue(recipe, PANEL, pastOf(PANEL, 8)),
  'no past': (recipe) => issue(recipe, PANEL, []),
  'a young market': (recipe) => issue(recipe, PANEL, [], FEW_CLEARED),
  'six weeks of a past': (recipe) => issue(recipe, PANEL, pastOf(PANEL, 50)),
  'prices that stand still': (recipe) => issue(recipe, STILL, pastOf(STILL, 70), NOTHING_CLEARED),
  'exact but for the last day': (recipe) => {
    const past = pastOf(PANEL, 25).map((one, i, all) => {
      const row = LAST - all.length + i;
      const exact = (at: number) => i < all.length - 1 && at % SLOTS < 12;
      return {
        ...one,
        values: one.values.map((value, at) =>
          exact(at) ? usualPrice(row + Math.floor(at / SLOTS), at % SLOTS) : value,
        ),
      };
    });
    return issue(recipe, PANEL, past, NOTHING_CLEARED);
  },
  'free of limits': (recipe) => issue(recipe, PANEL, pastOf(PANEL, 100), NOTHING_CLEARED),
  'much of a past': (recipe) => issue(recipe, PANEL, pastOf(PANEL, 250, 70)),
  'days in turn': (recipe) => {
    const market = MARKETS.get(PANEL);
    assert.ok(market !== undefined);
    const inTurn = createIssuer(recipe, { calibrationDays: 60 });
    const issued = Array.from({ length: 97 }, (_, i) => {
      const target = LAST - 96 + i;
      const values = valuesOf(PANEL, target).subarray(0, SLOTS);
      const known = {
        panel: PANEL,
        target,
        horizonDays: 1,
        lateDays: 0,
        firstDayIsWeaker: false,
        ...market.knownBefore(target, recipe, 1),
      };
      const point = {
        days: [values],
        members: [membersOf(values)],
        explanations: [],
        missingInputs: [],
        fallbackReason: undefined,
      };
      return inTurn(known, point, i === 96)?.issued;
    }).at(-1);
    assert.ok(issued !== undefined);
    return numbersOf(issued, recipe);
  },
  'prices of the store': (recipe) => {
    const asOf = dayStart(DAYS[LAST]);
    const request = { product: 'da' as const, firstDay: DAYS[LAST], days: 2, asOf };
    const { cleared } = knownPricesAtIssue(STORE, recipe, request);
    return issue(recipe, PANEL, pastOf(PANEL, 8), { cleared });
  },
};

/** Prices of the store: 200 days of the day-ahead auction, lower ones of the auctions after it. */
const STORE = storeOf([
  { key: 'price.da', days: 200, lowest: 20 },
  { key: 'price.ida1', days: 1300, lowest: 0 },
  { key: 'price.ida2', days: 200, lowest: 0 },
]);
/** Of both together there are 34 days. */
const YOUNG_STORE = storeOf([
  { key: 'price.da', days: 17, lowest: 20 },
  { key: 'price.ida1', days: 17, lowest: 0 },
]);

function storeOf(prices: { key: string; days: number; lowest: number }[]): Map<string, Series[]> {
  return new Map(prices.map(({ key, days, lowest }) => [key, [seriesOf(key, { days, lowest })]]));
}

function seriesOf(key: string, { days, lowest }: { days: number; lowest: number }): Series {
  const first = dayStart(addDays(DAYS[LAST], -days));
  const hours = Math.round((dayStart(addDays(DAYS[LAST], 1)) - first) / HOUR_MS);
  const start = Float64Array.from({ length: 4 * hours }, (_, i) => first + (i * HOUR_MS) / 4);
  const value = start.map((at, i) => {
    const age = (dayStart(DAYS[LAST]) - at) / (SLOTS * HOUR_MS);
    return lowest + 40 + 30 * wave(i >> 2) + wave(i) + (Math.floor(age) === 900 ? 700 : 0);
  });
  return { key, unit: 'EUR/MWh', resolution: 'PT15M', start, value, availableAt: start.map(() => first) };
}

const AUCTION_DAYS = DAYS.slice(LAST - 300, LAST + 1);
const AUCTION_PANEL: IntradayPanel = {
  days: AUCTION_DAYS,
  slotsPerDay: SLOTS,
  fromSlot: 0,
  toSlot: SLOTS,
  earlier: [PANEL.price.slice((LAST - 300) * SLOTS, LAST * SLOTS), new Float64Array(SLOTS).fill(55)].reduce(
    (earlier, column) => [Float64Array.from([...earlier.flatMap((one) => [...one]), ...column])],
    [] as Float64Array[],
  ),
  price: Float64Array.from({ length: AUCTION_DAYS.length * SLOTS }, (_, i) => {
    const row = LAST - 300 + Math.floor(i / SLOTS);
    return row === LAST ? Number.NaN : usualPrice(row, i % SLOTS) + 4 * wave(11 * i);
  }),
  exogenous: [],
  changes: [],
  daily: [],
  gas: new Float64Array(AUCTION_DAYS.length),
  gasAWeekAgo: new Float64Array(AUCTION_DAYS.length),
  holidays: new Set(),
};

function issueAuction(
  recipe: AuctionRecipe,
  count: number,
  { product = 'ida1', store = STORE }: { product?: Product; store?: Map<string, Series[]> } = {},
): number[] {
  const day = DAYS[LAST];
  const request = { product, reference: 'da' as const, day, asOf: dayStart(day) };
  const known = knownOfAuction(store, recipe, request);
  const prices = Float64Array.from({ length: SLOTS }, (_, slot) =>
    slot > 20 ? 1900 : slot < 3 ? -1500 : 55 + 3 * wave(slot),
  );
  const past = Array.from({ length: count }, (_, i) => {
    const row = 300 - count + i;
    const exact = (slot: number) => i < count - 1 && slot < 8;
    const values = Float64Array.from({ length: SLOTS }, (_, slot) => {
      const price = AUCTION_PANEL.price[row * SLOTS + slot];
      return exact(slot) ? price : price - 3 * wave(13 * row + 5 * slot);
    });
    return { firstDay: AUCTION_DAYS[row], values, members: [], quantiles: undefined };
  });
  const issued = completeAuction(recipe, { ...known, panel: AUCTION_PANEL }, prices, past);
  assert.ok(issued !== undefined);
  return numbersOf(issued, recipe);
}

const AUCTION_CASES: Record<string, (recipe: AuctionRecipe) => number[]> = {
  'much of a past': (recipe) => issueAuction(recipe, 250),
  'hardly a past': (recipe) => issueAuction(recipe, 8),
  'no past': (recipe) => issueAuction(recipe, 0),
  'a young auction': (recipe) => issueAuction(recipe, 30, { product: 'ida2' }),
  'a young market': (recipe) => issueAuction(recipe, 10, { store: YOUNG_STORE }),
  'no past of the auction': (recipe) => {
    const day = DAYS[LAST];
    const request = { product: 'ida1', reference: 'ida1', day, asOf: dayStart(day) } as const;
    const spreads = naiveSpreads(STORE, recipe, { ...request, from: addDays(day, -200) });
    assert.ok(spreads !== undefined);
    return spreads.flatMap((one) => Array.from(one));
  },
};

type Path = readonly string[];

/** Where the numbers of plain data stand. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => placesOf(child, [...path, name]));
}

function changedAt<T>(value: T, [name, ...rest]: Path, change: (value: number) => number): T {
  if (name === undefined) return change(Number(value)) as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[name] = changedAt(copy[name], rest, change);
  return copy as T;
}

const CHANGES: ((value: number) => number)[] = [
  (value) => (Number.isInteger(value) ? Math.ceil(1.5 * value) : 1.1 * value),
  (value) => (Number.isInteger(value) ? Math.floor(value / 2) : 0.9 * value),
];

/** Where numbers are seen, by the beginnings of their paths: the case that is tried first. */
const LIKELY_CASES = {
  'bounds.coverage': 'much of a past',
  'laterDays.enoughIssued': 'much of a past',
  pathDays: 'much of a past',
  issuedFromDays: 'days in turn',
  'limits.fewestOwnDays': 'prices of the store',
  'bounds.level.smallestShare': 'prices that stand still',
  'bounds.expectedError.smallestShare': 'exact but for the last day',
  'bounds.scale.smallestShare': 'exact but for the last day',
  'bounds.fewestDays': 'six weeks of a past',
  'bounds.reach': 'free of limits',
  'bounds.scale': 'a month of a past',
  bounds: 'free of limits',
};

/** Every number changes what is issued in some case. */
function everyNumberCounts<R extends ForecastRecipe | AuctionRecipe>(
  recipe: R,
  { cases, leftOut }: { cases: Record<string, (recipe: R) => number[]>; leftOut: readonly string[] },
): void {
  const known = new Map<string, number[]>();
  const issuedIn = (name: string) => {
    const numbers = known.get(name) ?? cases[name](recipe);
    known.set(name, numbers);
    return numbers;
  };
  const numbers = placesOf(recipe).filter(([first]) => !['point', 'spread', ...leftOut].includes(first));
  assert.ok(numbers.length > 10);
  for (const path of numbers) {
    test(`another forecast: ${path.join('.')}`, () => {
      const [, likely = ''] =
        Object.entries(LIKELY_CASES).find(([beginning]) => path.join('.').startsWith(beginning)) ?? [];
      const inOrder = Object.keys(cases).sort((a, b) => Number(b === likely) - Number(a === likely));
      const isSeen = inOrder.some((name) =>
        CHANGES.some((change) => {
          const changed = cases[name](changedAt(recipe, path, change));
          const before = issuedIn(name);
          return changed.length !== before.length || changed.some((value, i) => !Object.is(value, before[i]));
        }),
      );
      assert.ok(isSeen, 'What is issued is the same in every case.');
    });
  }
}

suite('each number of the day-ahead recipe shapes what is issued', () =>
  everyNumberCounts(DAY_AHEAD, { cases: DAY_AHEAD_CASES, leftOut: READ_BY_THE_SERVICE['day-ahead'] }),
);

suite('each number of the recipe of auctions shapes what is issued', () =>
  everyNumberCounts(INTRADAY, { cases: AUCTION_CASES, leftOut: READ_BY_THE_SERVICE['intraday-auction'] }),
);
