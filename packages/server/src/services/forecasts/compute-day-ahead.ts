import { AUCTION_CALENDAR, addDays } from '@lonja/forecasting/market';
import { listCalibrationForecasts } from '../../store/calibration-forecasts.ts';
import { prepareCalibration } from './calibration.ts';
import { computeForecast } from './compute-forecast.ts';
import { type ComputedRun, type RunToCompute, runnable } from './computed-run.ts';
import type { ForecastContext } from './forecast-context.ts';
import { newestAvailability, pricesKnownUntil, readForecastInputs } from './forecast-inputs.ts';
import { degradedSentences } from './degraded-sentences.ts';
import { forecastPoints } from './forecast-points.ts';
import { contentOf } from './run-periods.ts';
import { daysReadBy, historyStart, type HorizonModel, horizonModelOf } from './horizon-model.ts';

/** A run of the day-ahead market: reads, forecasts and bounds. Throws OperatorError when there is not a week of prices. */
export async function computeDayAhead(context: ForecastContext, request: RunToCompute): Promise<ComputedRun> {
  const { product, run, dataOrigin, version, issuedAt, calibratedOn } = request;
  const model = runnable(horizonModelOf(version.manifest), version);
  const { horizonDays } = AUCTION_CALENDAR[product];
  const { firstDay } = run;
  const lastDay = addDays(firstDay, horizonDays - 1);
  const inputs = await readForecastInputs(context.db, inputsQuery(model, request));
  const set = { product, dataOrigin, modelVersionId: version.id };
  const calibration =
    calibratedOn === undefined
      ? await prepareCalibration(context, set, { model, run, inputs })
      : await listCalibrationForecasts(context.db, set, calibratedOn);
  const forecast = await computeForecast(context, {
    model,
    product,
    dataOrigin,
    inputs,
    run,
    horizonDays,
    issuedAt,
    calibration,
  });
  return {
    dataAsOf: newestAvailability(inputs, issuedAt),
    knownUntil: pricesKnownUntil(inputs, issuedAt),
    firstDay,
    lastDay,
    degraded: degradedSentences(forecast.degraded),
    degradedReasons: forecast.degraded,
    calibratedOn: calibration.map(({ scheduledFor }) => scheduledFor),
    ...contentOf(
      forecastPoints({
        product,
        since: historyStart(firstDay, model.historyDays),
        firstDay,
        days: forecast.days,
        inputs,
        asOf: issuedAt,
      }),
      forecast.pastErrors,
    ),
    explanations: forecast.days.map(({ explanation }, lead) => ({
      day: addDays(firstDay, lead),
      explanation,
    })),
    ofModel: forecast.ofModel,
  };
}

/** What a run of a model reads. */
export function inputsQuery(
  model: HorizonModel,
  { product, run, dataOrigin, issuedAt }: Omit<RunToCompute, 'version'>,
) {
  const { horizonDays } = AUCTION_CALENDAR[product];
  return {
    dataOrigin,
    from: addDays(run.firstDay, -daysReadBy(model)),
    to: addDays(run.firstDay, horizonDays - 1),
    asOf: issuedAt,
  };
}
