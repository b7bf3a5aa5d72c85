import { apiCommand } from '../command/api-command.ts';
import { argument, choice, flag, option, required } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { UsageError } from '../errors.ts';
import { plain, yesOrNo } from '../output/cell.ts';
import { tableOf, timeColumn } from '../output/view.ts';
import { ROLES } from './roles.ts';

const changeUserCommand = apiCommand({
  name: 'change',
  summary: 'Change the role of a user, or deactivate and reactivate the account.',
  inputs: {
    id: argument('id', 'identifier of the user; "lonja users" lists them'),
    role: choice('role', 'new role', ROLES),
    deactivate: flag('end access and every session at once'),
    reactivate: flag('restore access'),
    revokeKeys: flag('revoke the API keys that the user made too'),
  },
  examples: [
    ['lonja users change 0b0a7a52-... --role trader', 'a new role'],
    ['lonja users change 0b0a7a52-... --deactivate --revoke-keys', 'someone who has left; asks first'],
  ],
  question: ({ id, deactivate, revokeKeys }) =>
    deactivate === true || revokeKeys === true
      ? `End the access of the user ${id}${revokeKeys === true ? ' and revoke the API keys' : ''}?`
      : undefined,
  async load({ client }, { id, role, deactivate, reactivate, revokeKeys }) {
    if (deactivate === true && reactivate === true)
      throw new UsageError('Choose one of --deactivate and --reactivate.');
    const active = deactivate === true ? false : reactivate;
    if (role === undefined && active === undefined && revokeKeys === undefined)
      throw new UsageError('Say what to change: --role, --deactivate, --reactivate or --revoke-keys.');
    const user = await client.tenant.changeUser({ id, role, active, revoke_api_keys: revokeKeys });
    const state = user.active ? 'active' : 'deactivated';
    const keys = user.api_keys.map(
      ({ id: keyId, label, prefix, revoked_at: revokedAt }) =>
        `The key ${prefix}... (${label}, ${keyId}) ${revokedAt === null ? 'works on' : 'is revoked'}.`,
    );
    return { data: user, head: [`${user.email} is ${user.role}, ${state}.`, ...keys] };
  },
});

const exportCommand = apiCommand({
  name: 'export',
  summary: 'Print what is stored about a user as JSON.',
  inputs: { id: argument('id', 'identifier of the user; "lonja users" lists them') },
  examples: [['lonja users export 0b0a7a52-... > person.json', 'a copy for the person']],
  async load({ client }, { id }) {
    const copy = await client.tenant.exportUser({ id });
    return { data: copy, head: [JSON.stringify(copy, null, 2)] };
  },
});

const eraseCommand = apiCommand({
  name: 'erase',
  summary: 'Erase a user for good: the account goes, and the person out of what stays.',
  inputs: {
    id: argument('id', 'identifier of the user; "lonja users" lists them'),
    email: required(option('address', 'e-mail address of the user, to confirm who is meant')),
    revokeKeys: flag('revoke the API keys that the user made too'),
  },
  examples: [['lonja users erase 0b0a7a52-... --email ana@example.com', 'asks first; cannot be undone']],
  question: ({ email }) => `Erase ${email} for ever?`,
  async load({ client }, { id, email, revokeKeys }) {
    const report = await client.tenant.eraseUser({ id, email, revoke_api_keys: revokeKeys });
    const stays = report.stays.map(({ what, why }) => `Stays: ${what}. ${why}`);
    const mentions = report.mentions.map(
      ({ where, count }) => `${where} names the person still (${count}); change it where it should not.`,
    );
    return { data: report, head: [`${email} is erased.`, ...stays, ...mentions] };
  },
});

const endSessionsCommand = apiCommand({
  name: 'end-sessions',
  summary: 'End every session of a user, who may sign in again.',
  inputs: { id: argument('id', 'identifier of the user; "lonja users" lists them') },
  examples: [['lonja users end-sessions 0b0a7a52-...', 'after a lost computer']],
  async load({ client }, { id }) {
    await client.tenant.endUserSessions({ id });
    return { data: { id, ended: true }, head: [`Every session of the user ${id} has ended.`] };
  },
});

export const usersCommand = apiCommand({
  name: 'users',
  summary: 'List the users of the organisation.',
  inputs: listInputs,
  notes: 'For admins who are signed in.',
  examples: [['lonja users', 'roles, second factors, when they were seen last']],
  commands: [changeUserCommand, endSessionsCommand, exportCommand, eraseCommand],
  async load({ client }, { limit }) {
    const users = await collect(client.tenant.users, {}, limit);
    return {
      data: users,
      table: tableOf(users.items, {
        id: ({ id }) => plain(id),
        'e-mail': ({ email }) => plain(email),
        name: ({ full_name: name }) => plain(name),
        role: ({ role }) => plain(role),
        active: ({ active }) => yesOrNo(active),
        '2nd factor': ({ totp_enabled: enabled }) => yesOrNo(enabled),
        'last seen': timeColumn('last_seen_at', ({ last_seen_at: at }) => at),
      }),
      foot: moreThanShown(users),
    };
  },
});

const inviteCommand = apiCommand({
  name: 'create',
  summary: 'Invite someone by e-mail.',
  inputs: {
    email: argument('address', 'where the link is sent'),
    role: required(choice('role', 'role of the new user', ROLES)),
  },
  examples: [['lonja invitations create ana@example.com --role trader', 'good for 7 days']],
  async load({ client }, { email, role }) {
    const invitation = await client.tenant.createInvitation({ email, role });
    return {
      data: invitation,
      head: [`${invitation.email} is invited as ${invitation.role}; the link goes by mail.`],
    };
  },
});

const revokeInvitationCommand = apiCommand({
  name: 'revoke',
  summary: 'Revoke an invitation.',
  inputs: { id: argument('id', 'identifier of the invitation; "lonja invitations" lists them') },
  examples: [['lonja invitations revoke 0b0a7a52-...', 'its link works no longer']],
  question: ({ id }) => `Revoke the invitation ${id}?`,
  async load({ client }, { id }) {
    await client.tenant.revokeInvitation({ id });
    return { data: { id, revoked: true }, head: [`The invitation ${id} is revoked.`] };
  },
});

export const invitationsCommand = apiCommand({
  name: 'invitations',
  summary: 'List the invitations of the organisation.',
  inputs: listInputs,
  notes: 'For admins who are signed in.',
  examples: [['lonja invitations', 'who was invited, and what became of it']],
  commands: [inviteCommand, revokeInvitationCommand],
  async load({ client }, { limit }) {
    const invitations = await collect(client.tenant.invitations, {}, limit);
    return {
      data: invitations,
      table: tableOf(invitations.items, {
        id: ({ id }) => plain(id),
        'e-mail': ({ email }) => plain(email),
        role: ({ role }) => plain(role),
        state: ({ state }) => plain(state),
        expires: timeColumn('expires_at', ({ expires_at: at }) => at),
      }),
      foot: moreThanShown(invitations),
    };
  },
});
