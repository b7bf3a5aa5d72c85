/**
 * Writes the golden numbers of published runs, after a change that is meant to change them.
 * Run: node packages/server/tools/write-golden-runs.ts.
 */
import { writeFileSync } from 'node:fs';
import { GOLDEN_RUNS_FILE, makeGoldenRuns } from '../test/forecasts/golden/golden-runs.ts';

writeFileSync(GOLDEN_RUNS_FILE, `${JSON.stringify(await makeGoldenRuns(), null, 2)}\n`);
process.exit();
