import { parentPort, workerData } from 'node:worker_threads';
import { forecastDay } from '../backtest/forecast-days.ts';
import { type ForecasterSpec, createForecaster } from '../backtest/forecaster-spec.ts';
import type { Panel } from '../series/panel.ts';

export interface DayWorkerInput {
  panel: Panel;
  targets: number[];
  spec: ForecasterSpec;
  /** Where every thread writes its forecasts, row-major `targets x slotsPerDay`; shared. */
  values: Float64Array;
  /** The place in `targets` that the next free thread takes; shared. */
  nextTarget: Int32Array;
}

/** `day` after each forecast day, `end` when no day is left. */
export type DayWorkerMessage = 'day' | 'end';

const { panel, targets, spec, values, nextTarget } = inputOf(workerData);
const forecaster = createForecaster(spec);
for (let i = Atomics.add(nextTarget, 0, 1); i < targets.length; i = Atomics.add(nextTarget, 0, 1)) {
  values.set(forecastDay({ panel, target: targets[i], forecaster }), i * panel.slotsPerDay);
  report('day');
}
report('end');

function report(message: DayWorkerMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}

/** Safe: this file is started by `forecastDaysInWorkers` alone, which passes exactly this. */
function inputOf(data: unknown): DayWorkerInput {
  return data as DayWorkerInput;
}
