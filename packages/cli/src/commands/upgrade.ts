import { command } from '../command/command.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { flag } from '../command/inputs.ts';
import { OPERATOR_NOTES } from '../command/operator-command.ts';
import { checkLines } from '../doctor/check-lines.ts';
import { UsageError } from '../errors.ts';

const EXIT_CODES = {
  ok: EXIT_CODE.done,
  warning: EXIT_CODE.attention,
  fault: EXIT_CODE.unwell,
};

export const upgradeCommand = command({
  name: 'upgrade',
  summary: 'Show what the next start of this version would change in the database.',
  inputs: { check: flag('required: nothing is changed'), json: flag('print the checks as JSON') },
  notes: `${OPERATOR_NOTES} The service runs the migrations when it starts. Exits with 0 where all is well, 7 with a warning, 8 with a fault.`,
  examples: [['lonja upgrade --check', 'which migrations would run, and whether there is a recent backup']],
  async run({ stdout }, { check = false, json = false }) {
    if (!check) {
      throw new UsageError(
        'An upgrade is made by starting the service of the new version; "lonja upgrade --check" shows what that would change.',
      );
    }
    const { checkUpgrade } = await import('@lonja/server/operations');
    const { verdict, checks } = await checkUpgrade();
    const text = json
      ? JSON.stringify({ verdict, checks }, null, 2)
      : checkLines(checks, stdout.columns || Infinity).join('\n');
    stdout.write(`${text}\n`);
    if (verdict !== 'ok') process.exitCode = EXIT_CODES[verdict];
  },
});
