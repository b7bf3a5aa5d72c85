import type { Principal } from './principal.ts';
import { RefusedCredential } from './refused-credential.ts';

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
