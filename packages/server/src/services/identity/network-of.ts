import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_BITS = 64;

/** What one caller has of addresses: an IPv4 address, or the /64 network of an IPv6 address. Other text stays as it is. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK_BITS}`);
  return `${network.toString()}/${IPV6_NETWORK_BITS}`;
}
