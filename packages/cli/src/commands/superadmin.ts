import type { Command } from 'commander';

export function addSuperadminCommand(program: Command): void {
  program
    .command('superadmin')
    .description('Make an account a superadmin of the platform, who may use /admin.')
    .argument('<email>', 'its e-mail address; one without an account gets one')
    .addHelpText(
      'after',
      '\nWorks on the database of the service: set DATA_DIR or DATABASE_URL as for npm start.',
    )
    .action(runSuperadmin);
}

async function runSuperadmin(address: string): Promise<void> {
  const { makeSuperadmin, withContext } = await import('@lonja/server/operations');
  const { email, password } = await withContext((context) => makeSuperadmin(context, address));
  console.log(`${email} is a superadmin.`);
  if (password !== undefined) console.log(`Password, shown once: ${password}`);
}
