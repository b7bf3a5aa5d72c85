import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { toOwnAuditRecord } from '../audit/audit.ts';
import { exportAudit, listAudit } from '../audit-log/read-audit.ts';
import type { AccountContext } from '../access/account-context.ts';
import { DEFAULT_REQUESTS_PER_MINUTE } from '../access/authenticate.ts';
import { changeSettings, getSettings } from './rules.ts';
import { listUsage, readUsageParts } from '../usage/usage.ts';
import type { Tenant } from '../tenants/store.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../access/authentication.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { Settings, SettingsChange } from './schemas.ts';
import { wantsCsv } from '../../ground/http/csv.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { OWN_USAGE_CSV, sendUsageFile, usageDaysOf } from '../usage/usage-files.ts';
import { given, onWire } from '../../ground/http/wire.ts';
import { auditFileOf, auditFiltersOf, auditQueryOf, sendAuditFile } from '../audit-log/audit-records.ts';
import { UsagePage, UsageQuery } from '../usage/schemas.ts';
import { AuditPage, AuditQuery, auditResponse } from '../audit-log/schemas.ts';

const readConfig = { dialect: APP_DIALECT, sessionOnly: true };
const adminConfig = { ...readConfig, role: 'admin' as const };
const tags = ['Settings'];

/** A tenant's settings, usage and audit. */
export const settingsRoutes: FastifyPluginAsyncZod<{ context: AccountContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/settings',
    {
      config: readConfig,
      schema: {
        operationId: 'getSettings',
        tags,
        summary: 'Settings of the tenant',
        description:
          'Name, language, time zone and the threshold of `forecast.changed`. Every user of the tenant may read them.',
        response: {
          200: Settings.describe('The settings.'),
          ...errorResponses([400, 401, 403, 429, 500, 503]),
        },
      },
    },
    async (request) => toSettings(await getSettings(context, principalOf(request))),
  );

  app.patch(
    '/settings',
    {
      config: adminConfig,
      schema: {
        operationId: 'changeSettings',
        tags,
        summary: 'Change settings of the tenant',
        description:
          'What is absent stays as it is. `forecast_change_threshold` is in EUR/MWh: a new run that differs from the one before by at least so much causes the event `forecast.changed`. A second factor can be required of everybody only by an admin who has one (409).',
        body: SettingsChange,
        response: {
          200: Settings.describe('The settings as changed.'),
          ...errorResponses([400, 401, 403, 409, 413, 422, 429, 500, 503], {
            409: 'A second factor is to be required by a user who has none.',
          }),
        },
      },
    },
    async (request) => {
      const { require_second_factor: requires_second_factor, ...fields } = request.body;
      const change = given({ ...fields, requires_second_factor });
      return toSettings(await changeSettings(context, principalOf(request), change));
    },
  );

  app.get(
    '/settings/usage',
    {
      config: { ...readConfig, takesTurns: 'reading' },
      schema: {
        operationId: 'listUsage',
        tags,
        summary: 'Requests by day and key, the newest day first',
        description: 'Counts appear within a few seconds.',
        querystring: UsageQuery,
        response: {
          200: readResponse('The usage.', UsagePage),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request, reply) => {
      const { from, to } = usageDaysOf(request.query, context.clock.now());
      if (wantsCsv(request.headers.accept, request.query.format)) {
        const parts = readUsageParts(context, principalOf(request), { from, to });
        return sendUsageFile(request, reply, { name: ['usage', from, to], parts, csv: OWN_USAGE_CSV });
      }
      const { usage: items, total } = await listUsage(context, principalOf(request), {
        from,
        to,
        ...windowOf(request.query),
      });
      return { items, total, ...request.query };
    },
  );

  app.get(
    '/settings/audit',
    {
      config: { ...adminConfig, takesTurns: 'reading' },
      schema: {
        operationId: 'listAudit',
        tags,
        summary: 'Who changed what, the newest first',
        description:
          'Security events stand among the changes: `sign_in` for sign-ins to accounts of the tenant, and `credential` for its sessions and keys that were refused; many from one source are one entry with their `count`. As CSV and NDJSON it has all that matches, however long, which is written into the audit.',
        querystring: AuditQuery,
        response: {
          200: auditResponse(AuditPage),
          ...errorResponses([400, 401, 403, 422, 429, 500, 503]),
        },
      },
    },
    async (request, reply) => {
      const { page, page_size, format: wanted, locale } = request.query;
      const principal = principalOf(request);
      const format = auditFileOf(request, wanted);
      if (format !== undefined) {
        const filters = auditFiltersOf(request.query);
        const parts = await exportAudit(context, principal, { filters, format });
        return sendAuditFile(request, reply, { format, locale, parts, toRecord: toOwnAuditRecord });
      }
      const query = auditQueryOf(request.query);
      const { entries, total } = await listAudit(context, principal, query);
      return { items: entries.map(toOwnAuditRecord), total, page, page_size };
    },
  );
};

function toSettings(tenant: Tenant) {
  const { requires_second_factor: require_second_factor, rate_limit } = tenant;
  const requests_per_minute = rate_limit ?? DEFAULT_REQUESTS_PER_MINUTE;
  return { ...onWire(tenant), require_second_factor, requests_per_minute };
}
