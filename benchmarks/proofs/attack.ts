import { parseArgs } from 'node:util';
import { commitName } from '../accuracy/commit-name.ts';
import { fuzz, tryDoors } from './attack/doors.ts';
import { floodService } from './attack/flooded-service.ts';
import { type Promised, report, say } from './report.ts';

/**
 * Attacks the service in every way that its tests know, in larger numbers, and measures what others see meanwhile: `npm run proof:attack`,
 * with `--only floods`, `doors` or `fuzz` for a part, and `--requests N` (100000) random ones. `npm run proof:attack -- CSV` sends the floods
 * with that word in their names alone. Ends with 1 where a promise was broken. The table goes into `attack.md` where all of it was tried.
 */
const {
  values,
  positionals: [word],
} = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, requests: { type: 'string', default: '100000' } },
});
const FUZZ_SEED = 20_261_126;
const only = word === undefined ? values.only : 'floods';
const isWanted = (part: string) => only === undefined || only === part;

process.exitCode = 1;
const promises: Promised[] = [];
if (isWanted('doors')) promises.push(...(await tryDoors(say)));
if (isWanted('floods')) promises.push(...(await floodService(say, word)));
if (isWanted('fuzz')) {
  say(`${values.requests} random requests`);
  promises.push(await fuzz(Number(values.requests), FUZZ_SEED));
}
await report(promises, {
  file: only === undefined ? new URL('attack.md', import.meta.url) : undefined,
  intro: `# Attacks

\`npm run proof:attack\`, commit ${commitName()}: one process with small models on the simulator and its default limits, on two cores, which
attackers, victim and database share. The flood comes from another address than the one who asks for forecasts, forty times a second.
`,
});
