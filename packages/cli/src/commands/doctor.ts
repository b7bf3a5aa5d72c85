import { command } from '../command/command.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { flag } from '../command/inputs.ts';
import { OPERATOR_NOTES } from '../command/operator-command.ts';
import { checkLines } from '../doctor/check-lines.ts';
import { findFirstRun } from '../session/first-run.ts';

const EXIT_CODES = {
  ok: EXIT_CODE.done,
  warning: EXIT_CODE.attention,
  fault: EXIT_CODE.unwell,
};

export const doctorCommand = command({
  name: 'doctor',
  summary:
    'Check an installation: database, disk, clock, sources, runs and mail, and what to do about each fault.',
  inputs: { json: flag('print the checks as JSON') },
  notes:
    `${OPERATOR_NOTES} Changes nothing: each source is sent one request, the database is opened for reading, no mail is sent. Works beside a ` +
    `running service and without one. Exits with 0 where all is well, 7 with a warning, 8 with a fault.`,
  examples: [
    ['lonja doctor', 'a line for each check'],
    ['lonja doctor --json', 'the same for a program, which may also go by the exit code'],
  ],
  async run({ stdout, dataDir }, { json = false }) {
    const { diagnose } = await import('@lonja/server/operations');
    const firstRun = await findFirstRun(dataDir);
    const { verdict, checks } = await diagnose(firstRun?.baseUrl);
    const text = json
      ? JSON.stringify({ verdict, checks }, null, 2)
      : checkLines(checks, stdout.columns || Infinity).join('\n');
    stdout.write(`${text}\n`);
    if (verdict !== 'ok') process.exitCode = EXIT_CODES[verdict];
  },
});
