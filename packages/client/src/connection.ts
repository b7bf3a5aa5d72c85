import type { ReplyCache } from './reply-cache.ts';

/** How to reach a service. */
export interface ConnectionOptions {
  /** Where the service is, such as `https://lonja.example.com`; empty in a page that the service itself serves. */
  baseUrl: string;
  /** An API key or a session token, or what gives the current one; absent for the routes that need none. */
  credential?: string | (() => Credential | Promise<Credential>) | undefined;
  /** Absent: the global one. */
  fetch?: typeof fetch | undefined;
  /** For one attempt, its answer included; absent: 30 s. */
  timeoutMs?: number | undefined;
  /** Further attempts after a first one that failed; absent: 3. */
  retries?: number | undefined;
  /** Before the first further attempt; each one after doubles it. Absent: 500 ms. */
  backoffMs?: number | undefined;
  /** A longer wait is left to the caller: the error says how long. Absent: 60 s. */
  maxWaitMs?: number | undefined;
  /** Keeps answers and asks whether they are still current; absent: none is kept. A browser keeps them by itself. */
  cache?: ReplyCache | undefined;
}

type Credential = string | null | undefined;

const API_PREFIX = '/api/v1';

export function urlOf({ baseUrl }: ConnectionOptions, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${API_PREFIX}${path}`;
}

/** The path under /api/v1 of an address that an answer names, which begins at the root of the service. */
export function apiPathOf(address: string): string {
  if (!address.startsWith(`${API_PREFIX}/`)) throw new TypeError(`${address} is no address of the API.`);
  return address.slice(API_PREFIX.length);
}

export async function authorizationOf({ credential }: ConnectionOptions): Promise<Record<string, string>> {
  const token = typeof credential === 'function' ? await credential() : credential;
  return token === undefined || token === null || token === '' ? {} : { Authorization: `Bearer ${token}` };
}
