import { withProduct } from '../../market/catalog/market-catalog.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccuracyBasis } from '../../forecasts/accuracy/scored-points.ts';
import { type RulePreview, previewRule } from './preview-rule.ts';
import { isSimulated } from '../../ground/database/read-context.ts';
import type { AlertDay } from '../../ground/database/notification-schema.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { AlertCondition, AlertRulePreview } from './schemas.ts';
import { formatInstant, formatOptionalInstant } from '../../ground/http/wire.ts';
import type { ForecastReadContext } from '../../forecasts/runs/run-points.ts';

/** What an alert rule would have notified of, before it is stored. */
export const alertPreviewRoutes: FastifyPluginAsyncZod<{ context: ForecastReadContext }> = async (
  app,
  { context },
) => {
  app.post(
    '/notifications/rules/preview',
    {
      config: { dialect: APP_DIALECT, sessionOnly: true, role: 'trader', takesTurns: 'reading' },
      schema: {
        operationId: 'previewAlertRule',
        tags: ['Notifications'],
        summary: 'What an alert rule would have notified of',
        description: [
          'Checks a condition with the runs of the last 30 days, in the order in which they came and by the prices that were public then, and with the newest run.',
          'Days without an issued run count by their back-tested runs, which were made afterwards from what was known at the time: the last ones before the gate and before the results.',
          '`backtested_lack` says why a condition cannot be checked with those.',
          '`days_looked_at` says how many days there are, fewer than 30 on a new service.',
          'It looks at 300 issued runs at most, and of a probability at fewer: `since` says from when on. Nothing is stored and nobody is notified.',
        ].join(' '),
        body: AlertCondition,
        response: {
          200: AlertRulePreview.describe('What it would have notified of.'),
          ...errorResponses([400, 401, 403, 413, 422, 429, 500, 503], {
            403: 'The role is viewer, or the subscription lacks the product: `insufficient_scope`.',
          }),
        },
      },
    },
    async (request) => {
      const principal = principalOf(request);
      const { market_id: _, ...condition } = withProduct(principal, request.body);
      const preview = await previewRule(context, principal, condition);
      return { ...toRecord(preview), simulated: await isSimulated(context) };
    },
  );
};

function toRecord({ since, until, runs, lookedAt, notifications, current, ...preview }: RulePreview) {
  const { days, backtestedDays } = lookedAt;
  return {
    since: formatInstant(since),
    until: formatInstant(until),
    runs,
    days_looked_at: days.length,
    days_backtested: backtestedDays.length,
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    backtested_lack: preview.backtestedLack ?? null,
    notifications,
    days: preview.days.map(({ run: { issued, issuedAt }, ...day }) => ({
      ...toDay(day),
      basis: basisOf(issued),
      forecast_id: issued?.id ?? null,
      issued_at: formatInstant(issuedAt),
    })),
    current:
      current === undefined
        ? null
        : {
            forecast_id: current.run.id,
            issued_at: formatInstant(current.run.issuedAt),
            days: current.days.map(toDay),
          },
  };
}

function basisOf(issued: object | undefined): AccuracyBasis {
  return issued === undefined ? 'backtested' : 'issued';
}

function toDay({ day, figure, hours, at }: AlertDay) {
  return { date: day, figure, hours, at: formatOptionalInstant(at ?? undefined) };
}
