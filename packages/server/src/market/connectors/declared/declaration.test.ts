import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../../operate/config/config.ts';
import { OperatorError } from '../../../ground/errors.ts';
import { LIVE_SOURCES } from '../source.ts';
import { parseDeclarations, readUrlTemplate } from './declaration.ts';

const EXAMPLES = path.join(import.meta.dirname, '../../../../../../deploy/sources');

const GOOD = {
  id: 'co2',
  licence: 'CC0',
  url: 'https://data.example.com/co2.csv',
  expected: { dayOffset: 1, time: '08:00' },
  mapping: {
    time: { column: 'day', zone: 'madrid' },
    resolution: 'P1D',
    series: [
      {
        column: 'eur',
        key: 'co2.price',
        unit: 'EUR/t',
        availability: { rule: 'after-end', minutes: 0 },
      },
    ],
  },
};

function faultsOf(document: unknown, environment = {}): string[] {
  const read = parseDeclarations(document, environment);
  return Array.isArray(read) ? [] : read.faults;
}

test('the examples that are shipped are good declarations', async () => {
  for (const file of ['mibgas.json', 'day-ahead-germany.json']) {
    const { sourceSettings } = readConfig({ SOURCES_FILE: path.join(EXAMPLES, file) });
    assert.equal(sourceSettings.declared?.length, 1, file);
  }
});

test('the declaration of the guide is a good one', async () => {
  const guide = await readFile(path.join(EXAMPLES, '../../docs/declared-sources.md'), 'utf8');
  const [, block = ''] = /```json\n(.*?)```/s.exec(guide) ?? [];
  assert.deepEqual(faultsOf(JSON.parse(block), { SOURCE_PLANT: 'Bearer abc' }), []);
});

test('without a file nothing is declared', () => {
  assert.deepEqual(readConfig({}).sourceSettings.declared, []);
});

test('each fault is told with its place and what to do', () => {
  for (const [change, fault] of [
    [{ id: 'CO2' }, /^declaration 1 \("CO2"\): id: must be a short lower-case name/],
    [{ url: 'http://data.example.com/a' }, /url: Send an https URL.*privateNetwork/],
    [{ url: 'https://10.0.0.1/a' }, /url: The host is not an address of the public internet/],
    [{ url: 'https://localhost/a' }, /url: The host is not a name of the public internet/],
    [{ url: 'https://me:secret@a.example.com/' }, /url: Send a URL without a user name/],
    [{ url: 'https://a.example.com/{date}' }, /url: has the placeholder \{date\}/],
    [{ daysPerRequest: 10 }, /daysPerRequest: is for a url with \{from\}/],
    [{ expected: { dayOffset: -8, time: '08:00' } }, /expected.dayOffset/],
    [{ expected: { dayOffset: 0, time: '8:00' } }, /expected.time: must be a local time/],
    [{ licence: undefined }, /licence/],
    [{ color: 1 }, /color/],
    [{ headers: { 'x-key': 'my secret' } }, /headers.x-key: must be the name of a variable/],
    [{ headers: { 'x-key': 'SESSION_SECRET' } }, /begins with SOURCE_/],
    [{ headers: { 'x-key': 'SOURCE_NOT_SET' } }, /headers.x-key: the variable SOURCE_NOT_SET must be set/],
    [{ json: { columns: {} } }, /json.columns: must name a column/],
    [{ mapping: { ...GOOD.mapping, source: 'omie' } }, /mapping.source: is the id of the declaration/],
    [{ mapping: { ...GOOD.mapping, resolution: 'P1M' } }, /mapping.resolution/],
    [
      { mapping: { ...GOOD.mapping, series: [{ ...GOOD.mapping.series[0], key: 'load.model' }] } },
      /mapping.series: a key with .model in it/,
    ],
    [
      {
        weekdaysOnly: true,
        mapping: {
          ...GOOD.mapping,
          series: [{ ...GOOD.mapping.series[0], key: 'price.da.fr', unit: 'EUR/MWh' }],
        },
      },
      /weekdaysOnly: is not for prices of an auction/,
    ],
    [
      { mapping: { ...GOOD.mapping, series: [{ ...GOOD.mapping.series[0], key: 'price.da' }] } },
      /mapping.series.0.unit: must be EUR\/MWh/,
    ],
  ] as const) {
    const [first = ''] = faultsOf([{ ...GOOD, ...change }]);
    assert.match(first, fault);
  }
  assert.match(faultsOf(GOOD)[0], /must be a list/);
  assert.match(faultsOf(Array.from({ length: 21 }, () => GOOD))[0], /at most 20 declarations, has 21/);
});

test('two declarations have two ids, and none has that of a source of the service', () => {
  assert.deepEqual(faultsOf([GOOD, { ...GOOD, id: 'other' }]), []);
  assert.deepEqual(faultsOf([GOOD, GOOD]), [
    'declaration 2 ("co2"): id: is that of an earlier declaration; give each its own',
  ]);
  for (const id of [...LIVE_SOURCES, 'simulator', 'csv']) {
    assert.match(faultsOf([{ ...GOOD, id }])[0], /is the name of a source of the service itself/, id);
  }
});

