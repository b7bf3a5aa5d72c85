import type { ApiKey, CreatedApiKey } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { argument, choice, choices, option } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { instantInput } from '../command/time-inputs.ts';
import { parseCount } from '../option-values.ts';
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
const idInput = argument('id', 'identifier of the key; "lonja keys" lists them');

const createCommand = apiCommand({
  name: 'create',
  summary: 'Create an API key. It is shown only once.',
  inputs: {
    label: argument('label', 'what the key is for'),
    scopes: choices('scopes', 'permissions of the key (default: all of its role)', SCOPES),
    role: choice('role', 'role of the key (default: yours)', ROLES),
    expiresAt: instantInput('when it expires (default: never)'),
  },
  examples: [
    ['lonja keys create spreadsheet --scopes forecasts:read,market:read', 'a key for one purpose'],
    ['lonja keys create ci --json | jq -r .key', 'the key alone'],
  ],
  async load({ client }, { label, scopes, role, expiresAt }) {
    return createdView(await client.apiKeys.create({ label, scopes, role, expires_at: expiresAt }));
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
  commands: [createCommand, rerollCommand, revokeCommand],
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
