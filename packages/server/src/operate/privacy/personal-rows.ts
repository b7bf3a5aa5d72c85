import { type RawBuilder, sql } from 'kysely';
import type { User } from '../../people/users/store.ts';

/** Somebody who has an account. */
export type Person = Pick<User, 'id' | 'tenant_id' | 'email' | 'full_name'>;

/** Rows that are about a person: how they are found, what a copy shows of them, and what becomes of them when the person is erased. */
export interface PersonalRows {
  /** In a copy and in the report of an erasure. */
  name: string;
  table: string;
  of: (person: Person) => RawBuilder<boolean>;
  /** Columns of a copy: never a secret, nor what is about somebody else. */
  shown: readonly string[];
  /** Column of the instant by which a copy has the newest first. */
  newest?: string;
  /** What is set in rows that stay, by a new id in place of the person's; absent: they are deleted. */
  anonymised?: (pseudonym: string) => RawBuilder<unknown>;
  /** Why they stay. */
  staysFor?: string;
}

const byUser = ({ id, tenant_id: tenantId }: Person) =>
  sql<boolean>`tenant_id = ${tenantId} and user_id = ${id}`;
const madeBy = ({ id }: Person) => sql<boolean>`created_by = ${id}`;

/** In the order of an erasure; rows that others refer to come after those. */
export const PERSONAL_ROWS: readonly PersonalRows[] = [
  {
    name: 'sessions',
    table: 'user_session',
    of: byUser,
    shown: ['created_at', 'last_seen_at', 'expires_at', 'ended_at', 'address', 'user_agent'],
    newest: 'created_at',
  },
  {
    name: 'notifications',
    table: 'notification',
    of: byUser,
    shown: ['created_at', 'read_at', 'content'],
    newest: 'created_at',
  },
  {
    name: 'alert_rules',
    table: 'alert_rule',
    of: byUser,
    shown: [
      'name',
      'kind',
      'product',
      'resolution',
      'threshold',
      'probability',
      'hours',
      'from_hour',
      'to_hour',
      'days_ahead',
      'channels',
      'enabled',
      'created_at',
      'last_notified_at',
    ],
    newest: 'created_at',
  },
  {
    name: 'alert_channels',
    table: 'alert_channel',
    of: byUser,
    shown: [
      'kind',
      'name',
      'host',
      'quiet_from',
      'quiet_to',
      'digest_at',
      'time_zone',
      'enabled',
      'created_at',
      'last_success_at',
    ],
    newest: 'created_at',
  },
  { name: 'recovery_codes', table: 'totp_recovery_code', of: byUser, shown: [] },
  {
    name: 'linked_identity',
    table: 'linked_identity',
    of: byUser,
    shown: ['linked_at', 'last_used_at'],
    anonymised: () => sql`user_id = null`,
    staysFor:
      'A hash of the identity, so that a later sign-in by the provider does not bring the person back.',
  },
  { name: 'password_links', table: 'password_reset', of: byUser, shown: ['expires_at', 'used_at'] },
  {
    name: 'kept_answers',
    table: 'idempotent_answer',
    of: ({ id, tenant_id: tenantId }) => sql<boolean>`tenant_id = ${tenantId} and owner_id = ${id}`,
    shown: ['key', 'status', 'created_at'],
    newest: 'created_at',
  },
  {
    name: 'mail',
    table: 'mail_queue',
    of: ({ email }) => sql<boolean>`recipient = ${email}`,
    shown: ['created_at', 'message'],
    newest: 'created_at',
  },
  {
    name: 'registrations',
    table: 'registration',
    of: ({ email }) => sql<boolean>`email = ${email}`,
    shown: ['email', 'tenant_name', 'locale', 'created_at', 'completed_at'],
    newest: 'created_at',
  },
  {
    name: 'kept_plans',
    table: 'kept_plan',
    of: ({ id, tenant_id: tenantId }) =>
      sql<boolean>`tenant_id = ${tenantId} and author_kind = 'user' and author_id = ${id}`,
    shown: ['kind', 'delivery_day', 'frozen_at', 'site_id'],
    newest: 'frozen_at',
    anonymised: (pseudonym) => sql`author_id = ${pseudonym}`,
    staysFor: 'What the organisation kept, and what came of it.',
  },
  {
    name: 'invitations',
    table: 'invitation',
    of: ({ email, tenant_id: tenantId }) => sql<boolean>`tenant_id = ${tenantId} and email = ${email}`,
    shown: ['email', 'role', 'created_at', 'expires_at', 'accepted_at', 'revoked_at'],
    newest: 'created_at',
  },
  {
    name: 'invitations_sent',
    table: 'invitation',
    of: madeBy,
    shown: ['role', 'created_at', 'expires_at', 'accepted_at', 'revoked_at'],
    newest: 'created_at',
    anonymised: () => sql`created_by = null`,
    staysFor: 'The organisation has to know whom it let in, and with which role.',
  },
  {
    name: 'api_keys',
    table: 'api_key',
    of: madeBy,
    shown: ['label', 'prefix', 'role', 'scopes', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'],
    newest: 'created_at',
    anonymised: () => sql`created_by = null`,
    staysFor: "Keys are the organisation's: its programs use them, and requests are counted by them.",
  },
  {
    name: 'tickets',
    table: 'support_ticket',
    of: madeBy,
    shown: ['id', 'subject', 'state', 'created_at', 'updated_at', 'closed_at'],
    newest: 'created_at',
    anonymised: () => sql`created_by = null`,
    staysFor: "Tickets are the organisation's correspondence with the operator.",
  },
  {
    name: 'ticket_messages',
    table: 'support_message',
    of: ({ id }) => sql<boolean>`author_id = ${id}`,
    shown: ['ticket_id', 'author_kind', 'body', 'created_at'],
    newest: 'created_at',
    anonymised: () => sql`author_id = null`,
    staysFor: "They are part of the organisation's correspondence with the operator.",
  },
  {
    name: 'backfills',
    table: 'backfill',
    of: madeBy,
    shown: ['source', 'from_day', 'to_day', 'created_at'],
    newest: 'created_at',
    anonymised: () => sql`created_by = null`,
    staysFor: 'It says where data of the market came from.',
  },
  {
    name: 'quarantine_decisions',
    table: 'quarantined_day',
    of: ({ id }) => sql<boolean>`decided_by = ${id}`,
    shown: ['source', 'day', 'released_at', 'discarded_at', 'decision_reason'],
    newest: 'recorded_at',
    anonymised: (pseudonym) => sql`decided_by = ${pseudonym}`,
    staysFor: 'It says why data of the market were let in or kept out, and that it was a person who decided.',
  },
  {
    name: 'quarantined_values',
    table: 'quarantine',
    of: ({ id }) => sql<boolean>`decided_by = ${id}`,
    shown: ['start_at', 'released_at', 'discarded_at', 'decision_reason'],
    newest: 'recorded_at',
    anonymised: (pseudonym) => sql`decided_by = ${pseudonym}`,
    staysFor: 'It says why data of the market were let in or kept out, and that it was a person who decided.',
  },
  {
    name: 'actions',
    table: 'audit_entry',
    of: ({ id }) => sql<boolean>`actor_id = ${id}`,
    shown: ['at', 'action', 'target_type', 'target_id', 'details', 'address'],
    newest: 'at',
    anonymised: (pseudonym) => sql`actor_id = ${pseudonym}, address = null`,
    staysFor: 'The audit log proves what was changed and when; it goes after RETENTION_AUDIT_DAYS.',
  },
  {
    name: 'actions_on_the_account',
    table: 'audit_entry',
    of: ({ id }) =>
      sql<boolean>`target_type = 'user' and target_id = ${id} and actor_id is distinct from ${id}`,
    shown: ['at', 'action', 'actor_kind'],
    newest: 'at',
    // Where nobody is known to have done it, as at a sign-in that failed, the address may be the person's own.
    anonymised: (pseudonym) =>
      sql`target_id = ${pseudonym}, address = case when actor_kind = 'system' then null else address end`,
    staysFor: 'The audit log proves what was changed and when; it goes after RETENTION_AUDIT_DAYS.',
  },
  {
    name: 'account',
    table: 'app_user',
    of: ({ id, tenant_id: tenantId }) => sql<boolean>`tenant_id = ${tenantId} and id = ${id}`,
    shown: [
      'id',
      'email',
      'full_name',
      'role',
      'locale',
      'is_superadmin',
      'created_at',
      'deactivated_at',
      'totp_enabled_at',
    ],
  },
];
