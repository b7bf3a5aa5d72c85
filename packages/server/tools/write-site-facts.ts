import { readFile, writeFile } from 'node:fs/promises';
import { USUAL_MAX_CYCLES, USUAL_START_SOC, USUAL_WEAR_COST } from '../src/desk/portfolio/plan-site.ts';
import { SITE_LIMITS } from '../src/desk/portfolio/site-fields.ts';

/** Writes what the web application has to know of sites; with `--check` it changes nothing and fails where the file is not current. */
const FILE = new URL('../../web/src/pages/portfolio/site-facts.ts', import.meta.url);

const text = `// Written by tools/write-site-facts.ts of the server; run "npm run generate" instead of editing it.

/** Between what each number of a site may lie, and how long its notes may be. */
export const SITE_LIMITS = ${literal(SITE_LIMITS)} as const;

/** What a battery is planned with where a field is left empty; the cost of its wear by what it stores with. */
export const USUAL_BATTERY = ${literal({
  startSoc: USUAL_START_SOC,
  maxCycles: USUAL_MAX_CYCLES,
  wearCost: USUAL_WEAR_COST,
})} as const;
`;

if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  if (process.argv.includes('--check')) {
    process.stderr.write(
      'packages/web/src/pages/portfolio/site-facts.ts is not current; run "npm run generate".\n',
    );
    process.exitCode = 1;
  } else await writeFile(FILE, text);
}

/** One line for each field, as the formatter would write it. */
function literal(facts: Readonly<Record<string, number | Readonly<Record<string, number>>>>): string {
  const lines = Object.entries(facts).map(
    ([name, fact]) => `  ${name}: ${typeof fact === 'number' ? fact : braced(fact)},\n`,
  );
  return `{\n${lines.join('')}}`;
}

function braced(fact: Readonly<Record<string, number>>): string {
  return `{ ${Object.entries(fact)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')} }`;
}
