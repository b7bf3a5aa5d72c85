import { Readable } from 'node:stream';
import { AUCTION_CALENDAR } from '@lonja/forecasting/market';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { API_PREFIX } from '../../ground/http/service-links.ts';
import { endWhenStalled } from '../../ground/http/csv.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { findInstant, parseNumbers } from '../../ground/http/parameters.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import { readableProduct, assertHasFundamentals } from '../../market/catalog/market-catalog.ts';
import { principalOf } from '../../people/access/authentication.ts';
import type { Scope } from '../../people/access/principal.ts';
import { inTurn } from '../../people/access/work-turns-plugin.ts';
import {
  createAccuracyTable,
  type ExportTable,
  createForecastTable,
  createFundamentalsTable,
  createPriceTable,
} from './export-tables.ts';
import { makeParts, type TakeTurn, writeFile, createMadeFiles, type MadeFiles } from './export-parts.ts';
import { FILE_FORMATS, type FileFormat, MEDIA_TYPE_OF } from './file-encoder.ts';
import {
  AccuracyExportQuery,
  type ExportManifest,
  type ExportQuery,
  exportResponse,
  ForecastExportQuery,
  FundamentalsExportQuery,
  PriceExportQuery,
} from './schemas.ts';

/** So long may the file of years take. */
const LONG_ANSWER_MS = 600_000;

/** What is exported: its table, and what names its files beside the span. */
interface Export {
  dataset: ExportManifest['dataset'];
  query: ExportQuery;
  name: (string | number)[];
  tableOf: (context: ReadContext) => ExportTable;
}

/** Years of rows as files, for programs that read tables. */
export const exportRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (app, { context }) => {
  const optionsOf = (scope: Scope) => ({
    config: { dialect: APP_DIALECT, scope, takesTurns: 'reading' as const, mayRunInReader: true },
    handlerTimeout: LONG_ANSWER_MS,
  });
  const response = {
    200: exportResponse,
    ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], { 404: 'There is no such market.' }),
  };
  const tags = ['Exports'];
  const madeFiles = createMadeFiles();
  const ways =
    'Over up to 3660 days, one row a delivery period, as Parquet, as CSV compressed by gzip, or as a manifest of the files of each year with their SHA-256: fetch those and what broke off again.';

  app.get(
    '/exports/prices',
    {
      ...optionsOf('market:read'),
      schema: {
        operationId: 'getPricesExport',
        tags,
        summary: 'Years of cleared prices as files',
        description: `${ways} Periods without a price have no row.`,
        querystring: PriceExportQuery,
        response,
      },
    },
    (request, reply) => {
      const { query } = request;
      const product = readableProduct(principalOf(request), query);
      const { resolution } = query;
      return send(request, reply, {
        dataset: 'prices',
        query,
        name: [product, resolution],
        tableOf: (asOf) => createPriceTable(asOf, { product, resolution }),
      });
    },
  );

  app.get(
    '/exports/forecasts',
    {
      ...optionsOf('forecasts:read'),
      schema: {
        operationId: 'getForecastsExport',
        tags,
        summary: 'Years of forecasts as files',
        description: `${ways} Each delivery day has the last run published before a time of day, by default before the gate closed; days without one have no rows.`,
        querystring: ForecastExportQuery,
        response,
      },
    },
    (request, reply) => {
      const { query } = request;
      const product = readableProduct(principalOf(request), query);
      const { resolution } = query;
      const { gateClosure } = AUCTION_CALENDAR[product];
      const daysAhead = query.days_ahead ?? -gateClosure.dayOffset;
      const issuedBefore = query.issued_before ?? gateClosure.time;
      const percents = parseNumbers(query.quantiles);
      return send(request, reply, {
        dataset: 'forecasts',
        query,
        name: [product, resolution, `D-${daysAhead}`, issuedBefore.replace(':', '')],
        tableOf: (asOf) =>
          createForecastTable(asOf, { product, resolution, daysAhead, issuedBefore, percents }),
      });
    },
  );

  app.get(
    '/exports/fundamentals',
    {
      ...optionsOf('market:read'),
      schema: {
        operationId: 'getFundamentalsExport',
        tags,
        summary: 'Years of load, generation and cross-border flow as files',
        description: `${ways} By hour, as sources published it; nothing is estimated.`,
        querystring: FundamentalsExportQuery,
        response,
      },
    },
    (request, reply) => {
      const { query } = request;
      assertHasFundamentals(query.market_id);
      return send(request, reply, {
        dataset: 'fundamentals',
        query,
        name: ['PT1H'],
        tableOf: createFundamentalsTable,
      });
    },
  );

  app.get(
    '/exports/accuracy',
    {
      ...optionsOf('metrics:read'),
      schema: {
        operationId: 'getAccuracyExport',
        tags,
        summary: 'Years of forecasts beside the prices that cleared as files',
        description: `${ways} By hour; hours whose price or forecast is missing have no row. \`GET /metrics/accuracy\` makes its figures of the same rows.`,
        querystring: AccuracyExportQuery,
        response,
      },
    },
    (request, reply) => {
      const { query } = request;
      const product = readableProduct(principalOf(request), query);
      const { cutoff } = query;
      return send(request, reply, {
        dataset: 'accuracy',
        query,
        name: [product, 'PT1H', cutoff.replace(':', '')],
        tableOf: (asOf) => createAccuracyTable(asOf, { product, cutoff }),
      });
    },
  );

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { tableOf, ...what }: Export,
  ): Promise<Readable> {
    const { query } = what;
    const now = context.clock.now();
    const asOf = Math.min(findInstant(query.as_of) ?? now, now);
    const table = tableOf({ ...context, clock: { now: () => asOf } });
    const takeTurn: TakeTurn = (work) => inTurn(request, work, { isFurther: true });
    endWhenStalled(reply);
    if (query.format === 'json') {
      void reply.type('application/json; charset=utf-8');
      const simulated = await isSimulated(context);
      const manifest = manifestOf({ ...what, asOf, simulated, madeFiles }, table, takeTurn);
      return Readable.from(manifest, { highWaterMark: 1 });
    }
    const { format, date_from: from, date_to: to } = query;
    void reply.type(MEDIA_TYPE_OF[format]);
    const name = fileName(what, [from, to], format);
    void reply.header('Content-Disposition', `attachment; filename="${name}"`);
    const made = madeFiles.get(addressOf(what.dataset, { ...query, as_of: formatInstant(asOf) }));
    const pieces = made ?? writeFile(table, { from, to, format }, takeTurn);
    return Readable.from(pieces, { highWaterMark: 1 });
  }
};

