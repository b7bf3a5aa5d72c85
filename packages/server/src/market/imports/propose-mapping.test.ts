import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { deliveryPeriods, formatMadrid } from '@lonja/forecasting/market';
import { BUILT_IN_MAPPINGS } from '../connectors/csv/built-in-mappings.ts';
import { parseMapping } from '../connectors/csv/mapping.ts';
import { parseCsv } from '../connectors/csv/parse.ts';
import { parseByFirst, readMappings } from './find-mapping.ts';
import { proposeMapping } from './propose-mapping.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'lonja-guess-'));
after(() => rm(folder, { recursive: true }));

const DAYS = ['2025-10-25', '2025-10-26', '2026-03-29'];
const spanish = (day: string) => day.split('-').toReversed().join('/');
const startsOf = (days: string[], step: 'PT15M' | 'PT1H') =>
  days.flatMap((day) => deliveryPeriods(day, step).map(({ start }) => start));

/** The proposal for a file, and the starts that its mapping reads once it has been saved and loaded again. */
async function propose(lines: string[], name = 'file.csv') {
  const file = path.join(folder, name);
  await writeFile(file, lines.join('\n'));
  const proposal = await proposeMapping(file);
  const mapping = parseMapping(JSON.parse(JSON.stringify(proposal.mapping)));
  assert.ok(!('faults' in mapping), JSON.stringify(mapping));
  const parts = parseCsv(lines.join('\n'), mapping, file).series.flatMap(({ series }) => series);
  return { ...proposal, keys: parts.map(({ key }) => key), starts: parts.flatMap(({ start }) => [...start]) };
}

test('layouts are recognised: times with offsets, numbers of hours, quarters in a column, rows of days', async () => {
  const quarters = startsOf(DAYS, 'PT15M');
  const offsets = await propose([
    'time,precio ida2 (EUR/MWh)',
    ...quarters.map((start) => `${formatMadrid(start).replace('T', ' ')},41.5`),
  ]);
  assert.deepEqual([offsets.starts, offsets.keys, offsets.undecided], [quarters, ['price.ida2'], []]);
  const counted = await propose([
    'Fecha;Hora;Periodo cuarto;Eolica prevista (GW)',
    ...DAYS.flatMap((day) =>
      deliveryPeriods(day, 'PT15M').map(
        (_, i) => `${spanish(day)};${Math.floor(i / 4) + 1};${(i % 4) + 1};4,5`,
      ),
    ),
  ]);
  assert.deepEqual(
    [counted.starts, counted.keys, counted.rows[0].value],
    [quarters, ['wind.forecast'], 4500],
  );
  const hours = Array.from({ length: 25 }, (_, i) => `H${i + 1}`);
  const wide = await propose([
    'Precio del mercado diario (EUR/MWh)',
    `Fecha;${hours.join(';')}`,
    ...DAYS.map((day) => {
      const count = deliveryPeriods(day, 'PT1H').length;
      return `${spanish(day)};${hours.map((_, i) => (i < count ? '40,25' : '')).join(';')}`;
    }),
  ]);
  assert.deepEqual([wide.starts, wide.keys, wide.undecided], [startsOf(DAYS, 'PT1H'), ['price.da'], []]);
});

test('the ends of hours as column names, and words around the table, are taken for what they are', async () => {
  const ends = Array.from({ length: 24 }, (_, i) => `${String(i + 1).padStart(2, '0')}:00`).toSpliced(
    2,
    1,
    '03:00A',
    '03:00B',
  );
  const { starts } = await propose([
    'Precios;;',
    `Fecha;${ends.join(';')}`,
    ...['2025-10-25', '2025-10-26', '2025-10-27'].map(
      (day) =>
        `${spanish(day)};${ends.map((_, i) => (i === 3 && day !== '2025-10-26' ? '' : '40')).join(';')}`,
    ),
    `Media;${ends.map(() => '40').join(';')}`,
  ]);
  assert.deepEqual(starts, startsOf(['2025-10-25', '2025-10-26', '2025-10-27'], 'PT1H'));
});

test('ten rows are shown as they are read, and what the file does not say is said', async () => {
  const { rows, count, undecided, name } = await propose([
    'hora;valor',
    ...Array.from({ length: 24 }, (_, hour) => `05/06/2025 ${hour}:00;1.234`),
  ]);
  assert.deepEqual([rows.length, count, name], [10, 24, undefined]);
  assert.deepEqual(rows[0], {
    utcStart: '2025-06-04T22:00Z',
    localTime: '2025-06-05T00:00:00+02:00',
    series: 'other.valor',
    unit: 'unknown',
    resolution: 'PT1H',
    value: 1.234,
  });
  for (const pattern of [
    /day or the month/,
    /zone/,
    /start or the end/,
    /"1\.234" has a decimal sign/,
    /What "valor" is/,
  ]) {
    assert.ok(
      undecided.some((text) => pattern.test(text)),
      String(pattern),
    );
  }
});

test('several kinds of rows are told apart by a condition, and hours that Madrid does not have mean UTC', async () => {
  const hours = startsOf(['2025-11-05'], 'PT1H').flatMap((start) =>
    ['ES', 'PT'].map((zone) => `${formatMadrid(start)},${zone},7`),
  );
  const kinds = await propose(['time,zone,price (EUR/MWh)', ...hours]);
  assert.equal(kinds.starts.length, 24);
  assert.ok(kinds.undecided.some((text) => /Which "zone" is wanted, of "ES", "PT"/.test(text)));
  const utc = Array.from({ length: 24 }, (_, hour) => `2026-03-29 ${String(hour).padStart(2, '0')}:00,7`);
  const inUtc = await propose(['time,load', ...utc]);
  assert.equal(inUtc.rows[0].utcStart, '2026-03-29T00:00Z');
  assert.ok(inUtc.undecided.some((text) => /taken as UTC instead/.test(text)));
});

