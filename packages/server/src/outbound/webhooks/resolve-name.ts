import { type LookupAddress, promises as dns } from 'node:dns';
import type { Resolve } from './vetted-agent.ts';

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
