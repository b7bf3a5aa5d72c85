import { argument } from '../command/inputs.ts';
import { operatorCommand } from '../command/operator-command.ts';

export const superadminCommand = operatorCommand({
  name: 'superadmin',
  summary: 'Make an account a superadmin of the platform, who may use /admin.',
  inputs: { email: argument('email', 'e-mail address; an account is created where there is none') },
  examples: [['lonja superadmin ana@example.com', 'a new account gets a password, shown once']],
  async load({ email: address }) {
    const { makeSuperadmin, withContext } = await import('@lonja/server/operations');
    const { email, password } = await withContext((context) => makeSuperadmin(context, address));
    return {
      data: { email, password: password ?? null },
      head: [
        `${email} is a superadmin.`,
        ...(password === undefined ? [] : [`Password, shown once: ${password}`]),
      ],
    };
  },
});
