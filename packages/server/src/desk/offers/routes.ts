import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { runName, sendCsv, sendRows, wantsCsv } from '../../ground/http/csv.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import { IdPath } from '../../people/access/account-fields.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import type { PortfolioContext } from '../portfolio/portfolio-context.ts';
import { VALUED_PRODUCT } from '../portfolio/read-outlook.ts';
import { askedOptionsOf } from '../portfolio/schemas.ts';
import { makeOffer } from './make-offer.ts';
import { omieRows, STEP_COLUMNS, stepsOf, WORKBOOK_TYPE, workbookOf } from './offer-files.ts';
import { OfferQuery, offerResponse, toOffer } from './record.ts';

/** What sites offer to the auction of a day. */
export const offerRoutes: FastifyPluginAsyncZod<{ context: PortfolioContext }> = async (app, { context }) => {
  app.get(
    '/portfolio/sites/:id/offer',
    {
      config: {
        dialect: APP_DIALECT,
        scope: 'portfolio:read' as const,
        takesTurns: 'planning' as const,
        mayRunInReader: true,
      },
      schema: {
        operationId: 'offerSite',
        tags: ['Portfolio'],
        summary: 'What a site should offer to the day-ahead auction: steps of price and power by period',
        description:
          'Simple offers as OMIE takes them, with what is expected to be taken and earned, and checks of the rules of the auction. As JSON, CSV or a workbook, or in the fields of the message that agents send. It sends nothing to the market.',
        params: IdPath,
        querystring: OfferQuery,
        response: {
          200: offerResponse,
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            422: 'A parameter is mistyped, out of range or not one of this kind of site, no plan keeps to all limits, or a file for the market was asked for while a check fails.',
          }),
        },
      },
    },
    async (request, reply) => {
      assertSubscription(principalOf(request), marketProductId(VALUED_PRODUCT));
      const { query } = request;
      const made = await makeOffer(context, principalOf(request), {
        id: request.params.id,
        day: query.date,
        resolution: query.resolution,
        ...askedOptionsOf(query),
        limits: query.limits,
        contractMw: Number(query.contract_mw ?? 0),
      });
      const offer = toOffer(made);
      const name = ['offer', offer.product, offer.date, runName(made.outlook.run.issuedAt)];
      if (query.format === 'xlsx') {
        const bytes = await workbookOf(offer);
        void reply.type(WORKBOOK_TYPE);
        void reply.header('Content-Disposition', `attachment; filename="lonja-${name.join('-')}.xlsx"`);
        return Readable.from([bytes]);
      }
      if (!wantsCsv(request.headers.accept, query.format)) return offer;
      if (query.layout === 'rows')
        return sendCsv(reply, { name, columns: STEP_COLUMNS, records: stepsOf(offer) }, query.locale);
      const units = { sale: query.sale_unit, purchase: query.purchase_unit };
      return sendRows(reply, { name: ['omie', ...name], ...omieRows(offer, units) }, query.locale);
    },
  );
};
