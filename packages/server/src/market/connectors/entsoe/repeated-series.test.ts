import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS, dayStart } from '@lonja/forecasting/market';
import { sentenceOrNull } from '../../../ground/reasons/reasons.ts';
import { PayloadFault } from '../payload-fault.ts';
import { createTransport } from '../transport/transport.ts';
import { ENTSOE_LIMITS, createEntsoeSource } from './source.ts';

const SPAIN = '10YES-REE------0';
const FRANCE = '10YFR-RTE------C';
const DAY = '2025-11-05';
const QUARTER = HOUR_MS / 4;

/** One time series of a reply; positions whose value is undefined are left out. */
interface Written {
  values: readonly (number | string | undefined)[];
  step?: number;
  start?: number;
  /** Without it the series is of prices. */
  psrType?: string;
  consumes?: boolean;
  more?: string;
  unit?: string;
  domains?: string;
}

function write({ values, step = HOUR_MS, start = dayStart(DAY), ...one }: Written): string {
  const isPrice = one.psrType === undefined && one.unit === undefined;
  const domains =
    one.domains ??
    (isPrice
      ? `<in_Domain.mRID>${SPAIN}</in_Domain.mRID><out_Domain.mRID>${SPAIN}</out_Domain.mRID>`
      : `<${one.consumes ? 'out' : 'in'}BiddingZone_Domain.mRID>${SPAIN}</${one.consumes ? 'out' : 'in'}BiddingZone_Domain.mRID>`);
  const points = values.flatMap((value, i) =>
    value === undefined
      ? []
      : `<Point><position>${i + 1}</position>${isPrice ? `<price.amount>${value}</price.amount>` : `<quantity>${value}</quantity>`}</Point>`,
  );
  return `<TimeSeries><mRID>1</mRID>${one.more ?? ''}${domains}${
    isPrice
      ? '<currency_Unit.name>EUR</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name>'
      : '<quantity_Measure_Unit.name>MAW</quantity_Measure_Unit.name>'
  }<curveType>A01</curveType>${
    one.psrType === undefined ? '' : `<MktPSRType><psrType>${one.psrType}</psrType></MktPSRType>`
  }<Period><timeInterval><start>${minute(start)}</start><end>${minute(start + values.length * step)}</end></timeInterval>
<resolution>PT${step / 60_000}M</resolution>${points.join('')}</Period></TimeSeries>`;
}

