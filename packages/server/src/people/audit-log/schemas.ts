import type { Readable } from 'node:stream';
import { z } from 'zod';
import { idField } from '../access/account-fields.ts';
import { daySpan, resolveDay } from '../../ground/http/common-names.ts';
import { instantField, nullableText } from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';
import { CsvLocale } from '../../ground/http/parameters.ts';
import { readResponse } from '../../ground/http/read-response.ts';

const auditParameters = {
  ...daySpan('day in UTC', { zone: 'UTC' }),
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
};

export const AuditQuery = z.strictObject(auditParameters).transform(resolveDay);

export const PlatformAuditQuery = z
  .strictObject({ ...auditParameters, tenant_id: idField('Only of this tenant').optional() })
  .transform(resolveDay);

export const AuditRecord = z
  .object({
    id: idField('Identifier of the entry'),
    at: instantField('When it happened'),
    actor: z.object({
      kind: z.enum(['user', 'api_key', 'operator', 'system']).meta({
        description: "A user or key of the tenant, the platform's operator, or the service itself",
      }),
      id: z.string().nullable().meta({ description: 'Identifier of the user or key' }),
      name: nullableText(
        'E-mail address of the user or label of the key; null outside the tenant',
        'ana@example.com',
      ),
    }),
    action: z.string().meta({ description: '`noun.verb`', examples: ['api_key.revoked'] }),
    target: z
      .object({
        type: z.string().meta({ description: 'Kind of record', examples: ['api_key'] }),
        id: z.string().meta({ description: 'Identifier of the record' }),
      })
      .nullable(),
    details: z.record(z.string(), z.unknown()).meta({ description: 'What changed; differs by action' }),
    address: nullableText('Network address that it was done from; null: unknown', '203.0.113.7'),
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
