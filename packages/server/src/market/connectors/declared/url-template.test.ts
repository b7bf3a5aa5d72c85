import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUrlTemplate } from './url-template.ts';

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
