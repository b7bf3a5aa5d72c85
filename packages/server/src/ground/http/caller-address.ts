import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Whether an address, as `TRUSTED_PROXIES` or a proxy before them writes it, is one of these addresses and ranges. */
export function createProxyTrust(proxies: readonly string[]): (address: string) => boolean {
  const ranges = proxies.map((proxy) => {
    const [address, bits] = proxy.split('/');
    const parsed = ipaddr.parse(address);
    return ipaddr.parseCIDR(`${address}/${bits ?? (parsed.kind() === 'ipv4' ? 32 : 128)}`);
  });
  return (text) => {
    const address = readAddress(text);
    if (address === undefined) return false;
    const parsed = ipaddr.parse(address);
    return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
  };
}

/** Where a request comes from: what trusted proxies say, else the other end of the connection. */
export function callerAddress(request: FastifyRequest): string {
  const { remoteAddress = '' } = request.socket;
  return readAddress(request.ip) ?? readAddress(remoteAddress) ?? remoteAddress;
}

/** The caller's address as limits go by it. */
export function callerGroup(request: FastifyRequest): string {
  return addressGroup(callerAddress(request));
}

/** Where the caller reaches the service: as it is configured, or as it was asked. */
export function callerOrigin({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? URL.parse(`${protocol}://${host}`)?.origin ?? 'http://localhost';
}

const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

/** A network address in its usual form; some proxies name the port too (`ip:port`, `[ip]:port`). Undefined: it is none. */
export function readAddress(text: string): string | undefined {
  const parts = WITH_PORT.exec(text);
  const bare = parts?.[1] ?? parts?.[2] ?? text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}

/** What limits go by: an IPv6 network of /64, as one line of the internet has, is one caller. Text that is no address stays as it is. */
export function addressGroup(text: string): string {
  const address = readAddress(text) ?? text;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}
