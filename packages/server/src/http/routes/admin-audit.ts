import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { toPlatformAuditRecord } from '../../services/audit/audit-record.ts';
import { exportPlatformAudit } from '../../services/audit/export-audit.ts';
import { listPlatformAudit } from '../../services/audit/list-audit.ts';
import type { AccountContext } from '../../services/identity/account-context.ts';
import { APP_DIALECT } from '../error-dialects.ts';
import { principalOf } from '../plugins/authentication.ts';
import { errorResponses } from '../schemas/error.ts';
import { PlatformAuditPage, PlatformAuditQuery, auditResponse } from '../schemas/settings.ts';
import { auditFileOf, auditFiltersOf, auditQueryOf, sendAuditFile } from './audit-records.ts';

/** The audit of all tenants, and what belongs to none, for the platform's superadmins. */
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
};
