import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  AUCTION_CALENDAR,
  addDays,
  coveredPeriods,
  dayRange,
  dayStart,
  deliveryDayOf,
  formatMadrid,
  HOUR_MS,
  instantFor,
  type Auction,
  type Product,
  AUCTIONS,
  scheduledRunsBetween,
} from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { LIVE_SOURCES, type Publication } from '../../src/market/connectors/source.ts';
import { startsOf } from '../../src/market/connectors/timed-values.ts';
import { ForecastRunRecord } from '../../src/forecasts/runs/forecasts-record.ts';
import { Accuracy } from '../../src/forecasts/accuracy/record.ts';
import { PricePage } from '../../src/market/prices/record.ts';
import { getSourceStatus } from '../../src/market/sources/get-source-status.ts';
import { testSources } from '../test-context.ts';
import { createExpectedValue, pricesOfOmie } from './expected-values.ts';
import {
  BLOCKED,
  CORRECTED,
  EMPTY_AUCTIONS,
  LATE_AUCTION,
  LATE_FORECASTS,
  PAUSE,
  SILENT,
  WEEK,
} from './week-faults.ts';
import { startWeek } from './week-service.ts';

const MARKETS: Record<Auction, string> = {
  da: 'day-ahead',
  ida1: 'intraday-1',
  ida2: 'intraday-2',
  ida3: 'intraday-3',
};
const [OPENING, END] = [dayStart(WEEK.from), dayStart(addDays(WEEK.to, 1))];
const isEmpty = (product: Product, day: string) =>
  EMPTY_AUCTIONS.some((one) => one.product === product && one.day === day);

let week: Awaited<ReturnType<typeof startWeek>>;
let key = '';
/** Prices of the day after that were served on the evening of the block. */
let servedWhileBlocked: Served | undefined;

before(async () => {
  week = await startWeek();
  key = await week.api.createKey();
  await week.live(async (now) => {
    if (now === Date.parse('2026-03-24T20:30:00+01:00')) {
      servedWhileBlocked = await pricesServed('da', '2026-03-25');
    }
  });
  week.api.clock.set(END);
});
after(() => week.close());

type Served = Pick<PricePage, 'items' | 'days_without_result'>;

async function pricesServed(product: Auction, from: string, to = from): Promise<Served> {
  const items: PricePage['items'] = [];
  for (let page = 1; ; page++) {
    const query = `market=${MARKETS[product]}&date_from=${from}&date_to=${to}&resolution=PT15M&page_size=1000&page=${page}`;
    const answer = await week.api.get(`/market/prices?${query}`, key);
    assert.equal(answer.status, 200, answer.text);
    const found = PricePage.parse(answer.body);
    assert.equal(found.simulated, false);
    items.push(...found.items);
    if (items.length >= found.total) return { ...found, items };
  }
}

/** Prices of OMIE's files by quarter hour, those of the last revision, for as many days as a product has in the week. */
function pricesOfFiles(product: Product, from: string, to: string): Map<number, number> {
  return new Map(dayRange(from, to).flatMap((day) => [...pricesOfOmie(week.worlds.omie, product, day)]));
}

/** The last delivery day whose prices were published by the end of the week. */
function lastDayOf(product: Product): string {
  return addDays(WEEK.to, product === 'ida3' ? 0 : 1);
}

async function runsOf(product: Product) {
  return week.api.db
    .selectFrom('forecast_run')
    .select(['id', 'scheduled_for', 'issued_at', 'first_day', 'degraded', 'data_origin'])
    .where('product', '=', product)
    .where('scheduled_for', '>=', new Date(OPENING))
    .orderBy('issued_at')
    .execute();
}

test('every scheduled run of all four products is published at its instant, once, on the market', async () => {
  for (const product of AUCTIONS) {
    const wanted = scheduledRunsBetween(AUCTION_CALENDAR[product], OPENING - 1, END - 1);
    assert.equal(wanted.length, product === 'da' ? 35 : 14);
    const runs = await runsOf(product);
    const schedules = new Set(wanted.map(({ scheduledFor }) => scheduledFor));
    const ofSchedule = runs.filter((run) => schedules.has(run.scheduled_for.getTime()));
    assert.deepEqual(
      ofSchedule.map((run) => [run.scheduled_for.toISOString(), run.issued_at.toISOString(), run.first_day]),
      wanted.map(({ scheduledFor, firstDay }) => {
        const at = new Date(scheduledFor).toISOString();
        return [at, at, firstDay];
      }),
      product,
    );
    assert.ok(runs.every((run) => run.data_origin === 'market'));
  }
});

