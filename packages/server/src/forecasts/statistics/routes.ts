import type { Readable } from 'node:stream';
import { groupHours, calibrationScores, forecastScores } from '@lonja/forecasting/metrics';
import { decileCalibration } from '@lonja/forecasting/distribution';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Locale } from '../../ground/config/locale.ts';
import { type DayCounts, dayCounts, toDayCounts } from '../accuracy/day-counts.ts';
import { findDrift, toDrift } from '../accuracy/drift.ts';
import { isProvisional } from '../accuracy/is-provisional.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { withProduct, assertHasFundamentals } from '../../market/catalog/market-catalog.ts';
import { marketProductId } from '../../ground/market-ids.ts';
import type { DaySpan } from '../../ground/timing/served-days.ts';
import { scoreFundamentals } from './fundamentals-accuracy.ts';
import {
  withDecileRanks,
  type ComparedHour,
  comparedParts,
  listComparedHours,
  listHoursOfPart,
} from './compared-hours.ts';
import { BATTERY_CUTOFF, measureBattery } from './measure-battery.ts';
import { listPricedHours, pricedParts, summarisePrices } from './summarise-prices.ts';
import { type CsvColumns, sendCsv, streamCsv, wantsCsv } from '../../ground/http/csv.ts';
import { APP_DIALECT } from '../../ground/http/error-dialects.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { inTurn } from '../../people/access/work-turns-plugin.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import {
  AccuracyStatistics,
  BatteryStatistics,
  BatteryStatisticsQuery,
  CalibrationStatistics,
  ForecastStatisticsQuery,
  FundamentalsStatistics,
  FundamentalsStatisticsQuery,
  PriceStatistics,
  PriceStatisticsQuery,
} from './schemas.ts';
import {
  BATTERY_CSV,
  COMPARED_CSV,
  FUNDAMENTALS_CSV,
  PRICED_CSV,
  toAccuracyGroup,
  toBatteryFigures,
  toCalibrationGroup,
  toFundamentalsScore,
  toPriceGroup,
} from './statistics-records.ts';

/** So long may a download take. */
const LONG_ANSWER_MS = 120_000;

