import path from 'node:path';
import { type EpfData, InsufficientHistoryError } from '@lonja/forecasting';
import type { NextDaysForecast } from '@lonja/forecasting/horizon';
import { findQuarterHours, forecastOfQuarter, stepsOfRow } from '@lonja/forecasting/backtest';
import { FEWEST_CALIBRATION_DAYS } from '@lonja/forecasting/intervals';
import { forecastNextDaysInWorkers } from '@lonja/forecasting/workers';
import { UsageError } from '../errors.ts';
import type { MarketSource } from '../market-file/market-source.ts';
import { type MarketData, readMarket } from '../market-file/read-market-file.ts';
import { recipeOf } from '../named-recipe.ts';
import { fixed, whole } from '../output/cell.ts';
import { type View, tableOf } from '../output/view.ts';
import { createProgressBar, createProgressLines } from '../progress-bar.ts';
import { instantOfStart, requireZone } from './period-instant.ts';

export interface PredictOptions extends MarketSource {
  model: string;
  windows?: number[] | undefined;
  calibrationDays?: number | undefined;
  zone: string;
}

interface PredictedPoint {
  /** Start in UTC; null for an hour that the clock skips in a file of 24 hours a day. */
  time_utc: string | null;
  /** Start as the file writes it. */
  time_local: string;
  p10: number;
  value: number;
  p90: number;
}

/** Forecasts the days at the end of a file that have no prices. */
export async function predict(options: PredictOptions): Promise<View> {
  const { zone, calibrationDays } = options;
  requireZone(zone);
  const { recipe } = await recipeOf(options);
  const data = await readMarket(options);
  const progress = process.stderr.isTTY
    ? createProgressBar(process.stderr)
    : createProgressLines(process.stderr);
  const forecast = await forecastNextDaysInWorkers({
    panel: data.panel,
    recipe,
    calibrationDays,
    onProgress: progress.update,
  })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== InsufficientHistoryError.name) throw error;
      throw new UsageError(`${error.message} Give more past days, or take a model that needs fewer.`, {
        cause: error,
      });
    })
    .finally(progress.clear);
  return viewOf(pointsOf(data, forecast, zone), {
    data,
    forecast,
    model: path.basename(options.model, '.json'),
  });
}

/** One point for each real period without a price. */
function pointsOf(
  { panel, periods, open }: EpfData,
  { firstRow, days }: NextDaysForecast,
  zone: string,
): PredictedPoint[] {
  const shape = findQuarterHours(panel, periods)?.shapeBefore(firstRow);
  return open.map(({ time, row, slot, quarter }) => {
    const day = days[row - firstRow];
    const ofSlot = { value: day.value[slot], p10: day.p10[slot], p90: day.p90[slot] };
    const { p10, value, p90 } =
      quarter === undefined || shape === undefined
        ? ofSlot
        : forecastOfQuarter(ofSlot, shape, { hour: slot, quarter, steps: stepsOfRow(day.value, slot) });
    return { time_utc: instantOfStart(time, zone) ?? null, time_local: time, p10, value, p90 };
  });
}

function viewOf(
  points: PredictedPoint[],
  { data, forecast, model }: { data: MarketData; forecast: NextDaysForecast; model: string },
): View {
  const { days } = forecast;
  const [first] = days;
  const missing = days.flatMap(({ day, missingInputs }) =>
    missingInputs.length === 0
      ? []
      : [`${day} is forecast without ${missingInputs.join(', ')}, which are not known for that day.`],
  );
  const source =
    first.calibratedOnDays < FEWEST_CALIBRATION_DAYS
      ? 'errors of the weekly naive, for there is too little history for its own'
      : `its errors on the ${first.calibratedOnDays} days before`;
  return {
    data: {
      model,
      days: days.map(({ day, calibratedOnDays, missingInputs }) => ({
        day,
        calibrated_on_days: calibratedOnDays,
        missing_inputs: missingInputs,
      })),
      notes: [...missing, ...data.notes],
      filled: data.filled.map(({ column, times }) => ({ column, values: times.length, times })),
      points,
    },
    head: [
      `${model}: ${days.map(({ day }) => day).join(', ')}; bounds from ${source}`,
      ...missing,
      ...data.notes,
    ],
    table: tableOf(points, {
      'time (UTC)': ({ time_utc: time }) => whole(time),
      'time (local)': ({ time_local: time }) => whole(time),
      p10: ({ p10 }) => fixed(p10, 2),
      value: ({ value }) => fixed(value, 2),
      p90: ({ p90 }) => fixed(p90, 2),
    }),
  };
}
