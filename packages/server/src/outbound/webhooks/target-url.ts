import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Reason, reason } from '../../ground/reasons/reasons.ts';

const LONGEST_URL = 2048;
const EXAMPLE_URL = 'https://example.com/hooks/lonja';
const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1024;

/** Names that never mean a host of the public internet. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa|onion)$/;

/**
 * Why a URL cannot be the target of a webhook, in words for its owner; undefined when it can. What its name resolves
 * to is not looked at here. `allowPrivate` lifts what keeps the service from its own network, for development.
 */
export function targetUrlFault(
  text: string,
  { allowPrivate }: { allowPrivate: boolean },
): Reason | undefined {
  if (text.length > LONGEST_URL) return reason('url_too_long', { most: LONGEST_URL });
  const url = URL.parse(text);
  if (url === null) return reason('url_not_absolute', { example: EXAMPLE_URL });
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return reason('url_not_https');
  if (url.username !== '' || url.password !== '') return reason('url_with_user');
  if (url.hash !== '') return reason('url_with_fragment');
  if (sentForm(url).length > LONGEST_URL) {
    return reason('url_too_long_as_sent', { most: LONGEST_URL });
  }
  if (allowPrivate) return undefined;
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port <= FIRST_UNPRIVILEGED_PORT) {
    return reason('port_not_allowed', { port: HTTPS_PORT, above: FIRST_UNPRIVILEGED_PORT });
  }
  return hostFault(hostOf(url));
}

/** An address as requests name it: the host in lower case and ASCII, without a default port, empty query or dot segments. */
export function sentForm({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search}`;
}

/** The host as a name or an address: without the brackets of an IPv6 literal and the dot of a rooted name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function hostFault(host: string): Reason | undefined {
  if (isIP(host) !== 0) {
    return isPublicAddress(host) ? undefined : reason('address_not_public');
  }
  return LOCAL_NAME.test(host) || !host.includes('.') ? reason('name_not_public') : undefined;
}

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
