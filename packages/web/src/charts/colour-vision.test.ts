import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
} from 'culori';
import type { DataColour } from './colours.ts';

/** CIEDE2000; two areas side by side are told apart from about 5, thin lines from about 10. */
const LEAST_DIFFERENCE = 10;

/** Colours that a chart draws beside each other. */
const DRAWN_TOGETHER: Record<string, DataColour[]> = {
  generation: ['wind', 'solar', 'hydro', 'nuclear', 'thermal', 'other', 'flow', 'load'],
  auctions: ['price', 'second', 'third', 'fourth', 'negative', 'previous', 'cleared'],
  day: ['price', 'negative', 'spike', 'previous', 'cleared', 'now'],
  'heat map': ['negative', 'heat-zero', 'heat-middle', 'heat-high'],
};

const EYES: Record<string, (colour: Color) => Color> = {
  'full colour vision': (colour) => colour,
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
  tritanopia: filterDeficiencyTrit(1),
};

const styles = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8');
const difference = differenceCiede2000();

test('colours of one chart are told apart with every kind of colour vision, in both themes', () => {
  for (const [chart, names] of Object.entries(DRAWN_TOGETHER)) {
    for (const [eye, seen] of Object.entries(EYES)) {
      for (const theme of [0, 1] as const) {
        const colours = names.map((name) => seen(colourOf(name)[theme]));
        for (const [i, one] of colours.entries()) {
          for (const [j, other] of colours.slice(0, i).entries()) {
            const apart = difference(one, other);
            const pair = `${names[i]} and ${names[j]} of ${chart}, ${eye}, ${['light', 'dark'][theme]}`;
            assert.ok(apart >= LEAST_DIFFERENCE, `${pair}: ${apart.toFixed(1)}`);
          }
        }
      }
    }
  }
});

/** The colour in the light theme and in the dark one. */
function colourOf(name: DataColour): [Color, Color] {
  const [, light = '', dark = ''] =
    new RegExp(`--data-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(styles) ?? [];
  const [inLight, inDark] = [parse(light), parse(dark)];
  if (inLight === undefined || inDark === undefined) throw new Error(`tokens.css gives no --data-${name}.`);
  return [inLight, inDark];
}
