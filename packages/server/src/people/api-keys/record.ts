import { z } from 'zod';
import { instantField } from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';
import { instantParameter } from '../../ground/http/parameters.ts';
import { onWire } from '../../ground/http/wire.ts';
import {
  changesOf,
  idField,
  lineField,
  RoleField,
  ScopeField,
  shownField,
} from '../access/account-fields.ts';
import { MAX_NETWORKS } from '../access/address-list.ts';
import { SCOPES } from '../access/principal.ts';
import type { ApiKey } from './store.ts';

export const DEFAULT_OVERLAP_S = 86_400;
const MAX_OVERLAP_S = 30 * DEFAULT_OVERLAP_S;

const MAX_NETWORK_LENGTH = 64;

const AllowedAddresses = z
  .array(z.string().min(1).max(MAX_NETWORK_LENGTH))
  .min(1)
  .max(MAX_NETWORKS)
  .nullable()
  .meta({
    description:
      'IPv4 and IPv6 addresses, and networks in CIDR, from which the key may be used; all other requests with it are 403. Null: from anywhere',
    examples: [['203.0.113.7', '198.51.100.0/24', '2001:db8:1::/48']],
  });

const keyFields = {
  id: idField('Identifier of the key'),
  label: shownField('What the key is for', 'Spreadsheet'),
  prefix: z
    .string()
    .meta({ description: 'Beginning of the key, to recognise it by', examples: ['svc_3kF9aZ0q'] }),
  role: RoleField,
  scopes: z.array(ScopeField).nullable().meta({ description: 'Null: every client right of the role' }),
  created_by: idField('The user who created it').nullable(),
  created_at: instantField('When it was created'),
  last_used_at: instantField('Last use, to the minute').nullable(),
  expires_at: instantField('When it ends by itself').nullable(),
  revoked_at: instantField('When it was revoked').nullable(),
  rate_limit: z
    .int()
    .nullable()
    .meta({ description: "Requests a minute; null: the tenant's limit", examples: [null] }),
  replaced_by: idField('The key that a reroll made in its place').nullable(),
  allowed_addresses: z
    .array(z.string())
    .nullable()
    .meta({
      description: 'Network addresses, and networks in CIDR, from which it may be used; null: from anywhere',
      examples: [['203.0.113.7', '2001:db8:1::/48']],
    }),
};

export const ApiKeyRecord = z.object(keyFields).meta({ id: 'ApiKey' });
export type ApiKeyRecord = z.infer<typeof ApiKeyRecord>;

export const ApiKeyQuery = z.strictObject({
  created_by: idField('Only keys that this user made').optional(),
  ...pageParameters,
});

export const ApiKeyPage = pageOf(ApiKeyRecord).meta({ id: 'ApiKeyPage' });

export const CreatedApiKey = z
  .object({
    ...keyFields,
    key: z.string().meta({ description: 'The full key, in this answer and never again' }),
  })
  .meta({ id: 'CreatedApiKey' });

export const ApiKeyRequest = z.strictObject(
  {
    label: lineField('What the key is for', 'Spreadsheet'),
    scopes: z
      .array(ScopeField)
      .min(1)
      .max(SCOPES.length)
      .nullish()
      .meta({ description: 'Absent or null: every client right of the role' }),
    expires_at: instantParameter(
      'When the key ends by itself; absent or null: never',
      '2027-03-31T00:00:00Z',
    ).nullish(),
    role: RoleField.optional().meta({ description: "Role of the key, at most one's own; absent: one's own" }),
    allowed_addresses: AllowedAddresses.optional(),
  },
  'Send label as JSON.',
);

export const ApiKeyChange = changesOf({ allowed_addresses: AllowedAddresses });

export const RerollRequest = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_S)
      .default(DEFAULT_OVERLAP_S)
      .meta({
        description: 'How long the old key works on; 0 revokes it at once',
        examples: [3600],
      }),
  })
  .nullish();

export function toApiKeyRecord(key: ApiKey) {
  return { ...onWire(key), scopes: key.scopes && SCOPES.filter((scope) => key.scopes?.includes(scope)) };
}
