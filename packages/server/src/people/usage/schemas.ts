import { z } from 'zod';
import { ShownTenantName, idField } from '../access/account-fields.ts';
import { daySpan, resolveDay } from '../../ground/http/common-names.ts';
import { dayField, nullableText } from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';
import { CsvLocale, Format } from '../../ground/http/parameters.ts';

/** Of a list whose CSV has all that matches. */
const FileFormat = Format.meta({
  description:
    'Format of the answer; wins over the Accept header (`text/csv`). `csv` has all that matches, whatever the page',
});

const usageParameters = {
  ...daySpan('day in UTC', { zone: 'UTC', defaults: ['; 30 days ago by default', '; today by default'] }),
  ...pageParameters,
  format: FileFormat,
  locale: CsvLocale,
};

export const UsageQuery = z.strictObject(usageParameters).transform(resolveDay);

export const TenantUsageQuery = z
  .strictObject({
    ...usageParameters,
    by: z.enum(['day', 'month']).default('day').meta({ description: 'Period of a record, in UTC' }),
    tenant_id: idField('Only of this tenant').optional(),
  })
  .transform(resolveDay);

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
    label: nullableText('Label of the key', 'Spreadsheet'),
    requests: z.int().meta({ description: 'Requests answered, refusals included', examples: [1440] }),
  })
  .meta({ id: 'Usage' });

export const UsagePage = pageOf(UsageRecord).meta({ id: 'UsagePage' });
