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
import type { ErrorHistory } from '@lonja/forecasting/intervals';
import {
  buildIntradayPanel,
  type IntradayFundamentals,
  type IntradayPanel,
  referenceOf,
  type SpreadOptions,
} from '@lonja/forecasting/intraday';
import type { IntradayTask } from '@lonja/forecasting/workers';
import {
  addCalibrationForecasts,
  type CalibrationForecast,
  type CalibrationSet,
  type RunForecasts,
  listCalibrationForecasts,
} from '../../store/calibration-forecasts.ts';
import { asModel } from './computed-run.ts';
import type { ForecastContext, ForecastPurpose } from './forecast-context.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import {
  CALIBRATION_BLOCK_DAYS,
  FEATURE_DAYS,
  FIT_DAYS,
  INTRADAY_CALIBRATION_DAYS,
} from './intraday-model.ts';

interface IntradayPast {
  options: SpreadOptions;
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
  const calendar = AUCTION_CALENDAR[product];
  const runs = earlierRunsOf(calendar, request.run, INTRADAY_CALIBRATION_DAYS);
  const stored = await listCalibrationForecasts(
    context.db,
    set,
    runs.map((run) => run.scheduledFor),
  );
  const isStored = new Set(stored.map((forecast) => forecast.scheduledFor));
  // What is not known now was not known then: most days of a young installation need not be looked at.
  const { panel: known } = request;
  const hasReference = ({ firstDay }: ScheduledRun) => {
    const row = known.days.indexOf(firstDay);
    return row >= 0 && isKnown(known, referenceOf(known), row);
  };
  const spreadDays = known.days.filter(
    (_, row) => isKnown(known, referenceOf(known), row) && isKnown(known, known.price, row),
  );
  const missing = runs.filter((run) => !isStored.has(run.scheduledFor) && hasReference(run));
  const blocks = Map.groupBy(missing, ({ firstDay }) =>
    Math.floor(dayNumber(firstDay) / CALIBRATION_BLOCK_DAYS),
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
    const blockStart = dayOfNumber(number * CALIBRATION_BLOCK_DAYS);
    const [firstRun] = earlierRunsOf(calendar, request.run, daysBetween(blockStart, request.run.firstDay));
    const learntDays = spreadDays.filter((day) => day < blockStart);
    if (learntDays.length < request.options.minHistoryDays) continue;
    if (taken >= request.days) {
      left += block.length;
      continue;
    }
    const learnFrom = rowOfLastDay(panelAt(firstRun, FIT_DAYS));
    const rows = block
      .map((run) => ({ run, ...rowOfLastDay(panelAt(run, FEATURE_DAYS)) }))
      .filter(({ panel, row }) => isKnown(panel, referenceOf(panel), row));
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
      request.options,
      tasks.map(({ learnFrom, rows }) => ({ learnFrom, rows })),
      request.purpose,
    ),
  );
  const made = forecasts.flatMap((forecast, i) => {
    if (!('prices' in forecast)) return [];
    const { runs, learnFrom } = tasks[i];
    return runs.map((run, j) => ({
      ...run,
      ...asRunForecasts(coveredSlots(learnFrom.panel, forecast.prices[j], 0)),
    }));
  });
  await addCalibrationForecasts(context.db, set, made);
  const all = [...stored, ...made].sort((a, b) => a.scheduledFor - b.scheduledFor);
  return { forecasts: all, made: made.length, left };
}

/** The model's forecasts as they are kept: their bounds need the errors of the whole alone. */
export function asRunForecasts(values: Float64Array): RunForecasts {
  return { values, members: [], quantiles: undefined };
}

/** Errors (actual minus forecast) of calibration forecasts, by covered slot. */
export function intradayErrors(calibration: CalibrationForecast[], panel: IntradayPanel): ErrorHistory {
  const slotsPerDay = panel.toSlot - panel.fromSlot;
  const errors = new Float64Array(calibration.length * slotsPerDay).fill(Number.NaN);
  calibration.forEach(({ firstDay, values }, i) => {
    const row = panel.days.indexOf(firstDay);
    if (row < 0) return;
    coveredSlots(panel, panel.price, row).forEach((price, slot) => {
      errors[i * slotsPerDay + slot] = price - values[slot];
    });
  });
  return { slotsPerDay, errors };
}

/** Errors of taking the reference for the price on the days before the last row: what bounds rest on without a model's own. */
export function referenceErrors(panel: IntradayPanel, days: number): ErrorHistory {
  const slotsPerDay = panel.toSlot - panel.fromSlot;
  const last = panel.days.length - 1;
  const first = Math.max(0, last - days);
  const errors = new Float64Array((last - first) * slotsPerDay);
  const reference = referenceOf(panel);
  for (let row = first; row < last; row++) {
    const before = coveredSlots(panel, reference, row);
    errors.set(
      coveredSlots(panel, panel.price, row).map((price, slot) => price - before[slot]),
      (row - first) * slotsPerDay,
    );
  }
  return { slotsPerDay, errors };
}

/** Whether a column has a value for every covered slot of a row. */
function isKnown(panel: IntradayPanel, column: Float64Array, row: number): boolean {
  return coveredSlots(panel, column, row).every(Number.isFinite);
}

/** The covered slots of a row of a column. */
export function coveredSlots(panel: IntradayPanel, column: Float64Array, row: number): Float64Array {
  const start = row * panel.slotsPerDay;
  return column.slice(start + panel.fromSlot, start + panel.toSlot);
}

/** A panel that ends with the day to forecast. */
export function rowOfLastDay(panel: IntradayPanel): { panel: IntradayPanel; row: number } {
  return { panel, row: panel.days.length - 1 };
}
