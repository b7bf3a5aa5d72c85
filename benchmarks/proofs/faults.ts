import { parseArgs } from 'node:util';
import { commitName } from '../accuracy/commit-name.ts';
import { ALERT_FAULTS } from './faults/alert-faults.ts';
import { DATABASE_FAULTS } from './faults/database-faults.ts';
import { createInstallation } from './faults/installation.ts';
import { NETWORK_FAULTS } from './faults/network-faults.ts';
import { PROCESS_FAULTS } from './faults/process-faults.ts';
import { REPLICA_FAULTS } from './faults/replica-faults.ts';
import { SETTING_FAULTS } from './faults/setting-faults.ts';
import { START_FAULTS } from './faults/start-faults.ts';
import { TIME_FAULTS } from './faults/time-faults.ts';
import { type Promised, report, say } from './report.ts';

/**
 * Brings every kind of fault upon a service with small models on the simulator, while users read and write where that can be, and checks
 * what they saw, what was lost and how long it took: `npm run proof:faults`, or `npm run proof:faults -- NAME ...` for some. Ends with 1 where a promise was
 * broken; the table goes into `faults.md`; of some faults their rows there are renewed.
 */
const { values, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
});
const wanted = [...positionals, ...(values.only?.split(',') ?? [])];
const faults = [
  ...PROCESS_FAULTS,
  ...DATABASE_FAULTS,
  ...NETWORK_FAULTS,
  ...REPLICA_FAULTS,
  ...ALERT_FAULTS,
  ...START_FAULTS,
  ...SETTING_FAULTS,
  ...TIME_FAULTS,
].filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (faults.length === 0) throw new Error(`There is no fault called ${wanted.join(', ')}.`);

process.exitCode = 1;
say('starting a service');
const shared = await createInstallation();
const promises: Promised[] = [];
const skipped: string[] = [];
try {
  for (const fault of faults) {
    const { name } = fault;
    const reason = fault.skip?.();
    if (reason === undefined) {
      say(name);
      const promised = await fault.run(shared);
      say(`  ${promised.holds ? 'holds' : 'BROKEN'}: ${promised.seen}`);
      promises.push(promised);
    } else {
      say(`${name} is left out: ${reason}`);
      skipped.push(`${name} (${reason})`);
    }
  }
} finally {
  await shared.remove();
}
await report(promises, {
  file: new URL('faults.md', import.meta.url),
  isPart: wanted.length > 0,
  intro: `# Faults

\`npm run proof:faults\`, commit ${commitName()}: a service with small models on the simulator, on two cores. Under load means ten requests a
second, half of them writes. Rows of faults that were tried again alone are of a later commit.${skipped.length === 0 ? '' : ` Left out here: ${skipped.join(', ')}.`}
`,
});
