import { Readable } from 'node:stream';
import { type Product, TIME_ZONE } from '@lonja/forecasting/market';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listSeriesDays, PART_DAYS, type SeriesDay, type SeriesPoint } from './list-series.ts';
import { splitSpan } from '../../ground/timing/served-days.ts';
import { type ReadContext, isSimulated } from '../../ground/database/read-context.ts';
import { withProduct } from '../../market/catalog/market-catalog.ts';
import { PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import {
  type CsvColumns,
  columnsWithin,
  endWhenStalled,
  streamCsv,
  wantsCsv,
} from '../../ground/http/csv.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { inTurn } from '../../people/access/work-turns-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { ForecastSeries, ForecastSeriesQuery } from './schemas.ts';
import { parseNumbers } from '../../ground/http/parameters.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';
import { PERIOD_COLUMNS, POINT_COLUMNS, pointFields, priceColumns } from '../runs/wire.ts';

/** So long may the answer of years take. */
const LONG_ANSWER_MS = 600_000;

/** What was forecast of past days at the same time of day, for back-tests of a caller's own. */
export const forecastSeriesRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/forecasts/series',
    {
      config: { dialect: APP_DIALECT, scope: 'forecasts:read', takesTurns: 'reading', mayRunInReader: true },
      handlerTimeout: LONG_ANSWER_MS,
      schema: {
        operationId: 'getForecastSeries',
        tags: ['Forecasts'],
        summary: 'For each delivery day the forecast that was valid at a time of day before it',
        description: [
          'The series that a back-test needs, over up to 3660 days in one call: `days_ahead=1&issued_before=10:00` gives of each day the last run published before 10:00 in Madrid on the day before.',
          'Nothing published at that time or later is in it, and a run of before never changes. Days without such a run are in `missing`, or a row with its reason in CSV; none is filled.',
          'Long answers come in parts and have no ETag.',
        ].join(' '),
        querystring: ForecastSeriesQuery,
        response: {
          200: readResponse('The forecasts, by delivery day.', ForecastSeries),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], { 404: 'There is no such market.' }),
        },
      },
    },
    async (request, reply) => {
      const query = withProduct(principalOf(request), request.query);
      const days = daysInTurn(request, query);
      const simulated = await isSimulated(context);
      if (!wantsCsv(request.headers.accept, query.format))
        return sendJson(reply, textOf(days, { query, simulated }));
      const name = ['forecast-series', query.product, query.date_from, query.date_to];
      const columns = columnsOf(percentsOf(query), simulated);
      return streamCsv(reply, { name, columns, parts: rowsOf(days) }, query.locale);
    },
  );

  /** The days of each part, read when the caller has taken those before and its tenant has its turn. */
  async function* daysInTurn(request: FastifyRequest, query: SeriesQuery): AsyncGenerator<SeriesDay[]> {
    const wanted = {
      product: query.product,
      resolution: query.resolution,
      daysAhead: query.days_ahead,
      issuedBefore: query.issued_before,
      percents: percentsOf(query),
    };
    for (const part of splitSpan({ from: query.date_from, to: query.date_to }, PART_DAYS))
      yield await inTurn(request, () => listSeriesDays(context, { ...wanted, ...part }), { isFurther: true });
  }
};

/** What is asked for, by the product that it names. */
type SeriesQuery = Omit<ForecastSeriesQuery, 'product'> & { product: Product };

function percentsOf({ quantiles }: Pick<ForecastSeriesQuery, 'quantiles'>): number[] {
  return quantiles === undefined ? [] : parseNumbers(quantiles);
}

function sendJson(reply: FastifyReply, text: AsyncGenerator<string>): Readable {
  void reply.type('application/json; charset=utf-8');
  endWhenStalled(reply);
  return Readable.from(text, { highWaterMark: 1 });
}

/** The answer as JSON, a part of the days at a time. */
async function* textOf(
  parts: AsyncIterable<SeriesDay[]>,
  { query, simulated }: { query: SeriesQuery; simulated: boolean },
): AsyncGenerator<string> {
  const { product, resolution, days_ahead, issued_before, date_from, date_to } = query;
  const head: Omit<ForecastSeries, 'days' | 'missing' | 'total'> = {
    ...productFields(product),
    unit: PRICE_UNIT,
    resolution,
    days_ahead,
    issued_before,
    date_from,
    date_to,
    simulated,
  };
  const percents = percentsOf(query);
  const missing: ForecastSeries['missing'] = [];
  let total = 0;
  yield `${JSON.stringify(head).slice(0, -1)},"days":[`;
  for await (const days of parts) {
    const records: string[] = [];
    for (const one of days) {
      if ('missing' in one) missing.push({ date: one.day, reason: one.missing });
      else records.push(JSON.stringify(toDayRecord(one, percents)));
    }
    if (records.length > 0) yield `${total > 0 ? ',' : ''}${records.join(',')}`;
    total += records.length;
  }
  yield `],${JSON.stringify({ missing, total }).slice(1)}`;
}

function toDayRecord(
  { day, points }: { day: string; points: [SeriesPoint, ...SeriesPoint[]] },
  percents: number[],
): ForecastSeries['days'][number] {
  const [{ runId, issuedAt, publishedAt, modelVersionId }] = points;
  return {
    date: day,
    forecast_id: runId,
    issued_at: formatInstant(issuedAt),
    published_at: formatInstant(publishedAt),
    model_version: modelVersionId,
    points: points.map((point) => ({
      time: formatInstant(point.start),
      ...pointFields(point),
      ...(percents.length > 0 && {
        quantiles: Object.fromEntries(
          percents.map((percent, i) => [percent, roundPrice(point.quantiles[i])]),
        ),
      }),
    })),
  };
}

/** A row: a point of a day, or a day without one. */
interface SeriesRow {
  day: string;
  point?: SeriesPoint;
  missing?: string;
}

function columnsOf(percents: number[], simulated: boolean): CsvColumns<SeriesRow> {
  const ofPoint: CsvColumns<SeriesPoint> = {
    ...PERIOD_COLUMNS,
    ...POINT_COLUMNS,
    ...priceColumns<SeriesPoint>(
      percents.map((percent) => `q${percent}`),
      ({ quantiles }, i) => quantiles[i],
    ),
    forecast_id: ({ runId }) => runId,
    'issued_at (UTC)': ({ issuedAt }) => formatInstant(issuedAt),
    'published_at (UTC)': ({ publishedAt }) => formatInstant(publishedAt),
    model_version: ({ modelVersionId }) => modelVersionId,
  };
  return {
    [`date (${TIME_ZONE})`]: ({ day }) => day,
    ...columnsWithin(ofPoint, ({ point }: SeriesRow) => point),
    simulated: () => simulated,
    missing: ({ missing = null }) => missing,
  };
}

async function* rowsOf(parts: AsyncIterable<SeriesDay[]>): AsyncGenerator<SeriesRow[]> {
  for await (const days of parts)
    yield days.flatMap((one): SeriesRow[] =>
      'missing' in one ? [one] : one.points.map((point) => ({ day: one.day, point })),
    );
}
