import { randomBytes } from 'node:crypto';
import { access, link, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import { OperatorError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { createApiKey, createTenant, createUser } from '../../people/access/create-identities.ts';
import { hasCode, replacePrivateFile } from './private-file.ts';

/** What the operator needs after the first start; the file of the same content is the only other copy. */
export interface FirstRun {
  base_url: string;
  admin_email: string;
  admin_password: string;
  superadmin_email: string;
  superadmin_password: string;
  api_key: string;
}

const FILE_NAME = 'first-run.json';

export function firstRunFile(dataDir: string): string {
  return path.join(dataDir, FILE_NAME);
}

/** The same until the accounts are committed. */
const DRAFT_NAME = `${FILE_NAME}.new`;
const PASSWORD_BYTES = 18;
/** A file system that is read-only, closed to this user, or not there. */
const CANNOT_WRITE = ['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'];

/**
 * On a database without tenants: creates a first tenant with its admin and API key, and a superadmin in a tenant of its own,
 * all with random secrets, and writes them to `first-run.json` (mode 0600). A draft of the file is complete before the accounts are
 * committed, and takes its name afterwards or at the next start, so a crash in between leaves no account whose secrets nobody has.
 * Gives undefined on a database in use, and where the file cannot be written: then there are no accounts, and the log says so. The file
 * of another database is never replaced: that is an OperatorError.
 */
export async function createFirstAccounts(
  context: { db: Db; clock: Clock; logger: Logger },
  options: { dataDir: string; baseUrl: string },
): Promise<FirstRun | undefined> {
  try {
    return await makeAccounts(context, options);
  } catch (error) {
    if (!CANNOT_WRITE.some((code) => hasCode(error, code))) throw error;
    context.logger.warn(
      { error },
      'the first accounts were not made, because their secrets cannot be written to DATA_DIR; start once with a writable one, or register in the web application and run "lonja superadmin"',
    );
    return undefined;
  }
}

async function makeAccounts(
  context: { db: Db; clock: Clock },
  options: { dataDir: string; baseUrl: string },
): Promise<FirstRun | undefined> {
  const file = firstRunFile(options.dataDir);
  const draft = path.join(options.dataDir, DRAFT_NAME);
  const firstRun = await context.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first-run', 0))`.execute(tx);
    const tenant = await tx.selectFrom('tenant').select('id').limit(1).executeTakeFirst();
    if (tenant !== undefined) return undefined;
    if (await exists(file)) {
      throw new OperatorError(
        `${file} holds the first accounts of another database than this one, which is empty; ` +
          'move that file elsewhere to make new accounts, or restore its database.',
      );
    }
    const identity = { db: tx, clock: context.clock };
    const tenantId = await createTenant(identity, { name: 'First tenant' });
    const platformId = await createTenant(identity, { name: 'Platform' });
    const admin = { email: 'admin@lonja.local', password: randomPassword() };
    const superadmin = { email: 'superadmin@lonja.local', password: randomPassword() };
    const adminId = await createUser(identity, { ...admin, tenantId, fullName: 'Admin', role: 'admin' });
    await createUser(identity, {
      ...superadmin,
      tenantId: platformId,
      fullName: 'Superadmin',
      role: 'admin',
      isSuperadmin: true,
    });
    const { key } = await createApiKey(identity, {
      tenantId,
      label: 'First key',
      role: 'admin',
      createdBy: adminId,
    });
    const made: FirstRun = {
      base_url: options.baseUrl,
      admin_email: admin.email,
      admin_password: admin.password,
      superadmin_email: superadmin.email,
      superadmin_password: superadmin.password,
      api_key: key,
    };
    await replacePrivateFile(draft, `${JSON.stringify(made, null, 2)}\n`);
    return made;
  });
  await publishDraft(draft, file);
  return firstRun;
}

/** Gives the draft of committed accounts its name. Of two processes one does. */
async function publishDraft(draft: string, file: string): Promise<void> {
  await link(draft, file).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error;
  });
  await rm(draft, { force: true });
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function randomPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}
