import { PRODUCTS } from '@lonja/forecasting/market';
import { z } from 'zod';
import { instantField } from '../../ground/http/fields.ts';
import { pageOf } from '../../ground/http/paging.ts';
import { onWire } from '../../ground/http/wire.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import {
  idField,
  RoleField,
  ShownEmail,
  ShownName,
  ShownTenantName,
} from '../../people/access/account-fields.ts';
import type { Tenant } from '../../people/tenants/store.ts';

const MAX_REQUESTS_PER_MINUTE = 100_000;

const MARKET_PRODUCTS = PRODUCTS.map(marketProductId);

const TenantId = idField('Identifier of the tenant');
const ProductIds = z
  .array(
    z
      .string()
      .refine(
        (id) => MARKET_PRODUCTS.includes(id),
        `Send products of the markets: ${MARKET_PRODUCTS.join(', ')}.`,
      ),
  )
  .max(MARKET_PRODUCTS.length)
  .meta({ description: 'Market products that the tenant may read', examples: [['es-da', 'es-ida1']] });
const ShownLimit = z.int().nullable();

export const TenantRecord = z
  .object({
    id: TenantId,
    name: ShownTenantName,
    active: z.boolean().meta({ description: 'False once the tenant is deactivated', examples: [true] }),
    products: z.array(z.string()).meta({ description: 'Subscribed market products', examples: [['es-da']] }),
    requests_per_minute: ShownLimit.meta({
      description: 'Limit of each credential; null: 60',
      examples: [null],
    }),
    created_at: instantField('When the tenant was created'),
    deactivated_at: instantField('When it was deactivated').nullable(),
  })
  .meta({ id: 'Tenant' });

export const TenantPage = pageOf(TenantRecord).meta({ id: 'TenantPage' });

export const PlatformUserRecord = z
  .object({
    id: idField('Identifier of the user'),
    tenant_id: TenantId,
    tenant_name: ShownTenantName,
    email: ShownEmail,
    full_name: ShownName,
    role: RoleField,
    is_superadmin: z.boolean().meta({ description: 'Whether /admin is open', examples: [false] }),
    active: z.boolean().meta({ description: 'False once the user is deactivated', examples: [true] }),
    created_at: instantField('When the user was created'),
    last_seen_at: instantField('Last use of a session, to the minute').nullable(),
  })
  .meta({ id: 'PlatformUser' });

export const PlatformUserPage = pageOf(PlatformUserRecord).meta({ id: 'PlatformUserPage' });

export const SubscriptionRecord = z
  .object({ tenant_id: TenantId, tenant_name: ShownTenantName, products: z.array(z.string()) })
  .meta({ id: 'Subscription' });

export const SubscriptionPage = pageOf(SubscriptionRecord).meta({ id: 'SubscriptionPage' });

export const SubscriptionChange = z.strictObject({ products: ProductIds }, 'Send products as JSON.');

export const LimitChange = z.strictObject(
  {
    requests_per_minute: z
      .int()
      .min(1)
      .max(MAX_REQUESTS_PER_MINUTE)
      .nullable()
      .meta({
        description: 'Requests a minute of each credential; null: back to the default',
        examples: [600],
      }),
  },
  'Send requests_per_minute as JSON.',
);

export const KeyLimitRecord = z
  .object({
    id: idField('Identifier of the key'),
    tenant_id: TenantId,
    label: z.string().meta({ description: 'What the key is for' }),
    prefix: z.string().meta({ description: 'Beginning of the key' }),
    requests_per_minute: ShownLimit.meta({ description: "Null: the tenant's limit" }),
  })
  .meta({ id: 'KeyLimit' });

export const TenantLimitRecord = z
  .object({
    tenant_id: TenantId,
    tenant_name: ShownTenantName,
    requests_per_minute: ShownLimit.meta({ description: 'Limit of each credential; null: 60' }),
    api_keys: z.array(KeyLimitRecord).meta({ description: 'Keys with a limit of their own' }),
  })
  .meta({ id: 'TenantLimit' });

export const TenantLimitPage = pageOf(TenantLimitRecord).meta({ id: 'TenantLimitPage' });

const count = (description: string) => z.int().min(0).meta({ description });

export const PlatformStatsRecord = z
  .object({
    tenants: count('Tenants'),
    active_tenants: count('Tenants that are not deactivated'),
    users: count('Users'),
    active_users: count('Users that are not deactivated'),
    live_api_keys: count('Keys that are neither revoked nor expired'),
    live_sessions: count('Sessions that are neither ended nor expired'),
    requests_today: count('Authenticated requests since midnight UTC'),
    waiting_mails: count('Mails that wait to be sent'),
    forecast_runs: count('Published forecast runs'),
    database_bytes: count('Size of the database'),
    first_run_file: z.boolean().meta({
      description: 'Whether `first-run.json` with the secrets of the first accounts still lies in DATA_DIR',
    }),
  })
  .meta({ id: 'PlatformStats' });
export type PlatformFigures = Omit<z.infer<typeof PlatformStatsRecord>, 'first_run_file'>;

/** A tenant as the platform's operator sees it. */
export function toTenantRecord(tenant: Tenant) {
  const { rate_limit: requests_per_minute, deactivated_at } = tenant;
  return { ...onWire(tenant), active: deactivated_at === null, requests_per_minute };
}

export function toSubscription({ id, name, products }: Tenant) {
  return { tenant_id: id, tenant_name: name, products };
}
