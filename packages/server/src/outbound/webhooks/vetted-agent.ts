import { type LookupAddress, promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './target-url.ts';

/** All addresses of a name; rejects when it has none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** The target of a connection is not on the public internet; nothing was connected. */
export class ForbiddenTargetError extends Error {
  override readonly name = 'ForbiddenTargetError';
}

const KEEP_ALIVE_MS = 10_000;

/**
 * An agent that checks the address of every connection before it is made: a name is resolved once, every address it has
 * must be public, and those very addresses are connected to, so that a name which changes in between leads nowhere else.
 * TLS is still checked against the name. Connections to one host are not limited here: tenants may share a host, and paths that
 * hang must not hold up the others. The caller limits its requests.
 */
export function createVettedAgent(options: {
  resolve: Resolve;
  allowPrivate: boolean;
  connectTimeoutMs: number;
  /** Extra certificate authorities, for tests. */
  ca?: string;
}): Agent {
  const { resolve, allowPrivate, connectTimeoutMs, ca } = options;
  return new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: 16_384,
    connect: (target, callback) => void connectVetted(target, callback),
  });

  async function connectVetted(target: buildConnector.Options, callback: buildConnector.Callback) {
    let addresses: LookupAddress[];
    try {
      addresses = await vetHost(target.hostname, resolve, allowPrivate);
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), null);
      return;
    }
    const connect = buildConnector({
      timeout: connectTimeoutMs,
      maxCachedSessions: 0,
      allowH2: false,
      autoSelectFamily: true,
      ...(ca !== undefined && { ca }),
      lookup: pinnedTo(addresses),
    });
    connect(target, callback);
  }
}

/** The addresses of a host that may be connected to. Throws ForbiddenTargetError unless every one of them may. */
export async function vetHost(
  hostname: string,
  resolve: Resolve,
  allowPrivate: boolean,
): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new Error(`${host} has no address.`);
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new ForbiddenTargetError(`${host} is not on the public internet.`);
  }
  return addresses;
}

/** Answers every question for an address with those that were vetted. */
function pinnedTo(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0].address, addresses[0].family);
  };
}

const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;

/**
 * Looks names up by DNS alone: neither the hosts file nor search domains can make a name mean a neighbour, and names that are
 * slow to answer do not hold up the few threads that the system's look-up shares with everything else.
 */
export function createDnsResolve(): Resolve {
  const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses: LookupAddress[] = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
    return addresses;
  };
}

/** Looks names up as other programs on this machine do, for development. */
export const resolveLikeSystem: Resolve = (hostname) => dns.lookup(hostname, { all: true });