/** The manifest as JSON, a part at a time. */
async function* manifestOf(
  what: Omit<Export, 'tableOf'> & { asOf: number; simulated: boolean; madeFiles: MadeFiles },
  table: ExportTable,
  takeTurn: TakeTurn,
): AsyncGenerator<string> {
  const { dataset, simulated, madeFiles } = what;
  const { files: wanted, ...query } = what.query;
  const { market_id, date_from, date_to } = query;
  const as_of = formatInstant(what.asOf);
  const columns = table.columns.map(({ name, type, isNullable: nullable = false, description }) => ({
    name,
    type,
    nullable,
    description,
  }));
  const head: Omit<ExportManifest, 'parts' | 'rows'> = {
    dataset,
    market_id,
    date_from,
    date_to,
    as_of,
    simulated,
    columns,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"parts":[`;
  let rows = 0;
  let separator = '';
  const span = { from: date_from, to: date_to, formats: wanted === undefined ? FILE_FORMATS : [wanted] };
  for await (const { from, to, files, ...part } of makeParts(table, span, takeTurn)) {
    const record: ExportManifest['parts'][number] = {
      date_from: from,
      date_to: to,
      rows: part.rows,
      files: files.map(({ format, bytes, sha256, content }) => {
        const url = addressOf(dataset, { ...query, date_from: from, date_to: to, as_of, format });
        madeFiles.set(url, content, { size: bytes });
        return { format, name: fileName(what, [from.slice(0, 4)], format), url, bytes, sha256 };
      }),
    };
    yield `${separator}${JSON.stringify(record)}`;
    separator = ',';
    rows += part.rows;
  }
  yield `],"rows":${rows}}`;
}

/** From the root of the service; the same for the same question. */
function addressOf(dataset: Export['dataset'], query: ExportQuery): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, value);
  given.delete('files');
  given.sort();
  return `${API_PREFIX}/exports/${dataset}?${given.toString()}`;
}

/** A file of a manifest is named by its year, so that a later one of the same year takes its place. */
function fileName(
  { dataset, name }: Pick<Export, 'dataset' | 'name'>,
  days: string[],
  format: FileFormat,
): string {
  return `${['lonja', dataset, ...name, ...days].join('-')}.${format}`;
}
