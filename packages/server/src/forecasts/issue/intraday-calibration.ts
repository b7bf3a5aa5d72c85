import { setImmediate } from 'node:timers/promises';
import {
  AUCTION_CALENDAR,
  addDays,
  auctionsBefore,
  dayNumber,
  dayOfNumber,
  daysBetween,
  earlierRunsOf,
  type ScheduledRun,
} from '@lonja/forecasting/market';
import type { AuctionRecipe, PastForecast } from '@lonja/forecasting/issue';
import {
  buildIntradayPanel,
  coveredSlots,
  type IntradayFundamentals,
  type IntradayPanel,
  isRowKnown,
  referenceOf,
} from '@lonja/forecasting/intraday';
import type { IntradayTask } from '@lonja/forecasting/workers';
import {
  addCalibrationForecasts,
  type CalibrationForecast,
  type CalibrationSet,
} from '../runs/calibration-forecasts.ts';
import { findCalibration } from './calibration.ts';
import { asModel } from './computed-run.ts';
import type { ForecastContext, ForecastPurpose } from './forecast-context.ts';
import type { ForecastInputs } from './forecast-inputs.ts';

interface IntradayPast {
  recipe: AuctionRecipe;
  run: ScheduledRun;
  inputs: ForecastInputs;
  fundamentals: IntradayFundamentals;
  /** What is known now of the days. */
  panel: IntradayPanel;
  /** Of the days whose forecasts were never made, the newest weeks with so many are made now. */
  days: number;
  purpose: ForecastPurpose;
}

/**
 * The forecasts of the same daily schedule on the days before a run, oldest first, one value for each covered slot. Those that
 * were never made are made now, each day from what was available at its own instant, by fits that serve a week, and kept. Days
 * whose reference was not known in time or that had too little history are left out. `left`: how many days were not made now.
 */
export async function prepareIntradayCalibration(
  context: ForecastContext,
  set: CalibrationSet,
  request: IntradayPast,
): Promise<{ forecasts: CalibrationForecast[]; made: number; left: number }> {
  const { product } = set;
  const { calibrationDays, featureDays, fitDays, historyDays, spread } = request.recipe;
  const calendar = AUCTION_CALENDAR[product];
  const wanted = { recipe: { calibrationDays, olderCalibrationDays: 0 }, run: request.run };
  const { stored, missing } = await findCalibration(context, set, wanted);
  // What is not known now was not known then: most days of a young installation need not be looked at.
  const { panel: known } = request;
  const hasReference = ({ firstDay }: ScheduledRun) => {
    const row = known.days.indexOf(firstDay);
    return row >= 0 && isRowKnown(known, referenceOf(known), row);
  };
  const spreadDays = known.days.filter(
    (_, row) => isRowKnown(known, referenceOf(known), row) && isRowKnown(known, known.price, row),
  );
  const blocks = Map.groupBy(missing.filter(hasReference), ({ firstDay }) =>
    Math.floor(dayNumber(firstDay) / fitDays),
  );
  const panelAt = ({ firstDay, scheduledFor }: ScheduledRun, days: number) => {
    const first = addDays(firstDay, -days);
    const from = first < request.fundamentals.days[0] ? request.fundamentals.days[0] : first;
    const earlier = auctionsBefore(product);
    return buildIntradayPanel(request.inputs, request.fundamentals, {
      product,
      earlier,
      from,
      to: firstDay,
      asOf: scheduledFor,
    });
  };
  const tasks: (IntradayTask & { runs: ScheduledRun[] })[] = [];
  let taken = 0;
  let left = 0;
  for (const [number, block] of [...blocks].sort(([a], [b]) => b - a)) {
    // Other work of the process goes on between blocks.
    await setImmediate();
    const blockStart = dayOfNumber(number * fitDays);
    const [firstRun] = earlierRunsOf(calendar, request.run, daysBetween(blockStart, request.run.firstDay));
    const learntDays = spreadDays.filter((day) => day < blockStart);
    if (learntDays.length < spread.minHistoryDays) continue;
    if (taken >= request.days) {
      left += block.length;
      continue;
    }
    const learnFrom = rowOfLastDay(panelAt(firstRun, historyDays));
    const rows = block
      .map((run) => ({ run, ...rowOfLastDay(panelAt(run, featureDays)) }))
      .filter(({ panel, row }) => isRowKnown(panel, referenceOf(panel), row));
    if (rows.length > 0) {
      taken += rows.length;
      tasks.push({
        learnFrom,
        rows: rows.map(({ panel, row }) => ({ panel, row })),
        runs: rows.map(({ run }) => run),
      });
    }
  }
  const forecasts = await asModel(
    context.forecastIntraday(
      spread,
      tasks.map(({ learnFrom, rows }) => ({ learnFrom, rows })),
      request.purpose,
    ),
  );
  const made = forecasts.flatMap((forecast, i) => {
    if (!('prices' in forecast)) return [];
    const { runs, learnFrom } = tasks[i];
    return runs.map((run, j) => ({
      ...run,
      ...pastOfAuction(coveredSlots(learnFrom.panel, forecast.prices[j], 0)),
    }));
  });
  await addCalibrationForecasts(context.db, set, made);
  const all = [...stored, ...made].sort((a, b) => a.scheduledFor - b.scheduledFor);
  return { forecasts: all, made: made.length, left };
}

/** What is kept of the prices of an auction's model: bounds need the errors of the whole alone. */
export function pastOfAuction(values: Float64Array): Omit<PastForecast, 'firstDay'> {
  return { values, members: [], quantiles: undefined };
}

/** A panel that ends with the day to forecast. */
export function rowOfLastDay(panel: IntradayPanel): { panel: IntradayPanel; row: number } {
  return { panel, row: panel.days.length - 1 };
}
