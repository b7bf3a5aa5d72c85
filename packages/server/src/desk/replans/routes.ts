import { deliveryDayOf } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { marketProductId } from '../../ground/market-ids.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import type { PortfolioContext } from '../portfolio/portfolio-context.ts';
import { VALUED_PRODUCT } from '../portfolio/read-outlook.ts';
import { getCharge, KEPT_DAYS, LATE_DAYS, MOST_KEPT, putCharge } from './keep-charge.ts';
import {
  CHARGE_CSV,
  ChargeQuery,
  ChargeRecord,
  MOST_ASKED_DAYS,
  NewCharge,
  NewReplan,
  PutChargeRecord,
  Replan,
  toCharge,
  toReplan,
} from './record.ts';
import { replanSite } from './replan-site.ts';

const chargeErrors = errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
  409: 'The site has no battery.',
  422: 'A measurement is mistyped, out of range, there twice, still to come or late.',
});

/** What batteries really hold, and plans from it. */
export const replanRoutes: FastifyPluginAsyncZod<{ context: PortfolioContext }> = async (
  app,
  { context },
) => {
  app.post(
    '/portfolio/sites/:id/replan',
    {
      config: { dialect: APP_DIALECT, scope: 'portfolio:read', takesTurns: 'planning' },
      schema: {
        operationId: 'replanSite',
        tags: ['Portfolio'],
        summary: 'Plan the rest of a day from the real state of charge',
        description:
          'From what was measured, as sent or, where nothing is sent, as stored of today; from the first period that begins after it (of what is stored: and after now), at the prices that cleared or, before they are public, by the newest forecast. What was taken out between the measurements counts towards the cycles of the day. Nothing is stored, and what was sold to the auction is not changed.',
        params: IdPath,
        body: NewReplan,
        response: {
          200: Replan.describe('The plan.'),
          ...errorResponses([400, 401, 403, 404, 409, 413, 422, 429, 500, 503], {
            409: 'The site has no battery, no period of the day is left, or nothing was sent and nothing is stored of today.',
            422: 'A measurement is mistyped, out of range, still to come or of another day, or no plan keeps to all limits.',
          }),
        },
      },
    },
    async (request) => {
      const principal = principalOf(request);
      assertSubscription(principal, marketProductId(VALUED_PRODUCT));
      const { plan, resolution, measured, end_soc: endPercent, max_cycles: maxCycles } = request.body;
      const query = { id: request.params.id, kind: plan, resolution, measured, endPercent, maxCycles };
      return toReplan(await replanSite(context, principal, query), { plan, resolution });
    },
  );

  app.put(
    '/portfolio/sites/:id/charge',
    {
      config: { dialect: APP_DIALECT, role: 'trader' as const, scope: 'portfolio:write' as const },
      schema: {
        operationId: 'putSiteCharge',
        tags: ['Portfolio'],
        summary: 'Upload what a battery really held',
        description: `State of charge with the time of its measurement, as JSON or CSV; all is stored or nothing. The same instant again is a correction. What is still to come, or older than ${LATE_DAYS} days, is refused; the newest ${MOST_KEPT} of the last ${KEPT_DAYS} days stay. A replan without measurements takes those of today.`,
        params: IdPath,
        body: NewCharge,
        response: { 200: PutChargeRecord.describe('What was stored.'), ...chargeErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { stored, latest } = await putCharge(context, principalOf(request), { id, ...request.body });
      return { site_id: id, stored, latest: toCharge(latest) };
    },
  );

  app.get(
    '/portfolio/sites/:id/charge',
    {
      config: { dialect: APP_DIALECT, scope: 'portfolio:read' as const },
      schema: {
        operationId: 'getSiteCharge',
        tags: ['Portfolio'],
        summary: 'What a battery really held, as it was uploaded',
        description: `Of up to ${MOST_ASKED_DAYS} delivery days, of today when no day is named, and the newest measurement of all. As CSV it can be uploaded again.`,
        params: IdPath,
        querystring: ChargeQuery,
        response: { 200: readResponse('The measurements.', ChargeRecord), ...chargeErrors },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { id } = request.params;
      const to = query.date_to ?? query.date_from ?? deliveryDayOf(context.clock.now());
      const from = query.date_from ?? to;
      const { measured, latest } = await getCharge(context, principalOf(request), { id, from, to });
      if (wantsCsv(request.headers.accept, query.format)) {
        const table = { name: ['charge', from, to], columns: CHARGE_CSV, records: measured };
        return sendCsv(reply, table, query.locale);
      }
      return {
        site_id: id,
        latest: latest === undefined ? null : toCharge(latest),
        measured: measured.map(toCharge),
      };
    },
  );
};
