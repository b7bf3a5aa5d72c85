import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { addressGroup, readAddress } from './network-address.ts';

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
