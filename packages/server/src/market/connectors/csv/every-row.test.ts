import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryPeriods, formatMadrid } from '@lonja/forecasting/market';
import { FileFault } from '../payload-fault.ts';
import { parseMapping } from './mapping.ts';
import { parseCsv } from './parse.ts';

const FILES = 400;
const AVAILABILITY = { rule: 'after-end', minutes: 60 };

/** Numbers from 0 to below 1 that are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const MAPPING = parseMapping({
  delimiter: ';',
  empty: ['n/e'],
  time: { column: 'time', zone: 'offset' },
  resolution: 'PT15M',
  series: [
    {
      column: 'a',
      key: 'a.actual',
      unit: 'MW',
      availability: AVAILABILITY,
      where: [
        { column: 'id', equals: ['1', '2'] },
        { column: 'zone', equals: ['ES'] },
      ],
      from: { day: '2025-10-26', reason: 'before' },
    },
    {
      column: 'b',
      key: 'b.actual',
      unit: 'MW',
      availability: AVAILABILITY,
      where: { column: 'id', equals: ['1'] },
    },
  ],
});

/** A file with something of everything: lines around the table, other zones, empty cells, damage. */
function fileOf(random: () => number): string[] {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)];
  const isRare = () => random() < 0.001;
  const rows = ['2025-10-25', '2025-10-26', '2025-10-27'].flatMap((day) =>
    deliveryPeriods(day, pick(['PT15M', 'PT1H'])).flatMap(({ start }) => {
      const zone = random() < 0.1 ? 'PT' : 'ES';
      const cells = [
        isRare() ? pick(['Total', '', '2025-10-26', 'x2']) : formatMadrid(start),
        pick(['1', '1', '1', '3']),
        zone,
        isRare() ? pick(['1,5', 'x', '1.234.5']) : pick(['12', '-0.5', '', 'n/e']),
        pick(['7', '']),
      ];
      if (isRare()) cells.pop();
      return random() < 0.02 ? [';;;;', cells.join(';')] : [cells.join(';')];
    }),
  );
  const head = random() < 0.5 ? ['Some title', ';;;;'] : [];
  const foot = random() < 0.5 ? ['Total;;;12;', 'Source: x'] : [];
  return [...head, 'time;id;zone;a;b', ...rows, ...foot, ''];
}

test('every row of a file is stored or counted as left out, or the file is refused with the line', () => {
  assert.ok(!('faults' in MAPPING));
  let read = 0;
  for (let seed = 1; seed <= FILES; seed++) {
    const lines = fileOf(randomNumbers(seed));
    try {
      const { series, around } = parseCsv(lines.join('\n'), MAPPING, 'f.csv');
      const rows = lines.length - 2 - around.above - around.blank - around.remarks.length;
      for (const { series: parts, empty, tooEarly, unmatched, skippedHour } of series) {
        const stored = parts.reduce((sum, { start }) => sum + start.length, 0);
        assert.equal(stored + empty + tooEarly + unmatched + skippedHour, rows, `file ${seed}`);
        for (const { start } of parts) {
          assert.ok(
            start.every((instant, i) => i === 0 || instant > start[i - 1]),
            `order of file ${seed}`,
          );
        }
      }
      read++;
    } catch (fault) {
      assert.ok(fault instanceof FileFault, String(fault));
      assert.ok(fault.line >= 1 && fault.line < lines.length, fault.message);
    }
  }
  assert.ok(read > FILES / 10 && read < FILES, `${read} files were read`);
});