test('runs say what they had to do without, and are made again where it came in time', async () => {
  const degradedOf = async (product: Product, day: string) =>
    (await runsOf(product))
      .filter((run) => run.first_day === day)
      .map((run) => [run.issued_at.getTime(), run.degraded.join('; ')] as const);
  const noon = (day: string) => instantFor(day, { dayOffset: -1, time: '12:05' });
  // The operator's forecasts came between the noon run and the results: the noon run lacks wind and sun, a further one has them.
  const { day, hours } = LATE_FORECASTS;
  const resultsAt = instantFor(day, AUCTION_CALENDAR.da.resultsPublished);
  const lacking = (await degradedOf('da', day)).filter(([at]) => at >= noon(day) && at < resultsAt);
  const cameAt = instantFor(day, { dayOffset: -1, time: '10:00' }) + hours * HOUR_MS;
  assert.deepEqual(
    lacking.map(([at]) => at),
    [noon(day), cameAt],
  );
  assert.match(lacking[0][1], /wind.forecast of 2026-03-26 is not available yet/);
  assert.doesNotMatch(lacking[1][1], /not available yet/);
  // Every other noon run has all that it usually has.
  for (const other of dayRange(addDays(WEEK.from, 1), addDays(WEEK.to, 1))) {
    if (other === day) continue;
    const [, degraded] = (await degradedOf('da', other)).find(([at]) => at === noon(other)) ?? [];
    assert.doesNotMatch(degraded ?? 'no run', /not available yet|no run/, other);
  }
  // The auction that cleared two hours late: the first two runs of the one after it lack its prices, and a third has them.
  const late = await degradedOf('ida1', LATE_AUCTION.day);
  const clearedAt =
    instantFor(LATE_AUCTION.day, AUCTION_CALENDAR.da.resultsPublished) + LATE_AUCTION.hours * HOUR_MS;
  assert.deepEqual(late.map(([at]) => at).slice(2), [clearedAt]);
  assert.match(late[0][1], /no auction of 2026-03-28 is known yet; the day-ahead forecast stands in/);
  assert.match(late[1][1], /day-ahead forecast stands in/);
  assert.doesNotMatch(late[2][1], /day-ahead forecast stands in/);
  // An auction without a result cannot be the reference of the next one.
  const [, empty] = EMPTY_AUCTIONS;
  for (const [, degraded] of await degradedOf('ida3', empty.day)) {
    assert.match(degraded, /ida2 of 2026-03-28 was published without prices; ida1 stands in/);
  }
});

test('a morning: the operator publishes, a run at once, the last to bid with, the gate, the results, the run after them', async () => {
  const day = '2026-03-24';
  const runs = (await runsOf('da')).filter((run) => run.first_day === day);
  const clockOf = (at: Date) => formatMadrid(at.getTime()).slice(11, 16);
  assert.deepEqual(
    runs.map(({ issued_at: at }) => clockOf(at)),
    // At 15:30 the results of the first intraday auction are there.
    ['06:05', '10:00', '10:30', '11:40', '12:05', '13:30', '15:30'],
  );
  const summaries = await Promise.all(
    runs.map(async ({ id }) =>
      ForecastRunRecord.parse((await week.api.get(`/forecasts/runs/${id}`, key)).body),
    ),
  );
  assert.deepEqual(
    summaries.map(({ trigger, before_gate }) => [trigger, before_gate]),
    [
      ['schedule', true],
      ['input', true],
      ['schedule', true],
      ['schedule', true],
      ['schedule', false],
      ['schedule', false],
      ['input', false],
    ],
  );
  const pointsOn = (index: number, of: string) =>
    summaries[index].points
      .filter(({ time }) => deliveryDayOf(Date.parse(time)) === of)
      .map(({ value, p10, p90 }) => [value, p10, p90]);
  const [morning, withOperator, , toBidWith, official, withResults] = summaries.keys();
  assert.match(runs[morning].degraded.join(), /load.forecast of 2026-03-24 is not available yet/);
  assert.deepEqual(runs[withOperator].degraded, []);
  assert.equal(summaries[withOperator].data_as_of, '2026-03-23T09:00:00Z');
  assert.deepEqual(pointsOn(toBidWith, day), pointsOn(withOperator, day));
  // After the results the day is as it was forecast before them, and the next day is forecast from them.
  const next = addDays(day, 1);
  assert.equal(pointsOn(withResults, day).length, 24);
  assert.deepEqual(pointsOn(withResults, day), pointsOn(official, day));
  assert.notDeepEqual(pointsOn(withResults, next), pointsOn(official, next));
  assert.equal(
    summaries[withResults].known_until,
    new Date(dayStart(next)).toISOString().replace('.000', ''),
  );
});