function minute(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16)}Z`;
}

/** The day as the source gives it, when it answers with these series; one list for each query in turn. */
async function fetchDay(name: string, ...answers: Written[][]) {
  let next = 0;
  const source = createEntsoeSource({
    transport: createTransport('entsoe', ENTSOE_LIMITS, {
      fetch: async () => {
        const body = answers[next++ % answers.length].map(write).join('');
        return new Response(
          `<GL_MarketDocument xmlns="urn:x:3:0"><mRID>1</mRID><revisionNumber>1</revisionNumber><createdDateTime>2025-11-05T12:00:00Z</createdDateTime>${body}</GL_MarketDocument>`,
        );
      },
      now: () => 0,
      sleep: async () => {},
      random: () => 0,
      version: 'test',
    }),
    baseUrl: 'http://entsoe.test',
    token: 'x',
  });
  const publication = source.publications.find((known) => known.name === name);
  assert.ok(publication);
  const [day] = await source.fetch(publication, { from: DAY, to: DAY });
  return { warnings: day.warnings, series: new Map(day.series.map((one) => [one.key, one])) };
}

async function pricesOf(...series: Written[]) {
  const found = (await fetchDay('price.da', series)).series.get('price.da');
  assert.ok(found);
  return [found.resolution, found.start.length, Array.from(found.value.slice(0, 3))];
}

const hours = (level: number) => Array.from({ length: 24 }, (_, i) => level + i);
const quarters = (level: number) => Array.from({ length: 96 }, (_, i) => level + i / 4);
const version = (revision: number, createdAt = '2025-11-05T12:00:00Z') =>
  `<revisionNumber>${revision}</revisionNumber><createdDateTime>${createdAt}</createdDateTime>`;

test('prices that are sent twice count once, whole, cut into periods or overlapping', async () => {
  const whole = { values: quarters(60), step: QUARTER };
  const expected = ['PT15M', 96, [60, 60.25, 60.5]];
  assert.deepEqual(await pricesOf(whole), expected);
  assert.deepEqual(await pricesOf(whole, whole, whole), expected);
  const first = { ...whole, values: whole.values.slice(0, 60) };
  const rest = { ...whole, values: whole.values.slice(50), start: dayStart(DAY) + 50 * QUARTER };
  assert.deepEqual(await pricesOf(first, rest), expected);
});

test('of two prices of a period the newest version counts, in whichever order they come', async () => {
  const old = { values: hours(60), more: version(1) };
  const corrected = { values: hours(70), more: version(2) };
  const later = { values: hours(80), more: version(2, '2025-11-05T13:00:00Z') };
  const partly = { values: [undefined, 99], more: version(3) };
  for (const order of [(list: Written[]) => list, (list: Written[]) => list.toReversed()]) {
    assert.deepEqual(await pricesOf(...order([old, corrected])), ['PT1H', 24, [70, 71, 72]]);
    assert.deepEqual(await pricesOf(...order([old, corrected, later])), ['PT1H', 24, [80, 81, 82]]);
    assert.deepEqual(await pricesOf(...order([old, partly])), ['PT1H', 24, [60, 99, 62]]);
  }
});

test('two prices of a period and of one version are a fault that names the instant and both', async () => {
  await assert.rejects(pricesOf({ values: hours(60) }, { values: hours(60).with(5, 66) }), (fault) => {
    assert.ok(fault instanceof PayloadFault);
    assert.match(
      fault.message,
      /^ENTSO-E price\.da \(A44\) of .*: 2025-11-05T04:00:00\.000Z has two values, 65 and 66$/,
    );
    return true;
  });
});

test('hours beside quarters of the same day are their means and not another series', async () => {
  const both = [{ values: hours(60) }, { values: quarters(60), step: QUARTER }];
  assert.deepEqual(await pricesOf(...both), ['PT15M', 96, [60, 60.25, 60.5]]);
  assert.deepEqual(await pricesOf(...both.toReversed()), ['PT15M', 96, [60, 60.25, 60.5]]);
  const cut = { values: quarters(60).slice(0, 50), step: QUARTER };
  assert.deepEqual(await pricesOf(both[0], cut), ['PT1H', 24, [60, 61, 62]]);
});

test('a price without a digit before the point is read, one without any digit is damage', async () => {
  assert.deepEqual(await pricesOf({ values: ['.84', '-.07', '-.00'] }), ['PT1H', 3, [0.84, -0.07, 0]]);
  for (const text of ['', '.', '1,5', '0x10']) {
    await assert.rejects(pricesOf({ values: ['1', text] }), /position 2 of 2 cannot be read$/, text);
  }
});

/** Generation of one type, of which the values are the same all day. */
const type = (psrType: string, mw: number, more: Partial<Written> = {}): Written => ({
  values: hours(0).fill(mw),
  psrType,
  ...more,
});
const EVERY_TYPE = [
  type('B19', 9000),
  type('B16', 100),
  type('B14', 7000),
  type('B04', 3000),
  type('B05', 500),
  type('B12', 2000),
  type('B10', 400),
  type('B10', 150, { consumes: true }),
  type('B01', 300),
];

async function generationOf(series: Written[]) {
  const found = await fetchDay('generation.actual', series);
  return Object.fromEntries(
    [...found.series].map(([key, { value }]) => [
      key.replace('.actual', ''),
      [value.length, ...new Set(value)],
    ]),
  );
}

const EXPECTED = {
  wind: [24, 9000],
  solar: [24, 100],
  nuclear: [24, 7000],
  thermal: [24, 3500],
  hydro: [24, 2250],
  other: [24, 300],
};

test('types of production are added up and pumps subtracted, whatever is sent twice and in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(EVERY_TYPE.length - 1), { maxLength: 6 }),
      fc.infiniteStream(fc.nat(1000)),
      async (repeated, keys) => {
        const series = [...EVERY_TYPE, ...repeated.map((i) => EVERY_TYPE[i])]
          .map((one) => ({ one, key: Number(keys.next().value) }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        assert.deepEqual(await generationOf(series), EXPECTED);
      },
    ),
    { numRuns: 25, seed: 36 },
  );
});

test('two plants of one type are added up, the same plant twice is not, and consumption may be marked by its business type', async () => {
  const plant = (name: string, mw: number) =>
    type('B05', mw, { more: `<registeredResource.mRID>${name}</registeredResource.mRID>` });
  const without = EVERY_TYPE.filter(({ psrType, consumes }) => psrType !== 'B05' && consumes !== true);
  const pumps = type('B10', 150, { more: '<businessType>A04</businessType>' });
  const series = [...without, pumps, plant('one', 200), plant('two', 300), plant('two', 300)];
  assert.deepEqual(await generationOf(series), EXPECTED);
});

test('an hour that one type lacks is missing of the sum, unless it is a storage that stood still', async () => {
  const lacking = (psrType: string) =>
    EVERY_TYPE.map((one) =>
      one.psrType === psrType ? { ...one, values: [...one.values].with(5, undefined) } : one,
    );
  const coal = await generationOf(lacking('B05'));
  assert.deepEqual(coal, { ...EXPECTED, thermal: [23, 3500] });
  const storage = await generationOf(lacking('B10'));
  assert.deepEqual(storage.hydro, [24, 2250, 2000]);
});

test('types in hours and in quarters are added up in hours', async () => {
  const gas = { ...type('B04', 0), values: quarters(0).map((_, i) => 2800 + 400 * (i % 2)), step: QUARTER };
  const series = [...EVERY_TYPE.filter(({ psrType }) => psrType !== 'B04'), gas];
  assert.deepEqual(await generationOf(series), EXPECTED);
});

test('flows of a border in hours and of another in quarters make one exchange, and a flow of the other direction is refused', async () => {
  const flow = (from: string, to: string, mw: number, step = HOUR_MS): Written => ({
    values: Array.from({ length: (24 * HOUR_MS) / step }, () => mw),
    step,
    unit: 'MW',
    domains: `<in_Domain.mRID>${from}</in_Domain.mRID><out_Domain.mRID>${to}</out_Domain.mRID>`,
  });
  const portugal = '10YPT-REN------W';
  const answers = [
    [flow(SPAIN, FRANCE, 1000, QUARTER), flow(SPAIN, FRANCE, 1000, QUARTER)],
    [flow(FRANCE, SPAIN, 200, QUARTER)],
    [flow(SPAIN, portugal, 50)],
    [flow(portugal, SPAIN, 300)],
  ];
  const exchange = (await fetchDay('netimport.actual', ...answers)).series.get('netimport.actual');
  assert.deepEqual([exchange?.resolution, ...new Set(exchange?.value)], ['PT1H', 550]);
  await assert.rejects(
    fetchDay('netimport.actual', answers[1], answers[1], answers[2], answers[3]),
    /expected zone 10YFR-RTE------C > 10YES-REE------0, found 10YES-REE------0 > 10YFR-RTE------C/,
  );
});

test('a load that comes with a gap is given with a warning', async () => {
  const load = {
    values: hours(25_000).map((mw, i) => (i === 7 ? undefined : mw)),
    unit: 'MW',
    consumes: true,
  };
  const { warnings, series } = await fetchDay('load.actual', [load]);
  assert.deepEqual(
    [series.get('load.actual')?.start.length, sentenceOrNull(warnings)],
    [23, '1 of 24 values of load.actual missing'],
  );
});
