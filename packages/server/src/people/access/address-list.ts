import { BlockList, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Principal } from './principal.ts';
import { RefusedCredential } from './refused-credential.ts';

/** As many networks as one key may have. */
export const MAX_NETWORKS = 50;

const PREFIX_BITS = /^(?:0|[1-9]\d{0,2})$/;
/** IPv4 addresses within IPv6, `::ffff:0:0/96`. */
const MAPPED_BITS = 96;

/** An address or a network in CIDR, in its usual form, or what is wrong with it. */
export function readNetwork(text: string): { network: string } | { fault: string } {
  const [address, bits, ...rest] = text.trim().split('/');
  if (rest.length > 0 || !isAddress(address) || (bits !== undefined && !PREFIX_BITS.test(bits))) {
    return { fault: `${text} is no IPv4 or IPv6 address and no network in CIDR, such as 198.51.100.0/24.` };
  }
  const parsed = ipaddr.parse(address);
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress();
  const usual = isMapped ? parsed.toIPv4Address() : parsed;
  const most = usual.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? most : Number(bits) - (isMapped ? MAPPED_BITS : 0);
  if (length < 0 || length > most) {
    return { fault: `The prefix of ${text} must be ${isMapped ? '96 to 128' : `0 to ${most}`} bits long.` };
  }
  if (length === most) return { network: usual.toString() };
  const network = firstOf(usual, length);
  if (network !== usual.toString()) {
    return {
      fault: `${text} is not the first address of its network; send ${network}/${length} or ${address}.`,
    };
  }
  return { network: `${network}/${length}` };
}

/** Tells whether an address in its usual form is in one of the networks; text that is no address is in none. */
export function createAddressCheck(networks: readonly string[]): (address: string) => boolean {
  // One list of both would take IPv4 addresses for IPv6 ones, so that ::/0 let all of them in.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address, bits] = network.split('/');
    const family = familyOf(address);
    if (bits === undefined) lists[family].addAddress(address, family);
    else lists[family].addSubnet(address, Number(bits), family);
  }
  return (address) => isAddress(address) && lists[familyOf(address)].check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** A zone, as in `fe80::1%eth0`, is of one computer and means nothing here. */
function isAddress(text: string): boolean {
  return isIPv4(text) || (isIPv6(text) && !text.includes('%'));
}

function firstOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const text = `${address.toString()}/${bits}`;
  return address instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(text).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(text).toString();
}

/** Throws `address_not_allowed` where an API key may not be used from this network address. */
export function assertAddress({ isAllowedFrom, tenantId, keyId }: Principal, address: string): void {
  if (isAllowedFrom === undefined || isAllowedFrom(address)) return;
  throw new RefusedCredential(
    `This API key may not be used from ${address || 'an unknown address'}; an admin can add it to the allowed addresses of the key.`,
    {
      code: 'address_not_allowed',
      tenantId,
      reason: 'address not allowed',
      ...(keyId !== undefined && { target: { type: 'api_key', id: keyId } }),
    },
  );
}