/** Figures for the web application, and the hours behind each of them as CSV. */
export const statisticsRoutes: FastifyPluginAsyncZod<{ context: ReadContext }> = async (app, { context }) => {
  const config = {
    dialect: APP_DIALECT,
    scope: 'metrics:read' as const,
    sharesReplies: true,
    takesTurns: 'reading' as const,
    mayRunInReader: true,
  };
  const tags = ['Statistics'];
  const errors = errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
    400: 'date_from or date_to is missing or malformed, the range too long, or the cutoff unknown: `invalid_request`. An unknown parameter: `unknown_parameter`.',
    404: 'There is no such market.',
  });

  app.get(
    '/statistics/accuracy',
    {
      config,
      handlerTimeout: LONG_ANSWER_MS,
      schema: {
        operationId: 'getAccuracyStatistics',
        tags,
        summary:
          'Every error figure of the forecasts, by hour, weekday, lead day, price level or model version',
        description: [
          'MAE, RMSE, rMAE against the price a week before, bias, pinball loss, and coverage and width of the interval, over ranges of up to 731 days.',
          '`group_by` splits the range; without it there is one group. `drift` says whether prices or errors have left what they were.',
          'CSV has the scored hours behind the figures instead. A range without scored hours is an empty list, not an error.',
        ].join(' '),
        querystring: ForecastStatisticsQuery,
        response: { 200: readResponse('The figures of each group.', AccuracyStatistics), ...errors },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const span = comparedSpan(request, query);
      if (wantsCsv(request.headers.accept, query.format))
        return sendComparedHours(request, reply, { span, locale: query.locale });
      const { hours, ...compared } = await listCountedHours(span);
      const figures = figuresOfGroups(query, { hours, ...compared }, (group, ofGroup) =>
        toAccuracyGroup(group, forecastScores(ofGroup)),
      );
      return { ...figures, drift: toDrift(await findDrift(context, span)) };
    },
  );

  app.get(
    '/statistics/calibration',
    {
      config,
      handlerTimeout: LONG_ANSWER_MS,
      schema: {
        operationId: 'getCalibrationStatistics',
        tags,
        summary: 'How often prices lay below each quantile, by hour, weekday, lead day or model version',
        description:
          'For each forecast quantile the share of prices that lay below it: 10 % below `p10` and 90 % below `p90` would be exact. `group_by` shows for which hours or lead days the interval is too narrow or too wide. Up to 731 days; CSV has the hours behind the figures.',
        querystring: ForecastStatisticsQuery,
        response: { 200: readResponse('The figures of each group.', CalibrationStatistics), ...errors },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const span = comparedSpan(request, query);
      if (wantsCsv(request.headers.accept, query.format))
        return sendComparedHours(request, reply, { span, locale: query.locale });
      const { hours, ...compared } = await listCountedHours(span);
      // Of what was never issued no distribution is stored.
      const ranked =
        span.basis === 'issued'
          ? await withDecileRanks(context.db, hours)
          : hours.map((hour) => ({ ...hour, decilesBelow: undefined }));
      return figuresOfGroups(query, { hours: ranked, ...compared }, (group, ofGroup) =>
        toCalibrationGroup(group, calibrationScores(ofGroup), decileCalibration(ofGroup)),
      );
    },
  );

  app.get(
    '/statistics/prices',
    {
      config,
      handlerTimeout: LONG_ANSWER_MS,
      schema: {
        operationId: 'getPriceStatistics',
        tags,
        summary: 'Mean, extremes, base, peak, spread and capture prices by day, week, month or year',
        description:
          "Figures of cleared prices, not of forecasts. Lowest, highest, spread and hours below zero are by the market's own periods (a quarter counts 0.25 h), with `resolution=PT1H` by hourly means. `peak` is 08:00-20:00 from Monday to Friday; a capture price is the mean that solar or wind power earned. Up to 3660 days. Periods without prices are left out; CSV has the hours behind the figures.",
        querystring: PriceStatisticsQuery,
        response: { 200: readResponse('The figures of each period.', PriceStatistics), ...errors },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { resolution } = query;
      const span = readableSpan(request, query);
      if (wantsCsv(request.headers.accept, query.format)) {
        return sendInParts(request, reply, {
          name: ['price-hours', span.product, span.from, span.to],
          locale: query.locale,
          parts: pricedParts(span),
          columns: PRICED_CSV,
          async recordsOf(part) {
            const { hours, simulated } = await listPricedHours(context, { ...span, ...part, resolution });
            return hours.map((hour) => ({ ...hour, simulated }));
          },
        });
      }
      const { summaries, simulated } = await summarisePrices(context, {
        ...span,
        resolution,
        period: query.group_by,
      });
      const items = pageOfGroups(summaries, query).map(toPriceGroup);
      return {
        ...envelope(query),
        resolution,
        group_by: query.group_by,
        items,
        total: summaries.length,
        simulated,
      };
    },
  );

  app.get(
    '/statistics/battery',
    {
      config,
      handlerTimeout: LONG_ANSWER_MS,
      schema: {
        operationId: 'getBatteryStatistics',
        tags,
        summary: 'What a battery earns by the forecasts, between a floor that needs none and prices known',
        description: [
          'A battery of two hours is planned day by day by the last forecast of before the gate, by a floor (the mean of the prices that were known when',
          'that forecast was issued, by month and local hour), and by the prices that cleared. `gap` is the share of what knowing prices is worth above the',
          'floor that the forecast closes. Up to 731 days; a day counts that has price and forecast in every period. CSV has the days.',
        ].join(' '),
        querystring: BatteryStatisticsQuery,
        response: { 200: readResponse('The figures of the days.', BatteryStatistics), ...errors },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { basis, market, date_from, date_to } = query;
      const span = { ...readableSpan(request, query), basis };
      const value = await measureBattery(context, span);
      if (wantsCsv(request.headers.accept, query.format)) {
        const name = ['battery-days', span.product, span.from, span.to];
        const records = value.days.map((day) => ({ ...day, simulated: value.simulated }));
        return sendCsv(reply, { name, columns: BATTERY_CSV, records }, query.locale);
      }
      const isStillMade = await isProvisional(context, { ...span, cutoff: BATTERY_CUTOFF }, value.settled);
      return {
        market,
        date_from,
        date_to,
        ...toBatteryFigures(value),
        cutoff: BATTERY_CUTOFF,
        basis,
        ...toDayCounts(dayCounts(span, value.settled, value.days), isStillMade),
        simulated: value.simulated,
      };
    },
  );

  app.get(
    '/statistics/fundamentals',
    {
      config,
      schema: {
        operationId: 'getFundamentalsStatistics',
        tags,
        summary: 'Errors of the own forecasts of load, generation and exchange, by days ahead',
        description:
          'Compares the last forecast of each lead day, 1 to 7 days before delivery, with what was measured, and with a naive forecast of the same hours. Up to 731 days. A quantity without a measurement has no entry.',
        querystring: FundamentalsStatisticsQuery,
        response: {
          200: readResponse('The figures by quantity and days ahead.', FundamentalsStatistics),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const { query } = request;
      assertHasFundamentals(query.market_id);
      shareReply(request, { product: undefined });
      const { scores, simulated } = await scoreFundamentals(context, {
        from: query.date_from,
        to: query.date_to,
      });
      const records = scores.map(toFundamentalsScore);
      const { date_from, date_to, page, page_size } = query;
      if (wantsCsv(request.headers.accept, query.format)) {
        const name = ['fundamentals-accuracy', date_from, date_to];
        const all = records.map((record) => ({ ...record, simulated }));
        return sendCsv(reply, { name, columns: FUNDAMENTALS_CSV, records: all }, query.locale);
      }
      const items = pageOfGroups(records, query);
      return { date_from, date_to, page, page_size, items, total: records.length, simulated };
    },
  );

  /** The hours that figures are of, and how many of the days that were asked for they cover. */
  async function listCountedHours(span: ReturnType<typeof comparedSpan>) {
    const { hours, days, simulated } = await listComparedHours(context, span);
    const counted = ofVersion(hours, span);
    return {
      hours: counted,
      days: dayCounts(
        span,
        days,
        counted.filter(({ leadDay }) => leadDay === 1),
      ),
      isProvisional: await isProvisional(context, span, days),
      simulated,
    };
  }

  function sendComparedHours(
    request: FastifyRequest,
    reply: FastifyReply,
    { span, locale }: { span: ReturnType<typeof comparedSpan>; locale: Locale },
  ) {
    return sendInParts(request, reply, {
      name: ['forecast-hours', span.product, span.from, span.to],
      locale,
      parts: comparedParts(span),
      columns: COMPARED_CSV,
      async recordsOf(part) {
        const { hours, simulated } = await listHoursOfPart(context, { ...span, ...part });
        return ofVersion(hours, span).map((hour) => ({ ...hour, simulated, cutoff: span.cutoff }));
      },
    });
  }
};

interface PartedCsv<T> {
  name: string[];
  locale: Locale;
  parts: DaySpan[];
  columns: CsvColumns<T>;
  recordsOf: (part: DaySpan) => Promise<T[]>;
}

/** The hours of a span as CSV: those of a short one at once, of a long one part by part, each when the caller's tenant has its turn. */
async function sendInParts<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, locale, parts, columns, recordsOf }: PartedCsv<T>,
): Promise<string | Readable> {
  if (parts.length <= 1) {
    const records = await Promise.all(parts.map((part) => recordsOf(part)));
    return sendCsv(reply, { name, columns, records: records.flat() }, locale);
  }
  return streamCsv(reply, { name, columns, parts: inTurns() }, locale);

  async function* inTurns() {
    for (const part of parts) yield await inTurn(request, () => recordsOf(part), { isFurther: true });
  }
}

/** Of which market, auction and days figures are. */
type RangeQuery = Pick<ForecastStatisticsQuery, 'market_id' | 'product' | 'market' | 'date_from' | 'date_to'>;
type PagedRange = RangeQuery & Pick<ForecastStatisticsQuery, 'page' | 'page_size'>;

/** The product and days that are asked for, after checking that the caller may read them. */
function readableSpan(request: FastifyRequest, query: RangeQuery) {
  const { product, date_from, date_to } = withProduct(principalOf(request), query);
  shareReply(request, { product: marketProductId(product) });
  return { product, from: date_from, to: date_to };
}

function pageOfGroups<G>(groups: readonly G[], query: Pick<PagedRange, 'page' | 'page_size'>): G[] {
  const { offset, limit } = windowOf(query);
  return groups.slice(offset, offset + limit);
}

function comparedSpan(request: FastifyRequest, query: ForecastStatisticsQuery) {
  const { cutoff, basis, model_version: modelVersionId } = query;
  const everyLeadDay = query.group_by === 'lead_day';
  return { ...readableSpan(request, query), cutoff, basis, modelVersionId, everyLeadDay };
}

function ofVersion(
  hours: ComparedHour[],
  { modelVersionId }: { modelVersionId: string | undefined },
): ComparedHour[] {
  if (modelVersionId === undefined) return hours;
  return hours.filter((hour) => hour.modelVersionId === modelVersionId);
}

/** One page of the groups, with the figures of each. */
function figuresOfGroups<F, H extends ComparedHour>(
  query: ForecastStatisticsQuery,
  {
    hours,
    days,
    isProvisional: isStillMade,
    simulated,
  }: { hours: H[]; days: DayCounts; isProvisional: boolean; simulated: boolean },
  figuresOf: (group: string, hours: H[]) => F,
) {
  const groups = groupHours(hours, query.group_by);
  const items = pageOfGroups(groups, query).map(({ group, hours: ofGroup }) => figuresOf(group, ofGroup));
  const { group_by = null, cutoff, basis } = query;
  const scored = { cutoff, basis, ...toDayCounts(days, isStillMade) };
  return { ...envelope(query), group_by, items, total: groups.length, ...scored, simulated };
}

function envelope({ market, date_from, date_to, page, page_size }: PagedRange) {
  return { market, date_from, date_to, page, page_size };
}
