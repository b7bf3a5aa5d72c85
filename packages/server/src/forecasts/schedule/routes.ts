import { DAY_MS, MINUTE_MS, PRODUCTS, TIME_ZONE } from '@lonja/forecasting/market';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '../../ground/timing/clock.ts';
import { LOCALES } from '../../ground/config/locale.ts';
import { AppError } from '../../ground/errors.ts';
import { auctionedProducts, isForecast } from '../runs/auctioned-products.ts';
import { getSchedule, listPlannedRuns, type ProductSchedule } from './get-schedule.ts';
import { type ReadContext, isSimulated } from '../../ground/database/read-context.ts';
import { getMarket, readableProduct, readableProducts } from '../../market/catalog/market-catalog.ts';
import { productFields } from '../../ground/market-ids.ts';
import { type CsvColumns, sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { toDegraded } from '../runs/degraded.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { FEED_TTL_S, renderScheduleFeed } from './schedule-feed.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { ForecastSchedule, ScheduleQuery } from './schemas.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { formatInstant } from '../../ground/http/wire.ts';

/** When runs are due, and what is late. */
export const forecastScheduleRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/forecasts/schedule',
    {
      config: { dialect: CLIENT_DIALECT, scope: 'forecasts:read' },
      schema: {
        operationId: 'getForecastSchedule',
        tags: ['Forecasts'],
        summary: 'When the next run of each product is due, how late the last one was, and what is late now',
        description: [
          'The products of the subscription, with the next gate. `late` says since when a scheduled run is not there, and why.',
          'The timetable as a calendar that programs subscribe to, without a credential: `/schedule.ics` of the service (`?product=da` for one product).',
        ].join(' '),
        querystring: ScheduleQuery,
        response: {
          200: readResponse('The timetable.', ForecastSchedule),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], { 404: 'There is no such market.' }),
        },
      },
    },
    async (request, reply) => {
      const now = context.clock.now();
      const principal = principalOf(request);
      const { market_id, product: auction } = request.query;
      const market = getMarket(market_id);
      const products =
        auction === undefined
          ? readableProducts(principal, market)
          : [readableProduct(principal, { market_id, product: auction })];
      const schedule = await getSchedule(context, products);
      const items = schedule.map((one) => toRecord(one, now));
      const simulated = await isSimulated(context);
      const { format, locale } = request.query;
      if (wantsCsv(request.headers.accept, format)) {
        const records = items.map((item) => ({ ...item, simulated }));
        return sendCsv(reply, { name: ['schedule'], columns: CSV, records }, locale);
      }
      // To the minute, so that an answer that says the same has the same ETag.
      return { as_of: formatInstant(now - (now % MINUTE_MS)), items, total: items.length, simulated };
    },
  );
};

type ScheduleItem = ForecastSchedule['items'][number];

function toRecord(
  { product, state, next, gate, last, unanswered }: ProductSchedule,
  now: number,
): ScheduleItem {
  return {
    ...productFields(product),
    status: state,
    next_due_at: formatInstant(next.scheduledFor),
    next_date: next.firstDay,
    next_gate_at: formatInstant(gate.closesAt),
    next_gate_date: gate.day,
    last_run:
      last === undefined
        ? null
        : {
            forecast_id: last.id,
            scheduled_for: formatInstant(last.scheduledFor),
            issued_at: formatInstant(last.issuedAt),
            published_at: formatInstant(last.publishedAt),
            delay_s: Math.round((last.publishedAt - last.scheduledFor) / 1000),
            degraded_reasons: toDegraded(last).degraded_reasons,
          },
    late:
      unanswered === undefined
        ? null
        : {
            since: formatInstant(unanswered.since),
            // To the minute, as `as_of`.
            late_s: 60 * Math.floor((now - unanswered.since) / MINUTE_MS),
            reasons: unanswered.reasons.map(({ code, input }) => ({ code, input: input ?? null })),
          },
  };
}

const CSV: CsvColumns<ScheduleItem & { simulated: boolean }> = {
  product: ({ product }) => product,
  status: ({ status }) => status,
  'next_due_at (UTC)': ({ next_due_at }) => next_due_at,
  [`next_date (${TIME_ZONE})`]: ({ next_date }) => next_date,
  'next_gate_at (UTC)': ({ next_gate_at }) => next_gate_at,
  [`next_gate_date (${TIME_ZONE})`]: ({ next_gate_date }) => next_gate_date,
  'last_scheduled_for (UTC)': ({ last_run }) => last_run?.scheduled_for ?? null,
  'last_published_at (UTC)': ({ last_run }) => last_run?.published_at ?? null,
  'last_delay (s)': ({ last_run }) => last_run?.delay_s ?? null,
  'late_since (UTC)': ({ late }) => late?.since ?? null,
  'late (s)': ({ late }) => late?.late_s ?? null,
  reasons: ({ late }) =>
    late?.reasons.map(({ code, input }) => (input === null ? code : `${code} ${input}`)).join('; ') ?? null,
  simulated: ({ simulated }) => simulated,
};

const FEED_DAYS = 28;

/**
 * The timetable as an iCalendar feed, for everybody: calendar programs send no credential, and the times are in the documents. It is made
 * once a day, and served from memory.
 */
export async function scheduleFeedRoute(
  app: FastifyInstance,
  { context: { clock } }: { context: { clock: Clock } },
): Promise<void> {
  const made = new Map<string, { day: number; text: string }>();
  const route = { config: { answersUnderPressure: true }, schema: { hide: true } } as const;

  app.get('/schedule.ics', route, async (request, reply) => {
    const query = new URL(request.url, 'http://localhost').searchParams;
    const asked = query.get('product') ?? undefined;
    const language = query.get('lang') ?? 'en';
    const known = PRODUCTS.filter(isForecast);
    const product = known.find((name) => name === asked);
    if (asked !== undefined && product === undefined) {
      throw new AppError(
        'not_found',
        `There is no such product; leave product out, or send one of ${known.join(', ')}.`,
      );
    }
    const locale = LOCALES.find((name) => name === language);
    if (locale === undefined) {
      const choices = LOCALES.join(', ');
      throw new AppError('not_found', `There is no calendar in that language; send one of ${choices}.`);
    }
    void reply.header('Cache-Control', `public, max-age=${FEED_TTL_S / 6}`);
    void reply.header('Content-Disposition', 'inline; filename="lonja-schedule.ics"');
    void reply.type('text/calendar; charset=utf-8');
    const now = clock.now();
    const day = now - (now % DAY_MS);
    const key = `${product ?? ''} ${locale}`;
    const kept = made.get(key);
    if (kept?.day === day) return kept.text;
    const products = product === undefined ? auctionedProducts(now) : [product];
    const runs = listPlannedRuns(products, { from: day - DAY_MS, until: day + FEED_DAYS * DAY_MS });
    const text = renderScheduleFeed(runs, { product, locale, stamp: day });
    made.set(key, { day, text });
    return text;
  });
}