test('the private network is asked only where the declaration allows it', () => {
  const url = 'http://10.0.0.1:8080/plant.csv';
  assert.equal(faultsOf([{ ...GOOD, url }]).length, 1);
  assert.deepEqual(faultsOf([{ ...GOOD, url, privateNetwork: true }]), []);
});

test('a secret comes from the environment alone, and no fault shows it', () => {
  const entry = { ...GOOD, headers: { authorization: 'SOURCE_TOKEN' } };
  const read = parseDeclarations([entry], { SOURCE_TOKEN: 'Bearer abc' });
  assert.deepEqual(Array.isArray(read) && read[0].headers, { authorization: 'Bearer abc' });
  assert.ok(!faultsOf([entry], { SOURCE_TOKEN: 'abc\nx' }).join().includes('abc'));
});

test('a file that is missing or no JSON, and one with faults, end the start with one message', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-declared-'));
  try {
    const file = path.join(folder, 'sources.json');
    const start = () => readConfig({ SOURCES_FILE: file });
    assert.throws(start, /cannot be read: it does not exist/);
    await writeFile(file, '[{');
    assert.throws(start, /is no JSON document/);
    await writeFile(
      file,
      JSON.stringify([
        { ...GOOD, id: 'omie' },
        { ...GOOD, url: 'x' },
      ]),
    );
    assert.throws(start, (error) => {
      assert.ok(error instanceof OperatorError);
      assert.match(error.message, /has 2 faults:\n {2}declaration 1.*\n {2}declaration 2/);
      return true;
    });
    await writeFile(file, ' '.repeat(1_000_001));
    assert.throws(start, /longer than 1000000 bytes/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

function requests(text: string, from: string, to: string, longest = 31) {
  const template = readUrlTemplate(text, longest);
  if ('fault' in template) throw new Error(template.fault);
  return template.requestsFor({ from, to }).map(({ url, span }) => [url.href, span.from, span.to]);
}

test('a day, a month, a year, all days or a span at an address', () => {
  assert.deepEqual(requests('https://a.test/{day}.csv', '2026-03-28', '2026-03-29'), [
    ['https://a.test/2026-03-28.csv', '2026-03-28', '2026-03-28'],
    ['https://a.test/2026-03-29.csv', '2026-03-29', '2026-03-29'],
  ]);
  assert.deepEqual(requests('https://a.test/{day:yyyy}/{day:mm}.csv', '2026-02-27', '2026-03-02'), [
    ['https://a.test/2026/02.csv', '2026-02-27', '2026-02-28'],
    ['https://a.test/2026/03.csv', '2026-03-01', '2026-03-02'],
  ]);
  assert.deepEqual(requests('https://a.test/{day:yy}', '2025-12-31', '2026-01-01'), [
    ['https://a.test/25', '2025-12-31', '2025-12-31'],
    ['https://a.test/26', '2026-01-01', '2026-01-01'],
  ]);
  assert.deepEqual(requests('https://a.test/all.csv', '2025-12-31', '2026-01-01'), [
    ['https://a.test/all.csv', '2025-12-31', '2026-01-01'],
  ]);
  assert.deepEqual(requests('https://a.test/?f={from:dd/mm/yyyy}&t={to+1}', '2025-12-31', '2026-01-01'), [
    ['https://a.test/?f=31/12/2025&t=2026-01-02', '2025-12-31', '2026-01-01'],
  ]);
  assert.deepEqual(requests('https://a.test/{day-1:yyyymmdd}', '2026-03-01', '2026-03-01'), [
    ['https://a.test/20260228', '2026-03-01', '2026-03-01'],
  ]);
});

test('how many days a request holds follows from the finest part of the day', () => {
  const days = ['{day}', '{day:yyyymm}', '{day:yyyy}', 'all', '{from}{to}'].map((part) => {
    const template = readUrlTemplate(`https://a.test/${part}`, 90);
    return 'fault' in template ? template.fault : template.daysPerRequest;
  });
  assert.deepEqual(days, [1, 31, 366, 366, 90]);
});

test('what is no template is told, with what to write', () => {
  for (const [text, fault] of [
    ['https://a.test/{date}', /\{date\}.*write \{day\}/],
    ['https://a.test/{day:yyyy-MM}', /placeholder/],
    ['https://a.test/{day', /placeholder/],
    ['https://a.test/{day}}', /placeholder/],
    ['https://a.test/{from}', /\{from\} and \{to\} together/],
    ['https://a.test/{from}{to}{day}', /\{day\} without them/],
    ['{day}', /is not an address/],
  ] as const) {
    const template = readUrlTemplate(text, 31);
    assert.match('fault' in template ? template.fault : '', fault, text);
  }
});
