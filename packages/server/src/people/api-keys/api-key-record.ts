import { formatInstant, formatOptionalInstant } from '../../ground/http/wire.ts';
import type { ApiKeyRecord } from './schemas.ts';
import type { ApiKey } from './api-keys.ts';
import { SCOPES } from '../access/principal.ts';

export function toApiKeyRecord(key: ApiKey): ApiKeyRecord {
  return {
    id: key.id,
    label: key.label,
    prefix: key.prefix,
    role: key.role,
    scopes: key.scopes === undefined ? null : SCOPES.filter((scope) => key.scopes?.includes(scope)),
    created_by: key.createdBy ?? null,
    created_at: formatInstant(key.createdAt),
    last_used_at: formatOptionalInstant(key.lastUsedAt),
    expires_at: formatOptionalInstant(key.expiresAt),
    revoked_at: formatOptionalInstant(key.revokedAt),
    rate_limit: key.requestsPerMinute ?? null,
    replaced_by: key.replacedBy ?? null,
    allowed_addresses: key.allowedAddresses ?? null,
  };
}
