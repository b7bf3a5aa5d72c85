import { formatMadrid, TIME_ZONE } from '@lonja/forecasting/market';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { PRICE_UNIT, marketProductId, productFields } from '../../ground/market-ids.ts';
import { sendCsv, wantsCsv } from '../../ground/http/csv.ts';
import { CLIENT_DIALECT } from '../../ground/http/error-dialects.ts';
import { errorResponses } from '../../ground/http/error.ts';
import { readResponse } from '../../ground/http/read-response.ts';
import { formatInstant, roundPrice, roundSystemPower } from '../../ground/http/wire.ts';
import { shareReply } from '../../market/replies/shared-replies-plugin.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { assertSubscription } from '../../people/access/principal.ts';
import { inputName } from '../runs/forecast-contributions.ts';
import { toDegraded } from '../runs/degraded-fields.ts';
import type { ForecastReadContext } from '../runs/forecast-read-context.ts';
import { getRun } from '../runs/get-run.ts';
import type { ForecastRun } from '../runs/visible-runs.ts';
import { type ChangedPeriod, type Difference, getDifference } from './get-difference.ts';
import type { InputChange } from './list-input-changes.ts';
import { DifferenceQuery, ForecastDifference } from './schemas.ts';

const CSV_COLUMNS = [
  'time (UTC)',
  `start (${TIME_ZONE})`,
  ...['from', 'to'].flatMap((run) => ['value', 'p10', 'p90'].map((name) => `${run}_${name} (EUR/MWh)`)),
  'change (EUR/MWh)',
  'simulated',
];

/** What differs between two runs, and why. */
export const forecastDifferenceRoutes: FastifyPluginAsyncZod<{ context: ForecastReadContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/forecasts/diff',
    {
      config: {
        dialect: CLIENT_DIALECT,
        scope: 'forecasts:read',
        sharesReplies: true,
        takesTurns: 'reading',
        mayRunInReader: true,
      },
      schema: {
        operationId: 'getForecastDifference',
        tags: ['Forecasts'],
        summary: 'What differs between two forecast runs, and why',
        description:
          'Both runs with their intervals on the periods that both forecast, the change of each, what each group of inputs contributes to it (from the explanations that are stored with the runs), how load, wind, sun and gas as the runs knew them differ, and the reasons for which one alone is weaker than usual. The runs are of one product; `date` takes one day of them. CSV has the periods.',
        querystring: DifferenceQuery,
        response: {
          200: readResponse('The difference.', ForecastDifference),
          ...errorResponses([400, 401, 403, 404, 422, 429, 500, 503], {
            404: 'There is no such run, or the runs have no period in common.',
            422: 'The runs are the same, of different products, or one is of the simulated market.',
          }),
        },
      },
    },
    async (request, reply) => {
      const { from_run, to_run, date: day, resolution, format, locale } = request.query;
      const readable = async (id: string) => {
        const run = await getRun(context, id);
        assertSubscription(principalOf(request), marketProductId(run.product));
        return run;
      };
      const [from, to] = [await readable(from_run), await readable(to_run)];
      shareReply(request, { product: marketProductId(to.product) });
      const difference = await getDifference(context, { from, to, resolution, day });
      const simulated = to.dataOrigin === 'simulator';
      const { periods } = difference;
      if (wantsCsv(request.headers.accept, format)) {
        const name = ['forecast-difference', to.product, formatInstant(to.issuedAt).slice(0, 10)];
        const rows = periods.map((period) => [
          formatInstant(period.start),
          formatMadrid(period.start),
          ...[period.from, period.to].flatMap(({ value, p10, p90 }) => [value, p10, p90].map(roundPrice)),
          changeOf(period),
          simulated,
        ]);
        return sendCsv(reply, { name, columns: CSV_COLUMNS, rows }, locale);
      }
      return { ...toRecord(from, to, difference), resolution, simulated };
    },
  );
};

function toRecord(
  from: ForecastRun,
  to: ForecastRun,
  { periods, isExplained, inputs, reasons }: Difference,
): Omit<ForecastDifference, 'resolution' | 'simulated'> {
  const changes = periods.map(changeOf);
  return {
    ...productFields(to.product),
    unit: PRICE_UNIT,
    from: toRun(from, isExplained.from),
    to: toRun(to, isExplained.to),
    model_changed: from.modelVersionId !== to.modelVersionId,
    mean_change: roundPrice(meanOf(changes)),
    mean_absolute_change: roundPrice(meanOf(changes.map(Math.abs))),
    contributions: meanContributions(periods),
    inputs: inputs.map(toInput),
    new_reasons: reasons.new,
    gone_reasons: reasons.gone,
    points: periods.map((period) => ({
      time: formatInstant(period.start),
      from: toBounds(period.from),
      to: toBounds(period.to),
      change: changeOf(period),
      contributions:
        contributionsOf(period)?.map(({ input, value }) => ({ input, value: roundPrice(value) })) ?? null,
    })),
    total: periods.length,
  };
}

/** Of what is shown: the difference of two rounded prices. */
function changeOf({ from, to }: ChangedPeriod): number {
  return roundPrice(roundPrice(to.value) - roundPrice(from.value));
}

function contributionsOf({ groups, rest }: ChangedPeriod): { input: string; value: number }[] | undefined {
  if (groups === undefined || rest === undefined) return undefined;
  return [
    ...groups.map(({ group, value }) => ({ input: inputName(group), value })),
    { input: 'rest', value: rest },
  ];
}

function meanContributions(periods: readonly ChangedPeriod[]): ForecastDifference['contributions'] {
  const values = periods.flatMap((period) => contributionsOf(period) ?? []);
  return [...Map.groupBy(values, ({ input }) => input)]
    .map(([input, ofInput]) => ({
      input,
      mean: roundPrice(meanOf(ofInput.map(({ value }) => value))),
      mean_absolute: roundPrice(meanOf(ofInput.map(({ value }) => Math.abs(value)))),
    }))
    .toSorted((a, b) => b.mean_absolute - a.mean_absolute);
}

function toInput({
  input,
  unit,
  hours,
  onlyTo,
  onlyFrom,
}: InputChange): ForecastDifference['inputs'][number] {
  const round = unit === 'MW' ? roundSystemPower : roundPrice;
  const mean = (valueOf: (hour: (typeof hours)[number]) => number) =>
    hours.length === 0 ? null : round(meanOf(hours.map(valueOf)));
  const [largest] = hours.toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from));
  return {
    input,
    unit,
    hours: hours.length,
    hours_only_to: onlyTo,
    hours_only_from: onlyFrom,
    mean_from: mean(({ from }) => from),
    mean_to: mean(({ to }) => to),
    mean_change: mean(({ from, to }) => to - from),
    mean_absolute_change: mean(({ from, to }) => Math.abs(to - from)),
    largest:
      largest === undefined || largest.from === largest.to
        ? null
        : {
            time: formatInstant(largest.start),
            from: round(largest.from),
            to: round(largest.to),
          },
  };
}

function toRun(run: ForecastRun, explained: boolean): ForecastDifference['from'] {
  return {
    forecast_id: run.id,
    issued_at: formatInstant(run.issuedAt),
    published_at: formatInstant(run.publishedAt),
    model_version: run.modelVersionId,
    data_as_of: formatInstant(run.dataAsOf),
    known_until: formatInstant(run.knownUntil),
    explained,
    ...toDegraded(run),
  };
}

function toBounds({ value, p10, p90 }: ChangedPeriod['from']) {
  return { value: roundPrice(value), p10: roundPrice(p10), p90: roundPrice(p90) };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
