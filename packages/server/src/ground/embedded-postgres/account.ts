import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { OperatorError } from '../errors.ts';

const execFileAsync = promisify(execFile);

const USER_NAME = 'postgres';
const SURROUNDINGS = { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' } };

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
  const { stdout } = await execFileAsync(command, args, { ...account, ...SURROUNDINGS });
  return stdout;
}

/** The same for a program that starts others, which inherit an open file (as number 3) and may outlive it. */
export async function runInheriting(
  fd: number,
  account: Account,
  command: string,
  args: string[],
): Promise<void> {
  const child = spawn(command, args, {
    ...account,
    ...SURROUNDINGS,
    stdio: ['ignore', 'ignore', 'pipe', fd],
  });
  const [[code], said] = await Promise.all([once(child, 'close'), child.stderr ? text(child.stderr) : '']);
  if (code !== 0) throw new Error(said.trim() === '' ? `${command} ended with code ${code}` : said.trim());
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
