import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ExogenousColumn, InsufficientHistoryError } from '@lonja/forecasting';
import { dayNumber } from '@lonja/forecasting/market';
import {
  type DriverColumn,
  DAY_AHEAD_FIT_DAYS,
  POWER_MODELS,
  POWER_OPTIONS,
  type PowerFit,
  type PowerPanel,
  type PowerQuantity,
  areDriversKnown,
  dayAheadTask,
  fitPower,
  hasDriverHistory,
  predictPower,
} from '@lonja/forecasting/power';

/** As the service learns. */
const OPTIONS = { ...POWER_OPTIONS, windowDays: 730 };

/** One quantity of the power system as it became known. */
export interface KnownQuantity {
  quantity: PowerQuantity;
  /** What was measured, and the drivers as they were forecast the day before; none where nobody knows any. */
  panel: PowerPanel;
  /** The first row to forecast; it needs eight weeks before it, with drivers three months. */
  first: number;
  /** The drivers up to the day after a row as they were known at noon of the day before it. */
  driversAt: (row: number) => DriverColumn[];
  /** Of each day what the operator had published by noon of it, on the panel's grid. */
  published: Float64Array;
}

/**
 * The service's own forecast of each day from the first asked for to the last but one, made as the service makes those of past days
 * (`dayAheadTask`); NaN on days before, and on those with too little before them. Kept in `file`, which belongs to one version of the
 * library.
 */
export async function ownForecasts(
  file: string,
  { quantity, panel, first, driversAt, published }: KnownQuantity,
): Promise<ExogenousColumn> {
  const name = `${quantity}.forecast`;
  const kept = await readFile(file).catch(() => undefined);
  if (kept !== undefined) return { name, values: new Float64Array(new Uint8Array(kept).buffer) };
  const { slotsPerDay: slots } = panel;
  const model = POWER_MODELS[quantity];
  const values = new Float64Array(panel.measured.length).fill(Number.NaN);
  let fitted: { block: number; fit: PowerFit | undefined } | undefined;
  for (let row = first; row < panel.days.length - 1; row++) {
    const seen = { ...panel, drivers: driversAt(row) };
    if (!areDriversKnown(seen, row)) continue;
    const task = dayAheadTask(panel, row, {
      seen,
      dayBefore: published.subarray((row - 1) * slots, row * slots),
    });
    const block = Math.floor(dayNumber(panel.days[row]) / DAY_AHEAD_FIT_DAYS);
    if (fitted?.block !== block) fitted = { block, fit: fitWhereLearnable(quantity, task.learnFrom) };
    if (fitted.fit === undefined) continue;
    const [forecast] = predictPower(model, fitted.fit, task.panel, task.rows);
    values.set(forecast, row * slots);
  }
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, new Uint8Array(values.buffer));
  return { name, values };
}

function fitWhereLearnable(quantity: PowerQuantity, learnFrom: PowerPanel): PowerFit | undefined {
  try {
    const isLearnable = learnFrom.drivers.length === 0 || hasDriverHistory(learnFrom);
    return isLearnable ? fitPower(POWER_MODELS[quantity], learnFrom, OPTIONS) : undefined;
  } catch (error) {
    if (error instanceof InsufficientHistoryError) return undefined;
    throw error;
  }
}