test('what is stored equals what the sources showed: nothing is lost', async () => {
  const sources = testSources(fetch, { tokens: { esios: 't', entsoe: 't' }, urls: week.standIn.urls });
  for (const name of LIVE_SOURCES) {
    const source = sources.get(name);
    const expected = createExpectedValue(name, week.worlds[name]);
    for (const publication of source?.publications ?? []) {
      const days = await daysOf(name, publication.name);
      const lacking = SILENT.filter((one) => one.source === name && one.publication === publication.name);
      for (const { day, state } of days) {
        const isSilent = lacking.some((one) => one.day === day);
        const hasNoResult = publication.product !== undefined && isEmpty(publication.product, day);
        const want = isSilent ? 'waiting' : hasNoResult && name === 'omie' ? 'no_result' : 'complete';
        if (hasNoResult && name !== 'omie') continue;
        assert.equal(state, want, `${name} ${publication.name} of ${day}`);
        if (state !== 'complete' || isRenewed(publication)) continue;
        for (const series of Object.keys(publication.units)) {
          const stored = await valuesOf(name, series, day);
          const parts = Map.groupBy(stored, (row) => row.resolution);
          assert.ok(parts.size > 0, `${name} ${series} of ${day} is not stored`);
          for (const [resolution, rows] of parts) {
            assert.deepEqual(
              rows.map(({ start }) => start),
              [...startsOf(publication, day, resolution)],
              `${name} ${series} of ${day} in ${resolution}`,
            );
            for (const { start, value } of rows) {
              const right = expected(series, start, resolution) ?? Number.NaN;
              const at = `${name} ${series} ${new Date(start).toISOString()}: ${value} instead of ${right}`;
              assert.ok(Math.abs(value - right) <= 0.011, at);
            }
          }
        }
      }
    }
  }
});

/** What is said anew of a day, which is not what was said when it was stored. */
function isRenewed({ name }: Publication): boolean {
  return name === 'weather.forecast' || name.endsWith('.forecast.intraday');
}

/** The lines of the ledger that were expected from the beginning of the week to an hour before its end. */
async function daysOf(source: string, name: string) {
  return week.api.db
    .selectFrom('publication')
    .select(['day', 'state'])
    .where('source', '=', source)
    .where('name', '=', name)
    .where('expected_at', '>=', new Date(OPENING))
    .where('expected_at', '<=', new Date(END - HOUR_MS))
    .orderBy('day')
    .execute();
}

async function valuesOf(source: string, series: string, day: string) {
  const { rows } = await sql<{ resolution: 'PT15M' | 'PT1H' | 'P1D'; start: Date; value: number }>`
    select distinct on (resolution, start_at) resolution, start_at as start, value
    from observation join feed on feed.id = feed_id
    where source = ${source} and series = ${series}
      and start_at >= ${new Date(dayStart(day))} and start_at < ${new Date(dayStart(addDays(day, 1)))}
    order by resolution, start_at, revision desc`.execute(week.api.db);
  return rows.map(({ start, ...row }) => ({ ...row, start: start.getTime() }));
}

test('nothing is counted twice: a further revision is another value, and of auctions only where one was published', async () => {
  const { rows: repeats } = await sql`
    select from (
      select value = lag(value) over (partition by feed_id, start_at order by revision) as is_same from observation
    ) as compared where is_same`.execute(week.api.db);
  assert.equal(repeats.length, 0);
  const { rows } = await sql<{ series: string; source: string; start: Date; at: Date }>`
    select series, source, start_at as start, available_at as at
    from observation join feed on feed.id = feed_id
    where revision > 1 and series like 'price.%' and series not like '%.pt' order by series, start_at`.execute(
    week.api.db,
  );
  const revised = Map.groupBy(
    rows,
    ({ series, source, start }) => `${source} ${series} ${deliveryDayOf(start.getTime())}`,
  );
  assert.deepEqual(
    [...revised].map(([of, periods]) => [of, periods.length]),
    CORRECTED.map(({ product, day, periods }) => [`omie price.${product} ${day}`, periods]),
  );
  // Sources are asked again an hour and six hours after a publication.
  assert.deepEqual(
    [...revised.values()].map(([{ at }]) => at.getTime()),
    CORRECTED.map(({ product, day, afterHours }) => {
      const published = instantFor(day, AUCTION_CALENDAR[product].resultsPublished);
      return published + (afterHours <= 1 ? 1 : 6) * HOUR_MS;
    }),
  );
  const { rows: constant } = await sql<{ series: string }>`
    select distinct series from observation join feed on feed.id = feed_id where revision > 1`.execute(
    week.api.db,
  );
  const isRenewed =
    /^(price\.da|price\.ida1|.*\.forecast\.intraday|(temperature|windspeed|irradiance)\.forecast|.*\.model)(\.pt)?$/;
  assert.deepEqual(
    constant.filter(({ series }) => !isRenewed.test(series)),
    [],
  );
});

