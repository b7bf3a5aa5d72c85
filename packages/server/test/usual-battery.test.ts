import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { SITE_LIMITS as SHOWN_LIMITS } from '../../web/src/pages/portfolio/site-limits.ts';
import { USUAL_BATTERY } from '../../web/src/pages/portfolio/usual-battery.ts';
import { USUAL_MAX_CYCLES, USUAL_START_SOC, USUAL_WEAR_COST } from '../src/desk/portfolio/plan-site.ts';
import { SITE_LIMITS } from '../src/desk/portfolio/site-limits.ts';

test('the web application names what the service plans a battery with where a field is empty', () => {
  assert.deepEqual(USUAL_BATTERY, {
    startSoc: USUAL_START_SOC,
    maxCycles: USUAL_MAX_CYCLES,
    wearCost: USUAL_WEAR_COST,
  });
});

test('its dialog takes what the API takes: the same charge, cycles, cost and length of notes', () => {
  const { charge, cycles, wearCost, notesLength } = SITE_LIMITS;
  assert.deepEqual(SHOWN_LIMITS, { charge, cycles, wearCost, notesLength });
});

test('so does the documentation of sites', async () => {
  const text = await readFile(new URL('../../../docs/portfolio.md', import.meta.url), 'utf8');
  assert.match(text, new RegExp(`in fillings of it; absent: ${USUAL_MAX_CYCLES},`));
  assert.match(text, new RegExp(`absent: ${USUAL_START_SOC}, and as at the\\s+start`));
  for (const [technology, cost] of Object.entries(USUAL_WEAR_COST))
    assert.match(text, new RegExp(`^ *\\| \`${technology}\`.*\\| ${cost} \\|$`, 'm'));
});
