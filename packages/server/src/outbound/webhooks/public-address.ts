import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only block that global unicast addresses are given out from; everything else is special. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Unicast by registration, but answered by the platform of the cloud that the service may run in. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

/**
 * Whether an IP address belongs to the public internet: not private, loopback, link-local, shared (CGNAT), multicast,
 * documentation, benchmarking, a translation or tunnel prefix (v4-mapped, NAT64, 6to4, Teredo) or otherwise reserved.
 * Text that is not an address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || PLATFORM_ADDRESSES.has(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST_V6);
}
