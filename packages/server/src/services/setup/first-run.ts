import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';
import { createApiKey } from '../identity/create-api-key.ts';
import { createTenant } from '../identity/create-tenant.ts';
import { createUser } from '../identity/create-user.ts';

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
const PASSWORD_BYTES = 18;

/**
 * On a database without tenants: creates a first tenant with its admin and API key, and a superadmin in a tenant of its own,
 * all with random secrets, and writes them to `first-run.json` (mode 0600). The file is complete before the accounts are
 * committed, so a crash in between leaves no account whose secrets nobody has. Gives undefined on a database in use.
 */
export async function createFirstAccounts(
  context: { db: Db; clock: Clock },
  options: { dataDir: string; baseUrl: string },
): Promise<FirstRun | undefined> {
  const file = path.join(options.dataDir, FILE_NAME);
  return context.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first-run', 0))`.execute(tx);
    const tenant = await tx.selectFrom('tenant').select('id').limit(1).executeTakeFirst();
    if (tenant !== undefined) return undefined;
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
    const firstRun: FirstRun = {
      base_url: options.baseUrl,
      admin_email: admin.email,
      admin_password: admin.password,
      superadmin_email: superadmin.email,
      superadmin_password: superadmin.password,
      api_key: key,
    };
    await writePrivateFile(file, `${JSON.stringify(firstRun, null, 2)}\n`);
    return firstRun;
  });
}

/** The secret that signs session tokens: made at the first start and kept in `DATA_DIR/session-secret` (mode 0600). */
export async function sessionSecret(dataDir: string): Promise<Uint8Array> {
  const file = path.join(dataDir, 'session-secret');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return Buffer.from(kept.trim(), 'base64url');
  const secret = randomBytes(32);
  await writePrivateFile(file, `${secret.toString('base64url')}\n`);
  return secret;
}

function randomPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}

/** Writes a file that only its owner reads, whole or not at all. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