test('what cannot be read is refused with the reason', async () => {
  await assert.rejects(propose(['a,b', '1,2']), /has no table with a row of column names and times below it/);
  await assert.rejects(propose([',load,wind', '2025-11-05 00:00,7,8']), /has no name .* write one/);
  await assert.rejects(propose(['time,word', '2025-11-05 00:00,x']), /has no column of numbers/);
  const halves = Array.from({ length: 48 }, (_, i) =>
    new Date(Date.UTC(2025, 10, 4, 23) + i * 1_800_000).toISOString(),
  );
  await assert.rejects(
    propose(['time,load', ...halves.map((time) => `${time},7`)]),
    /in steps of 30 minutes/,
  );
});

test('a table with times across is told from one without times, and what to do with it is said', async () => {
  const technologies = ['Hidráulica', 'Nuclear', 'Eólica', 'Generación total'];
  const across = (times: string[], delimiter = ',') => [
    'Título,ESTRUCTURA DE LA GENERACIÓN POR TECNOLOGÍAS_01-01-2024_04-01-2024',
    'Sistema eléctrico,Nacional',
    'Magnitudes,GWh',
    '',
    ['Fecha', ...times].join(delimiter),
    ...technologies.map((name, i) => [name, ...times.map(() => `"${100 + i},5"`)].join(delimiter)),
  ];
  const days = ['01/01/2024', '02/01/2024', '03/01/2024'];
  await assert.rejects(propose(across(days)), /"01\/01\/2024", line 5.*--mapping ree-wide/);
  await assert.rejects(propose(across(['1-2024', '2-2024', '3-2024'])), /"1-2024", line 5.*no series/);
  await assert.rejects(propose(across(['2022', '2023', '2024'], ';')), /"2022", line 5.*no series/);
  const hours = ['2024-01-01 00:00', '2024-01-01 01:00', '2024-01-01 02:00'];
  await assert.rejects(propose(across(hours)), /"2024-01-01 00:00", line 5.*"rows": "series"/);
  await assert.rejects(propose(['Nuclear,1.5,2.5', 'Eólica,3.5,4.5']), /has no table with a row of column/);
});

const FILES: Record<string, [lines: string[], key: string, value: number]> = {
  'entsoe-prices': [
    [
      '"MTU (CET/CEST)","Area","Sequence","Day-ahead Price (EUR/MWh)","Intraday Period (CET/CEST)"',
      '"26/10/2025 02:45:00 (CEST) - 26/10/2025 02:00:00 (CET)","BZN|ES","Without Sequence","32.75",""',
      '"26/10/2025 02:45:00 (CEST) - 26/10/2025 02:00:00 (CET)","BZN|PT","Without Sequence","30.75",""',
    ],
    'price.da',
    32.75,
  ],
  'entsoe-load': [
    [
      '"Time (CET/CEST)","Day-ahead Total Load Forecast [MW] - BZN|ES","Actual Total Load [MW] - BZN|ES"',
      '"20.10.2025 16:00 - 20.10.2025 17:00","25016","n/e"',
    ],
    'load.forecast',
    25_016,
  ],
  'esios-export': [
    ['id;name;geoid;geoname;value;datetime', '1777;x;8741;Península;7100;2025-09-30T00:00:00+02:00'],
    'wind.forecast',
    7100,
  ],
  'omie-wide': [
    [
      `DATE,CONCEPT,${Array.from({ length: 24 }, (_, i) => `H${i + 1}`).join(',')}`,
      `2025-09-30,PRICE_SPAIN,41.5${','.repeat(23)}`,
    ],
    'price.da',
    41.5,
  ],
  'ree-wide': [
    [
      'Magnitudes,GWh',
      'Fecha,26/10/2025,27/10/2025',
      ...['Hidráulica', 'Eólica', 'Solar fotovoltaica', 'Ciclo combinado'].map((name) => `${name},7,8`),
      'Nuclear,"168,1",',
    ],
    'nuclear.energy',
    168_100,
  ],
  mibgas: [
    [
      'Fecha Emisión :10/09/2025 - 09:33;',
      'Trading day;Auction;Place of delivery;Area;First Day Delivery;Last Day Delivery;MIBGAS Daily Price [EUR/MWh];',
      '09/09/2025;GDAES_D+1;PVB;ES;10/09/2025;10/09/2025;30,77;',
      '09/09/2025;GMAES;PVB;ES;01/10/2025;31/10/2025;;',
    ],
    'gas.price',
    30.77,
  ],
};

test('ready mappings read the layouts that they are for', async () => {
  assert.deepEqual(
    [...BUILT_IN_MAPPINGS.keys()].toSorted(),
    ['spain-panel', ...Object.keys(FILES)].toSorted(),
  );
  for (const [name, [lines, key, value]] of Object.entries(FILES)) {
    const { contents } = parseByFirst(lines.join('\n'), await readMappings(name), `${name}.csv`);
    const found = contents.series.flatMap(({ series }) => series).find((series) => series.key === key);
    assert.deepEqual([...(found?.value ?? [])], [value], name);
  }
});

test('the guide has every ready mapping, and says what it was tried on', async () => {
  const guide = await readFile(new URL('../../../../../docs/importing.md', import.meta.url), 'utf8');
  for (const [name, { triedOn }] of BUILT_IN_MAPPINGS) {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    assert.match(row ?? '', triedOn === 'file' ? /\| a real file \|$/ : /\| the layout alone.*\|$/, name);
  }
});
