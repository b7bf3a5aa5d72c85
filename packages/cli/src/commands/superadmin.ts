import { command } from '../command/command.ts';
import { argument } from '../command/inputs.ts';
import { OPERATOR_NOTES } from '../command/operator-command.ts';

export const superadminCommand = command({
  name: 'superadmin',
  summary: 'Make an account a superadmin of the platform, who may use /admin.',
  inputs: { email: argument('email', 'its e-mail address; one without an account gets one') },
  notes: OPERATOR_NOTES,
  examples: [['lonja superadmin ana@example.com', 'a new account gets a password, shown once']],
  async run({ stdout }, { email: address }) {
    const { makeSuperadmin, withContext } = await import('@lonja/server/operations');
    const { email, password } = await withContext((context) => makeSuperadmin(context, address));
    stdout.write(`${email} is a superadmin.\n`);
    if (password !== undefined) stdout.write(`Password, shown once: ${password}\n`);
  },
});
