import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Locale } from '../config/locale.ts';

/** Accounts, who they are and what they did. */
export interface PeopleTables {
  tenant: TenantTable;
  app_user: AppUserTable;
  api_key: ApiKeyTable;
  user_session: UserSessionTable;
  registration: RegistrationTable;
  invitation: InvitationTable;
  password_reset: PasswordResetTable;
  totp_recovery_code: TotpRecoveryCodeTable;
  identity_provider: IdentityProviderTable;
  linked_identity: LinkedIdentityTable;
  finished_sign_in: { id: string; tenant_id: string; expires_at: Date };
  audit_entry: AuditEntryTable;
  audit_queue: { entry_id: string };
  request_usage: RequestUsageTable;
  mail_queue: MailQueueTable;
  request_window: RequestWindowTable;
  credential_version: CredentialVersionTable;
  idempotent_answer: IdempotentAnswerTable;
}

/** The answer to a request that carried an `Idempotency-Key`. */
interface IdempotentAnswerTable {
  id: string;
  tenant_id: string;
  owner_id: string;
  key: string;
  request_sha256: Buffer;
  status: number;
  answer: Buffer;
  created_at: Date;
}

export interface TenantTable {
  id: string;
  name: string;
  /** Market products the tenant may read, such as `es-da`. */
  products: Generated<string[]>;
  created_at: Generated<Date>;
  deactivated_at: Date | null;
  locale: Generated<Locale>;
  /** Zone that the tenant's people want times shown in; delivery days stay those of the market. */
  time_zone: Generated<string>;
  /** Requests a minute of each credential; null: the default. */
  rate_limit: number | null;
  /** Change of a forecast that raises `forecast.changed`, EUR/MWh. */
  forecast_change_threshold: Generated<number>;
  /** Whether a user without a second factor may do no more than set one up. */
  requires_second_factor: Generated<boolean>;
}

export interface AppUserTable {
  id: string;
  tenant_id: string;
  /** Lower case. */
  email: string;
  password_hash: string;
  full_name: string;
  role: 'admin' | 'manager' | 'trader' | 'viewer';
  is_superadmin: Generated<boolean>;
  /** Raised to end every session token of the user at once. */
  token_version: Generated<number>;
  created_at: Generated<Date>;
  deactivated_at: Date | null;
  locale: Generated<Locale>;
  /** Sealed; in force once `totp_enabled_at` is set. */
  totp_secret: Buffer | null;
  totp_enabled_at: Date | null;
  /** Step of the newest code that was accepted: no code counts twice. */
  totp_last_step: string | null;
}

export interface ApiKeyTable {
  id: string;
  tenant_id: string;
  label: string;
  prefix: string;
  key_sha256: Buffer;
  /** Null: every client right of the role. */
  scopes: string[] | null;
  role: 'admin' | 'manager' | 'trader' | 'viewer';
  created_by: string | null;
  created_at: Generated<Date>;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** Requests a minute; null: the tenant's limit. */
  rate_limit: number | null;
  /** The key that a reroll made in place of this one. */
  replaced_by: string | null;
  /** Addresses and networks in CIDR from which it may be used; null: from anywhere. */
  allowed_addresses: string[] | null;
}

/** A session token that was issued; its id is the token's `jti`. */
export interface UserSessionTable {
  id: string;
  tenant_id: string;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  address: string | null;
  user_agent: string | null;
}

/** A registration before there is a tenant. The code is known to the mail's reader alone. */
export interface RegistrationTable {
  id: string;
  email: string;
  tenant_name: string;
  locale: Locale;
  code_hmac: Buffer | null;
  /** Null before a code was sent. */
  code_expires_at: Date | null;
  /** Wrong codes since the code was sent. */
  tries: Generated<number>;
  codes_asked: Generated<number>;
  created_at: Date;
  completed_at: Date | null;
}

export interface InvitationTable {
  id: string;
  tenant_id: string;
  email: string;
  role: 'admin' | 'manager' | 'trader' | 'viewer';
  /** Null until the mail with the link is sent. */
  token_sha256: Buffer | null;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

interface PasswordResetTable {
  token_sha256: Buffer;
  tenant_id: string;
  user_id: string;
  expires_at: Date;
  used_at: Date | null;
}

/** A tenant's own provider of OpenID Connect. */
export interface IdentityProviderTable {
  id: string;
  tenant_id: string;
  /** By which its sign-in is found without knowing the tenant. */
  name: string;
  issuer: string;
  client_id: string;
  /** Sealed; null: the client has none. */
  client_secret: Buffer | null;
  scopes: string[];
  role_claim: string | null;
  /** Roles by the claim's value. */
  roles: JSONColumnType<Record<string, AppUserTable['role']>>;
  default_role: AppUserTable['role'] | null;
  creates_users: boolean;
  is_required: boolean;
  /** Domains of e-mail addresses that the operator has confirmed. */
  domains: Generated<string[]>;
  /** When somebody first signed in by it as it is; null: nobody has. */
  proven_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

interface LinkedIdentityTable {
  id: string;
  tenant_id: string;
  /** Null: the person was erased. */
  user_id: string | null;
  subject_sha256: Buffer;
  linked_at: Date;
  last_used_at: Date;
}

/** Codes that are left: one that was used is deleted. */
interface TotpRecoveryCodeTable {
  tenant_id: string;
  user_id: string;
  code_hash: Buffer;
}

/** Append-only: who changed what. */
interface AuditEntryTable {
  id: string;
  /** Null: it belongs to no tenant. */
  tenant_id: string | null;
  at: Date;
  actor_kind: 'user' | 'api_key' | 'operator' | 'system';
  actor_id: string | null;
  /** `noun.verb`, such as `user.deactivated`. */
  action: string;
  target_type: string | null;
  target_id: string | null;
  details: JSONColumnType<Record<string, unknown>>;
  /** Network address that it was done from; null: unknown, or the service itself. */
  address: string | null;
}

/** Requests of a day in UTC, by key; those of session tokens are counted together, without a key. */
interface RequestUsageTable {
  tenant_id: string;
  day: string;
  api_key_id: string | null;
  requests: string;
}

/** Mail that waits to be sent; a row goes when its mail has gone. It never holds a secret. */
interface MailQueueTable {
  id: string;
  tenant_id: string | null;
  recipient: string;
  locale: Locale;
  message: ColumnType<unknown, string, string>;
  created_at: Date;
  next_attempt_at: Date;
  attempts: Generated<number>;
}

/** What a credential or an address has used of a limit; see `take_requests`. */
interface RequestWindowTable {
  key: string;
  at_ms: number[];
  counts: number[];
  idle_at_ms: number;
}

/** One row: rises with every commit that takes something from a credential or changes what it may do. */
interface CredentialVersionTable {
  singleton: Generated<boolean>;
  version: Generated<string>;
}
