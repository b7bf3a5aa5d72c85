import type { Readable } from 'node:stream';
import { z } from 'zod';
import { LocaleField, ShownTenantName, changesOf, idField, lineField } from './account-fields.ts';
import { dayField, instantField } from './fields.ts';
import { pageOf, pageParameters } from './paging.ts';
import { CsvLocale, Format, calendarDay } from './parameters.ts';
import { readResponse } from './read-response.ts';

const MAX_THRESHOLD_EUR_PER_MWH = 10_000;

const changeable = {
  name: lineField('Name of the organisation', 'Energía del Sur'),
  locale: LocaleField,
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'Send a zone of the tz database, such as Europe/Madrid.')
    .meta({
      description: 'Zone that times are shown in; delivery days stay those of the market',
      examples: ['Europe/Madrid'],
    }),
  forecast_change_threshold: z
    .number()
    .min(0)
    .max(MAX_THRESHOLD_EUR_PER_MWH)
    .meta({
      description: 'Change of a forecast from which `forecast.changed` is sent, EUR/MWh',
      examples: [5],
    }),
  require_second_factor: z.boolean().meta({
    description: 'Whether users without a second factor may do no more than set one up; API keys work on',
    examples: [false],
  }),
};

export const Settings = z
  .object({
    id: idField('Identifier of the tenant'),
    ...changeable,
    name: ShownTenantName,
    products: z.array(z.string()).meta({ description: 'Subscribed market products', examples: [['es-da']] }),
    requests_per_minute: z
      .int()
      .meta({ description: 'Requests a minute of each credential', examples: [60] }),
    created_at: instantField('When the tenant was created'),
  })
  .meta({ id: 'Settings' });

export const SettingsChange = changesOf(changeable);

/** Of a list whose CSV has all that matches. */
const FileFormat = Format.meta({
  description:
    'Format of the answer; wins over the Accept header (`text/csv`). `csv` has all that matches, whatever the page',
});

export const UsageQuery = z.strictObject({
  date_from: calendarDay('First day in UTC, inclusive; 30 days ago by default').optional(),
  date_to: calendarDay('Last day in UTC, inclusive; today by default').optional(),
  ...pageParameters,
  format: FileFormat,
  locale: CsvLocale,
});

export const TenantUsageQuery = UsageQuery.extend({
  by: z.enum(['day', 'month']).default('day').meta({ description: 'Period of a record, in UTC' }),
  tenant_id: idField('Only of this tenant').optional(),
});

export const TenantUsageRecord = z
  .object({
    date: dayField('First day of the period, in UTC'),
    tenant_id: idField('The tenant'),
    tenant_name: ShownTenantName,
    requests: z.int().meta({ description: 'Requests answered, refusals included', examples: [43200] }),
    requests_of_sessions: z.int().meta({ description: 'Of them, without an API key', examples: [120] }),
  })
  .meta({ id: 'TenantUsage' });

export const TenantUsagePage = pageOf(TenantUsageRecord).meta({ id: 'TenantUsagePage' });

export const UsageRecord = z
  .object({
    date: dayField('Day in UTC'),
    api_key_id: idField('The key; null: all session tokens together').nullable(),
    label: z
      .string()
      .nullable()
      .meta({ description: 'Label of the key', examples: ['Spreadsheet'] }),
    requests: z.int().meta({ description: 'Requests answered, refusals included', examples: [1440] }),
  })
  .meta({ id: 'Usage' });

export const UsagePage = pageOf(UsageRecord).meta({ id: 'UsagePage' });

export const AuditQuery = z.strictObject({
  date_from: calendarDay('First day in UTC, inclusive').optional(),
  date_to: calendarDay('Last day in UTC, inclusive').optional(),
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_]+(\.[a-z_]+)?$/, 'Send `noun.verb`, or a noun for all of its actions.')
    .optional()
    .meta({
      description: 'Only this action, as `noun.verb`; a noun alone stands for all of its actions',
      examples: ['api_key'],
    }),
  actor_id: idField('Only what this user or key did').optional(),
  ...pageParameters,
  format: z.enum(['json', 'csv', 'ndjson']).optional().meta({
    description:
      'Format of the answer; wins over the Accept header. `csv` and `ndjson`, a JSON object a line, have all entries that match, whatever the page',
  }),
  locale: CsvLocale,
});

export const PlatformAuditQuery = AuditQuery.extend({
  tenant_id: idField('Only of this tenant').optional(),
});

export const AuditRecord = z
  .object({
    id: idField('Identifier of the entry'),
    at: instantField('When it happened'),
    actor: z.object({
      kind: z.enum(['user', 'api_key', 'operator', 'system']).meta({
        description: "A user or key of the tenant, the platform's operator, or the service itself",
      }),
      id: z.string().nullable().meta({ description: 'Identifier of the user or key' }),
      name: z
        .string()
        .nullable()
        .meta({
          description: 'E-mail address of the user or label of the key; null outside the tenant',
          examples: ['ana@example.com'],
        }),
    }),
    action: z.string().meta({ description: '`noun.verb`', examples: ['api_key.revoked'] }),
    target: z
      .object({
        type: z.string().meta({ description: 'Kind of record', examples: ['api_key'] }),
        id: z.string().meta({ description: 'Identifier of the record' }),
      })
      .nullable(),
    details: z.record(z.string(), z.unknown()).meta({ description: 'What changed; differs by action' }),
    address: z
      .string()
      .nullable()
      .meta({
        description: 'Network address that it was done from; null: unknown',
        examples: ['203.0.113.7'],
      }),
  })
  .meta({ id: 'AuditEntry' });

export const PlatformAuditRecord = AuditRecord.extend({
  tenant_id: idField('The tenant; null: of none, as a sign-in to an address without an account').nullable(),
}).meta({ id: 'PlatformAuditEntry' });

export const NDJSON_TYPE = 'application/x-ndjson';

/** A page of the audit, or all of it as a file. */
export function auditResponse<S extends z.ZodType>(schema: S) {
  const { description, content } = readResponse('A page of the entries, or a file of all.', schema);
  const lines: z.ZodType<string | Readable> = z
    .string()
    .meta({ description: 'One entry a line, each like an item of a page' });
  return { description, content: { ...content, [NDJSON_TYPE]: { schema: lines } } };
}

export const PlatformAuditPage = pageOf(PlatformAuditRecord).meta({ id: 'PlatformAuditPage' });

export const AuditPage = pageOf(AuditRecord).meta({ id: 'AuditPage' });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