test('each run and each day of prices is announced once, a correction once more, an auction without a result never', async () => {
  const { rows } = await sql<{ type: string; of: string; correction: boolean; count: number }>`
    select type, market_product_id || ' ' || coalesce(body::jsonb -> 'data' ->> 'delivery_date', body::jsonb -> 'data' ->> 'forecast_id') as of,
      coalesce((body::jsonb -> 'data' ->> 'correction')::boolean, false) as correction, count(*)::int as count
    from event where type in ('forecast.published', 'prices.published') and occurred_at >= ${new Date(OPENING)}
    group by 1, 2, 3 order by 2, 3`.execute(week.api.db);
  assert.ok(rows.every(({ count }) => count === 1));
  const runs = (await Promise.all(AUCTIONS.map(runsOf))).flat();
  const announced = rows
    .filter(({ type }) => type === 'forecast.published')
    .map(({ of }) => of.split(' ')[1]);
  const { rows: all } = await sql<{ id: string }>`select id from forecast_run`.execute(week.api.db);
  assert.deepEqual(announced.sort(), all.map(({ id }) => id).sort());
  assert.ok(runs.length <= announced.length);
  const prices = rows.filter(({ type, of }) => type === 'prices.published' && of.startsWith('es-'));
  for (const product of AUCTIONS) {
    const first = product === 'ida3' ? WEEK.from : addDays(WEEK.from, 1);
    const wanted = dayRange(first, lastDayOf(product)).filter((day) => !isEmpty(product, day));
    const announced = prices.filter(({ of, correction }) => of.startsWith(`es-${product} `) && !correction);
    const days = announced.map(({ of }) => of.split(' ')[1]).filter((day) => day >= first);
    assert.deepEqual(days, wanted, product);
  }
  assert.deepEqual(
    prices.filter(({ correction }) => correction).map(({ of }) => of),
    CORRECTED.map(({ product, day }) => `es-${product} ${day}`),
  );
});

test('prices served equal the files in every quarter hour, on the day of 23 hours and where there was no result too', async () => {
  for (const product of AUCTIONS) {
    const [from, to] = ['2026-03-16', lastDayOf(product)];
    const { items, days_without_result: empty } = await pricesServed(product, from, to);
    const files = pricesOfFiles(product, from, to);
    assert.deepEqual(
      items.map(({ start, price }) => [Date.parse(start), price]),
      [...files],
      product,
    );
    const spring = items.filter(({ date }) => date === '2026-03-29');
    assert.equal(spring.length, product === 'ida3' ? 48 : 92);
    const wanted: string[] = EMPTY_AUCTIONS.filter((one) => one.product === product).map(({ day }) => day);
    assert.deepEqual(empty, wanted);
    assert.ok(items.every(({ date }) => !empty.includes(date)));
  }
});

test('while OMIE refuses, its prices are served from the sources that repeat them', () => {
  assert.deepEqual(
    servedWhileBlocked?.items.map(({ start, price }) => [Date.parse(start), price]),
    [...pricesOfFiles('da', '2026-03-25', '2026-03-25')],
  );
});

test('the accuracy that is served is what the files and the published runs come to', async () => {
  for (const product of AUCTIONS) {
    const [from, to] = [addDays(WEEK.from, 1), lastDayOf(product)];
    const answer = await week.api.get(
      `/metrics/accuracy?market=${MARKETS[product]}&date_from=${from}&date_to=${to}`,
      key,
    );
    assert.equal(answer.status, 200, answer.text);
    const served = Accuracy.parse(answer.body);
    const errors = await errorsOf(product, from, to);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value / values.length, 0);
    assert.equal(served.n_observations, errors.length, product);
    assert.equal(served.mae, round(mean(errors.map(Math.abs))), product);
    assert.equal(served.rmse, round(Math.sqrt(mean(errors.map((error) => error * error)))), product);
  }
});

