import { z } from 'zod';
import { instantField, countField } from '../../ground/http/fields.ts';
import { pageOf } from '../../ground/http/paging.ts';
import { formatInstant, onWire } from '../../ground/http/wire.ts';
import {
  changesOf,
  FullNameField,
  idField,
  LocaleField,
  OtpField,
  PasswordField,
  RoleField,
  ShownEmail,
  ShownName,
  ShownTenantName,
} from '../access/account-fields.ts';
import type { Principal } from '../access/principal.ts';
import { ApiKeyRecord } from '../api-keys/record.ts';
import type { User } from './store.ts';

const UserRecord = z
  .object({
    id: idField('Identifier of the user'),
    email: ShownEmail,
    full_name: ShownName,
    role: RoleField,
    locale: LocaleField,
    active: z.boolean().meta({ description: 'False once the user is deactivated', examples: [true] }),
    totp_enabled: z
      .boolean()
      .meta({ description: 'Whether sign-in asks for a second factor', examples: [false] }),
    created_at: instantField('When the user was created'),
    last_seen_at: instantField('Last use of a session, to the minute').nullable(),
  })
  .meta({ id: 'User' });

export const UserPage = pageOf(UserRecord).meta({ id: 'UserPage' });

export const UserChange = changesOf({
  role: RoleField,
  active: z.boolean().meta({
    description: 'False deactivates the user, which ends every session at once; true reactivates',
    examples: [false],
  }),
  revoke_api_keys: z.boolean().meta({
    description:
      'True revokes the API keys that the user made; they work on without that, whatever becomes of the user',
    examples: [true],
  }),
});

export const ChangedUser = UserRecord.extend({
  api_keys: z.array(ApiKeyRecord).meta({
    description: 'Keys that the user made and that worked before; `revoked_at` says whether they still do',
  }),
}).meta({ id: 'ChangedUser' });

export const Me = z
  .object({
    id: idField('Identifier of the user'),
    email: ShownEmail,
    full_name: ShownName,
    role: RoleField,
    locale: LocaleField,
    is_superadmin: z.boolean().meta({ description: 'Whether /admin is open', examples: [false] }),
    tenant: z.object({
      id: idField('Identifier of the tenant'),
      name: ShownTenantName,
    }),
    totp_enabled: z
      .boolean()
      .meta({ description: 'Whether sign-in asks for a second factor', examples: [false] }),
    recovery_codes_left: z
      .int()
      .meta({ description: 'Recovery codes of the second factor that were not used', examples: [0] }),
    second_factor_needed: z.boolean().meta({
      description: 'Whether nothing is open to this session before a second factor is set up',
      examples: [false],
    }),
    unread_notifications: countField('Notifications that the user has not read', 0),
    now: instantField("What the service's clock shows as it answers"),
  })
  .meta({ id: 'Me' });

export const MeChange = changesOf({ full_name: FullNameField, locale: LocaleField });

export const PasswordChange = z.strictObject(
  { current_password: PasswordField, new_password: PasswordField },
  'Send current_password and new_password as JSON.',
);

/** What a change of the second factor takes. */
export const FactorConfirmation = z.strictObject(
  { password: PasswordField, otp: OtpField.optional() },
  'Send password and otp as JSON.',
);

export const PasswordConfirmation = z.strictObject({ password: PasswordField }, 'Send password as JSON.');

/** The account of a session. */
export function toMe(user: User, principal: Principal, { now, unread }: { now: number; unread: number }) {
  return {
    ...onWire(user),
    tenant: { id: user.tenant_id, name: user.tenant_name },
    second_factor_needed: principal.mustEnrol === true && !user.totp_enabled,
    unread_notifications: unread,
    now: formatInstant(now),
  };
}
