import { z } from 'zod';
import { instantField } from '../../ground/http/fields.ts';
import { pageOf } from '../../ground/http/paging.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import {
  EmailField,
  FullNameField,
  idField,
  LinkTokenField,
  LocaleField,
  PasswordField,
  RoleField,
  ShownEmail,
  ShownTenantName,
} from '../access/account-fields.ts';
import { type Invitation, invitationState } from './store.ts';

export const InvitationRequest = z.strictObject(
  { email: EmailField, role: RoleField },
  'Send email and role as JSON.',
);

export const InvitationRecord = z
  .object({
    id: idField('Identifier of the invitation'),
    email: ShownEmail,
    role: RoleField,
    state: z.enum(['pending', 'accepted', 'revoked', 'expired']).meta({
      description: 'Only a pending invitation can be accepted',
    }),
    created_at: instantField('When it was sent'),
    expires_at: instantField('Until when it can be accepted'),
  })
  .meta({ id: 'Invitation' });
export type InvitationRecord = z.infer<typeof InvitationRecord>;

export const InvitationPage = pageOf(InvitationRecord).meta({ id: 'InvitationPage' });

export const InvitationLookupQuery = z.strictObject({ token: LinkTokenField });

export const InvitationLookup = z
  .object({
    email: ShownEmail,
    tenant_name: ShownTenantName,
    role: RoleField,
    identity_provider: z.enum(['none', 'optional', 'required']).meta({
      description:
        'Whether the organisation signs in by a provider of its own: then the invited person may, or has to, begin at `/auth/openid/start`',
    }),
  })
  .meta({ id: 'InvitationLookup' });

export const InvitationAcceptance = z.strictObject(
  {
    token: LinkTokenField,
    password: PasswordField,
    full_name: FullNameField,
    locale: LocaleField.optional(),
  },
  'Send token, password and full_name as JSON.',
);

export function toInvitationRecord(invitation: Invitation, now: number): InvitationRecord {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    state: invitationState(invitation, now),
    created_at: formatInstant(invitation.created_at.getTime()),
    expires_at: formatInstant(invitation.expires_at.getTime()),
  };
}
