import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listPlatformAudit } from '../../services/audit/list-audit.ts';
import type { AccountContext } from '../../services/identity/account-context.ts';
import { APP_DIALECT } from '../error-dialects.ts';
import { errorResponses } from '../schemas/error.ts';
import { PlatformAuditPage, PlatformAuditQuery } from '../schemas/settings.ts';
import { auditQueryOf, toAuditRecord } from './audit-records.ts';

/** The audit of all tenants, and what belongs to none, for the platform's superadmins. */
export const adminAuditRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/admin/audit',
    {
      config: { dialect: APP_DIALECT, superadminOnly: true },
      schema: {
        operationId: 'listPlatformAudit',
        tags: ['Platform'],
        summary: 'Who did what, over all tenants, the newest first',
        description:
          'Security events stand among the changes: `sign_in` for sign-ins, also to addresses without an account, and `credential` for refused tokens and keys.',
        querystring: PlatformAuditQuery,
        response: {
          200: PlatformAuditPage.describe('The entries.'),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request) => {
      const { page, page_size, tenant_id: tenantId } = request.query;
      const query = { tenantId, ...auditQueryOf(request.query) };
      const { entries, total } = await listPlatformAudit(context, query);
      const items = entries.map((entry) => ({ ...toAuditRecord(entry), tenant_id: entry.tenantId ?? null }));
      return { items, total, page, page_size };
    },
  );
};
