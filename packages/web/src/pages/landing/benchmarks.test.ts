import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { BENCHMARKS, COVERAGE } from './benchmarks.ts';

const REPORT = new URL('../../../../../benchmarks/accuracy/champion.md', import.meta.url);
const NAMES = { nordPool: 'NP', spain: 'SP_2023' };
const SPANISH_SPANS = ['SP_2023', 'Spain 2025-26'];

/** The cells of the rows of the report's tables, by the name of the market: its errors, then its intervals. */
async function reported(): Promise<(market: string) => string[][]> {
  const rows = (await readFile(REPORT, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
  return (market) => rows.filter(([name]) => name === market);
}

test('the start page shows what the report of the benchmarks says', async () => {
  const rowsOf = await reported();
  for (const { market, from, to, own, published } of BENCHMARKS) {
    const [[, span, mae, , , best]] = rowsOf(NAMES[market]);
    assert.equal(span, `${from} .. ${to}`);
    assert.equal(own.toFixed(3), mae);
    assert.equal(published, Number.parseFloat(best));
  }
  const coverages = SPANISH_SPANS.map((market) => Number(rowsOf(market)[1][1]));
  assert.deepEqual(COVERAGE, { lowest: Math.min(...coverages), highest: Math.max(...coverages) });
});
