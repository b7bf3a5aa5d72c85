import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { USUAL_MAX_CYCLES, USUAL_START_SOC, USUAL_WEAR_COST } from '../src/desk/portfolio/plan-site.ts';

test('the documentation of sites names what a battery is planned with where nobody says otherwise', async () => {
  const text = await readFile(new URL('../../../docs/portfolio.md', import.meta.url), 'utf8');
  assert.match(text, new RegExp(`in fillings of it; absent: ${USUAL_MAX_CYCLES},`));
  assert.match(text, new RegExp(`absent: ${USUAL_START_SOC}, and as at the\\s+start`));
  for (const [technology, cost] of Object.entries(USUAL_WEAR_COST))
    assert.match(text, new RegExp(`^ *\\| \`${technology}\`.*\\| ${cost} \\|$`, 'm'));
});
