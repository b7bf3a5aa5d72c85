import { readNetwork } from '../access/address-list.ts';
import { fieldFault } from '../access/field-fault.ts';

/** Addresses and networks of a request in their usual form, each once. Throws 422 that names the first which is neither. */
export function readNetworks(texts: readonly string[]): string[] {
  const networks = texts.map((text) => {
    const read = readNetwork(text);
    if ('fault' in read) throw fieldFault('allowed_addresses', read.fault);
    return read.network;
  });
  return [...new Set(networks)];
}
