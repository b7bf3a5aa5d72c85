import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const LONGEST_URL = 2048;
const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1024;

/** Names that never mean a host of the public internet. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa|onion)$/;

/**
 * Why a URL cannot be the target of a webhook, as a sentence for its owner; undefined when it can. What its name resolves
 * to is not looked at here. `allowPrivate` lifts what keeps the service from its own network, for development.
 */
export function targetUrlFault(
  text: string,
  { allowPrivate }: { allowPrivate: boolean },
): string | undefined {
  if (text.length > LONGEST_URL) return `Send a URL of at most ${LONGEST_URL} characters.`;
  const url = URL.parse(text);
  if (url === null) return 'Send an absolute URL such as https://example.com/hooks/lonja.';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'Send an https URL.';
  if (url.username !== '' || url.password !== '') return 'Send a URL without a user name and password.';
  if (url.hash !== '') return 'Send a URL without a fragment.';
  if (sentForm(url).length > LONGEST_URL) {
    return `Send a URL of at most ${LONGEST_URL} characters, as it is sent: other characters than ASCII take several.`;
  }
  if (allowPrivate) return undefined;
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port <= FIRST_UNPRIVILEGED_PORT) return 'Use port 443 or a port above 1024.';
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

function hostFault(host: string): string | undefined {
  if (isIP(host) !== 0) {
    return isPublicAddress(host) ? undefined : 'The host is not an address of the public internet.';
  }
  return LOCAL_NAME.test(host) || !host.includes('.')
    ? 'The host is not a name of the public internet.'
    : undefined;
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
