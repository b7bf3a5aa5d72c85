import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { OperatorError } from '../../errors.ts';

const execFileAsync = promisify(execFile);

const USER_NAME = 'postgres';

/** The system user that runs the server; undefined: the user of this process. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * Who runs the server. PostgreSQL refuses to run as root, so a process of root hands it to the owner of the existing
 * cluster or, for a new one, to the system user `postgres`, which is created where it is missing.
 */
export async function findAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findUser()) ?? createUser();
}

/** Runs a program as the account and gives its standard output; a failure carries what the program said. */
export async function runAs(account: Account, command: string, args: string[]): Promise<string> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
  const { stdout } = await execFileAsync(command, args, { ...account, cwd: '/', env });
  return stdout;
}

/** Whether the account can enter a folder, which takes a right on each folder above it. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  if (account === undefined) return true;
  return runAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]).then(
    () => true,
    () => false,
  );
}

async function findUser(): Promise<Account> {
  try {
    const uid = await execFileAsync('id', ['-u', USER_NAME]);
    const gid = await execFileAsync('id', ['-g', USER_NAME]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createUser(): Promise<Account> {
  const attempts = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false', USER_NAME],
    ['adduser', '-S', '-D', '-H', '-s', '/bin/false', USER_NAME],
  ];
  for (const [command = '', ...args] of attempts) {
    await execFileAsync(command, args).catch(() => undefined);
    const account = await findUser();
    if (account !== undefined) return account;
  }
  throw new OperatorError(
    `PostgreSQL does not run as root, and the system user "${USER_NAME}" could not be created. ` +
      'Create that user, start the service as another user, or set DATABASE_URL.',
  );
}