/** Errors by hour of the last run ahead of each auction: of the day-ahead auction ahead of its results. */
async function errorsOf(product: Product, from: string, to: string): Promise<number[]> {
  const { gateClosure, resultsPublished } = AUCTION_CALENDAR[product];
  const runs = await runsOf(product);
  const errors: number[] = [];
  for (const day of dayRange(from, to)) {
    const lateHours = day === LATE_AUCTION.day ? LATE_AUCTION.hours : 0;
    const limit =
      product === 'da'
        ? instantFor(day, resultsPublished) + lateHours * HOUR_MS
        : instantFor(day, gateClosure);
    const run = runs.findLast((one) => one.issued_at.getTime() < limit && one.first_day <= day);
    const prices = pricesOfOmie(week.worlds.omie, product, day);
    if (run === undefined || prices.size === 0) continue;
    const points = await week.api.db
      .selectFrom('forecast_point')
      .select(['start_at', 'value'])
      .where('run_id', '=', run.id)
      .where('resolution', '=', 'PT1H')
      .execute();
    for (const { start } of coveredPeriods(AUCTION_CALENDAR[product], day, 'PT1H')) {
      const point = points.find((one) => one.start_at.getTime() === start);
      const quarters = [0, 1, 2, 3].map((i) => prices.get(start + (i * HOUR_MS) / 4) ?? Number.NaN);
      errors.push((point?.value ?? Number.NaN) - quarters.reduce((sum, price) => sum + price / 4, 0));
    }
  }
  return errors;
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}

test('what Energy-Charts sends under another licence is not stored, and comes once the licence is the known one again', async () => {
  const { rows } = await sql<{ name: string; at: Date }>`
    select name, published_at as at from publication
    where source = 'energy-charts' and day = '2026-03-26' and name in ('wind.forecast', 'solar.forecast')`.execute(
    week.api.db,
  );
  assert.equal(rows.length, 2);
  assert.ok(rows.every(({ at }) => at.getTime() >= Date.parse('2026-03-25T19:00:00+01:00')));
});

test('a source that refuses is asked ever more rarely', () => {
  const refused = week.standIn.requests.filter(
    ({ source, at }) => source === 'omie' && at >= Date.parse(BLOCKED.from) && at < Date.parse(BLOCKED.to),
  );
  assert.ok(refused.length > 0 && refused.every(({ status }) => status === 403));
  const instants = [...new Set(refused.map(({ at }) => at))];
  const gaps = instants.slice(1).map((at, i) => at - instants[i]);
  assert.ok(
    gaps.every((gap, i) => i === 0 || gap >= gaps[i - 1]),
    JSON.stringify(gaps),
  );
  assert.ok(Number(gaps.at(-1)) >= 2 * HOUR_MS, JSON.stringify(gaps));
  assert.ok(refused.length <= 2 * 8, `${refused.length} requests`);
});

test('a pause that a source asks for is kept', () => {
  const from = Date.parse(PAUSE.from);
  const meanwhile = week.standIn.requests.filter(
    ({ source, at }) => source === 'redata' && at > from && at < from + PAUSE.seconds * 1000,
  );
  assert.deepEqual(meanwhile, []);
});

test('sources are asked by name and version, no more at once than they allow, and only for what is due', () => {
  const { requests, mostAtOnce } = week.standIn;
  assert.ok(requests.every(({ userAgent }) => /^Lonja\/\S+/.test(userAgent)));
  const sources = testSources(fetch, { tokens: { esios: 't', entsoe: 't' } });
  for (const name of LIVE_SOURCES) {
    assert.ok(Number(mostAtOnce.get(name)) <= Number(sources.get(name)?.parallel), name);
  }
  const early = requests.filter(({ source, asked, at }) => {
    const file = /marginalpdbc_(\d{4})(\d{2})(\d{2})\.1/.exec(asked);
    if (source !== 'omie' || file === null) return false;
    const day = `${file[1]}-${file[2]}-${file[3]}`;
    return at < instantFor(day, AUCTION_CALENDAR.da.resultsPublished) - HOUR_MS / 4;
  });
  assert.deepEqual(early, []);
});

test('the state of the data names what never came, and nothing else', async () => {
  const { incidents, sources } = await getSourceStatus(week.api.db, END);
  assert.deepEqual(
    incidents.map(({ source, publication, day }) => `${source} ${publication} ${day}`).sort(),
    SILENT.map(({ source, publication, day }) => `${source} ${publication} ${day}`).sort(),
  );
  assert.ok(sources.every(({ state }) => state !== 'failing'));
});
