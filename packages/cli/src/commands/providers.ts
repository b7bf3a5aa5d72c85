import type { ProviderOfTenant } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { argument, flag, option } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { UsageError } from '../errors.ts';
import { list, plain, yesOrNo } from '../output/cell.ts';
import { type View, tableOf, timeColumn } from '../output/view.ts';

const changeCommand = apiCommand({
  name: 'change',
  summary: 'Confirm the domains of a tenant, or let the passwords of its members count again.',
  inputs: {
    tenant: argument('tenant', 'identifier of the tenant; "lonja providers" lists them'),
    domains: option(
      'names',
      'all domains of e-mail addresses that are the tenant\'s, separated by commas; "" for none',
      (text) => (text === '' ? [] : text.split(',').map((name) => name.trim())),
    ),
    allowPasswords: flag('let passwords count again, where the provider is required and fails'),
  },
  notes:
    "Confirm a domain only when you know that it is the tenant's: its provider speaks for every address of it.",
  examples: [
    ['lonja providers change 01a2... --domains example.com,example.es', 'these and no others'],
    ['lonja providers change 01a2... --allow-passwords', 'its provider fails, and nobody can sign in'],
  ],
  async load({ client }, { tenant, domains, allowPasswords }) {
    if (domains === undefined && allowPasswords === undefined)
      throw new UsageError('Say what to change: --domains or --allow-passwords.');
    const change = { id: tenant, domains, ...(allowPasswords && { required: false as const }) };
    const changed = await client.platform.setIdentityProviderTerms(change);
    return viewOf(changed, [changed], []);
  },
});

export const providersCommand = apiCommand({
  name: 'providers',
  summary: 'List the tenants that sign in by a provider of OpenID Connect of their own.',
  inputs: listInputs,
  notes: 'For superadmins. Tenants set their provider themselves, under Settings.',
  examples: [['lonja providers', 'who signs in by what, and which domains are confirmed']],
  commands: [changeCommand],
  async load({ client }, { limit }) {
    const providers = await collect(client.platform.identityProviders, {}, limit);
    return viewOf(providers, providers.items, moreThanShown(providers));
  },
});

function viewOf(data: unknown, providers: ProviderOfTenant[], foot: string[]): View {
  return {
    data,
    table: tableOf(providers, {
      tenant: ({ tenant_name }) => plain(tenant_name),
      issuer: ({ issuer }) => plain(issuer),
      required: ({ required }) => yesOrNo(required),
      'makes users': ({ creates_users }) => yesOrNo(creates_users),
      domains: ({ domains }) => list(domains),
      'first sign-in': timeColumn('proven_at', ({ proven_at }) => proven_at),
      'tenant id': ({ tenant_id }) => plain(tenant_id),
    }),
    foot,
  };
}
