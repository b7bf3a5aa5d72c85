import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { toPlatformAuditRecord } from '../audit/audit.ts';
import { exportPlatformAudit, listPlatformAudit } from './read-audit.ts';
import type { AccountContext } from '../access/account-context.ts';
import { listUsageOfTenants, readTenantUsageParts } from '../usage/usage.ts';
import { wantsCsv } from '../../ground/http/csv.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../access/authentication.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { PlatformAuditPage, PlatformAuditQuery, auditResponse } from './schemas.ts';
import { TENANTS_USAGE_CSV, sendUsageFile, usageDaysOf } from '../usage/usage-files.ts';
import { auditFileOf, auditFiltersOf, auditQueryOf, sendAuditFile } from './audit-records.ts';
import { TenantUsagePage, TenantUsageQuery } from '../usage/schemas.ts';

/** The audit of all tenants, and what belongs to none, and how much they ask, for the platform's superadmins. */
export const adminAuditRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/admin/audit',
    {
      config: { dialect: APP_DIALECT, superadminOnly: true, takesTurns: 'reading' },
      schema: {
        operationId: 'listPlatformAudit',
        tags: ['Platform'],
        summary: 'Who did what, over all tenants, the newest first',
        description:
          'Security events stand among the changes: `sign_in` for sign-ins, also to addresses without an account, and `credential` for refused tokens and keys. As CSV and NDJSON it has all that matches, however long, which is written into the audit.',
        querystring: PlatformAuditQuery,
        response: {
          200: auditResponse(PlatformAuditPage),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request, reply) => {
      const { page, page_size, tenant_id: tenantId, format: wanted, locale } = request.query;
      const format = auditFileOf(request, wanted);
      if (format !== undefined) {
        const filters = { tenantId, ...auditFiltersOf(request.query) };
        const parts = await exportPlatformAudit(context, principalOf(request), { filters, format });
        const toRecord = toPlatformAuditRecord;
        return sendAuditFile(request, reply, { format, locale, parts, toRecord, hasTenants: true });
      }
      const query = { tenantId, ...auditQueryOf(request.query) };
      const { entries, total } = await listPlatformAudit(context, query);
      return { items: entries.map(toPlatformAuditRecord), total, page, page_size };
    },
  );

  app.get(
    '/admin/usage',
    {
      config: { dialect: APP_DIALECT, superadminOnly: true, takesTurns: 'reading' },
      schema: {
        operationId: 'listTenantUsage',
        tags: ['Platform'],
        summary: 'Requests of each tenant by day or month, the newest first',
        description:
          'The sum over keys and sessions of a tenant; periods without a request have no record. As CSV it has all that matches, for a bill or a chart. Tenants that were deleted have none.',
        querystring: TenantUsageQuery,
        response: {
          200: readResponse('The usage.', TenantUsagePage),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request, reply) => {
      const { by, tenant_id: tenantId, page, page_size } = request.query;
      const query = { ...usageDaysOf(request.query, context.clock.now()), by, tenantId };
      if (wantsCsv(request.headers.accept, request.query.format)) {
        const parts = readTenantUsageParts(context, query);
        const name = ['usage-of-tenants', by, query.from, query.to];
        return sendUsageFile(request, reply, { name, parts, csv: TENANTS_USAGE_CSV });
      }
      const { usage: items, total } = await listUsageOfTenants(context, query, windowOf(request.query));
      return { items, total, page, page_size };
    },
  );
};
