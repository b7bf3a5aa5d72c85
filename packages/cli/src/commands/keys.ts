import type { ApiKey, CreatedApiKey } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { argument, choice, choices, flag, option } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { instantInput } from '../command/time-inputs.ts';
import { UsageError } from '../errors.ts';
import { parseCount, parseTexts } from '../option-values.ts';
import { instant, list, plain } from '../output/cell.ts';
import { type View, recordTable, tableOf, timeColumn } from '../output/view.ts';
import { ROLES } from './roles.ts';

const SCOPES = [
  'forecasts:read',
  'market:read',
  'metrics:read',
  'portfolio:read',
  'portfolio:write',
] as const satisfies NonNullable<ApiKey['scopes']>;
const ADDRESSES = 'addresses, and networks in CIDR, that may use it; several separated by commas';
const idInput = argument('id', 'identifier of the key; "lonja keys" lists them');

const createCommand = apiCommand({
  name: 'create',
  summary: 'Create an API key. It is shown only once.',
  inputs: {
    label: argument('label', 'what the key is for'),
    scopes: choices('scopes', 'permissions of the key (default: all of its role)', SCOPES),
    role: choice('role', 'role of the key (default: yours)', ROLES),
    expiresAt: instantInput('when it expires (default: never)'),
    allowedAddresses: option('addresses', `${ADDRESSES} (default: from anywhere)`, parseTexts),
  },
  examples: [
    ['lonja keys create spreadsheet --scopes forecasts:read,market:read', 'a key for one purpose'],
    ['lonja keys create desk --allowed-addresses 203.0.113.7,2001:db8:1::/48', 'a key for one office'],
    ['lonja keys create ci --json | jq -r .key', 'the key alone'],
  ],
  async load({ client }, { label, scopes, role, expiresAt, allowedAddresses }) {
    const key = { label, scopes, role, expires_at: expiresAt, allowed_addresses: allowedAddresses };
    return createdView(await client.apiKeys.create(key));
  },
});

const changeCommand = apiCommand({
  name: 'change',
  summary: 'Change from which network addresses a key may be used.',
  inputs: {
    id: idInput,
    allowedAddresses: option('addresses', ADDRESSES, parseTexts),
    anyAddress: flag('allow it from anywhere again'),
  },
  examples: [
    ['lonja keys change 0b0a7a52-... --allowed-addresses 203.0.113.7,198.51.100.0/24', 'all others get 403'],
    ['lonja keys change 0b0a7a52-... --any-address', 'no limit any more'],
  ],
  async load({ client }, { id, allowedAddresses, anyAddress }) {
    if ((allowedAddresses === undefined) === (anyAddress === undefined))
      throw new UsageError('Choose one of --allowed-addresses and --any-address.');
    const key = await client.apiKeys.change({ id, allowed_addresses: allowedAddresses ?? null });
    const from = key.allowed_addresses?.join(', ') ?? 'anywhere';
    return { data: key, head: [`The key ${key.prefix}... (${key.label}) may be used from ${from}.`] };
  },
});

const rerollCommand = apiCommand({
  name: 'reroll',
  summary: 'Replace a key. The new one is shown only once.',
  inputs: {
    id: idInput,
    overlapSeconds: option('seconds', 'how long the old key stays valid (default: 86400)', parseCount),
  },
  examples: [['lonja keys reroll 0b0a7a52-... --overlap-seconds 3600', 'an hour to change over']],
  async load({ client }, { id, overlapSeconds }) {
    return createdView(await client.apiKeys.reroll({ id, overlap_seconds: overlapSeconds }));
  },
});

const revokeCommand = apiCommand({
  name: 'revoke',
  summary: 'Revoke a key at once and permanently.',
  inputs: { id: idInput },
  examples: [['lonja keys revoke 0b0a7a52-...', 'requests with it are refused from now on']],
  question: ({ id }) => `Revoke the key ${id} for ever?`,
  async load({ client }, { id }) {
    await client.apiKeys.revoke({ id });
    return { data: { id, revoked: true }, head: [`The key ${id} is revoked.`] };
  },
});

export const keysCommand = apiCommand({
  name: 'keys',
  summary: 'List the API keys of the organisation.',
  inputs: listInputs,
  notes: 'For admins who are signed in.',
  examples: [['lonja keys', 'who made them, when they were used last']],
  commands: [createCommand, changeCommand, rerollCommand, revokeCommand],
  async load({ client, clock }, { limit }) {
    const keys = await collect(client.apiKeys.list, {}, limit);
    const now = await clock();
    return {
      data: keys,
      table: tableOf(keys.items, {
        id: ({ id }) => plain(id),
        label: ({ label }) => plain(label),
        prefix: ({ prefix }) => plain(prefix),
        role: ({ role }) => plain(role),
        scopes: ({ scopes }) => list(scopes ?? ['all']),
        from: ({ allowed_addresses: from }) => list(from ?? ['anywhere']),
        'last used': timeColumn('last_used_at', ({ last_used_at: at }) => at),
        state: (key) => plain(stateOf(key, now)),
      }),
      foot: moreThanShown(keys),
    };
  },
});

function createdView(created: CreatedApiKey): View {
  const { id, label, prefix, scopes, key } = created;
  return {
    data: created,
    table: recordTable({
      id: plain(id),
      label: plain(label),
      prefix: plain(prefix),
      scopes: list(scopes ?? ['all']),
      expires: instant(created.expires_at),
      ...(created.allowed_addresses && { 'allowed from': list(created.allowed_addresses) }),
      key: plain(key),
    }),
    foot: ['Keep the key now: it is not shown again.'],
  };
}

function stateOf(key: ApiKey, now: number): string {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now) return 'expired';
  return key.replaced_by === null ? 'active' : 'being replaced';
}
