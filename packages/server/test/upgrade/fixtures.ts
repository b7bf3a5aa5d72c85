import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Json } from './differences.ts';

/** A small database of the first release, and what its API answered; made by `benchmarks/proofs/upgrade-fixtures.ts`. */
export interface FirstRelease {
  commit: string;
  /** The service's time at which it was recorded. */
  now: string;
  sealingKey: string;
  sessionSecret: string;
  customer: {
    key: string;
    adminToken: string;
    userEmail: string;
    userPassword: string;
    totpSecret: string;
    recoveryCodes: string[];
    webhookId: string;
    webhookSecret: string;
  };
  answers: { route: string; token: string; body: Json }[];
  /** A dump of the schema `public`. */
  sql: string;
}

export async function readFirstRelease(): Promise<FirstRelease> {
  return read('first-release.json.gz');
}

/** Every statement on Lonja's tables that the previous release sent while customers used all of it. */
export async function readPreviousStatements(): Promise<{ commit: string; statements: string[] }> {
  return read('previous-statements.json.gz');
}

async function read<T>(name: string): Promise<T> {
  return JSON.parse(gunzipSync(await readFile(new URL(name, import.meta.url))).toString());
}
