import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Panel } from '@lonja/forecasting';
import { weekdayOfRow } from '@lonja/forecasting/data';

/** Debian's own Python, the one that sees python3-sklearn. */
const PYTHON = '/usr/bin/python3';
const SCRIPT = fileURLToPath(new URL('reference-lear.py', import.meta.url));

export interface ReferenceRun {
  /** Processor time of each target day. */
  seconds: number[];
  /** Forecasts of each target day, by slot. */
  forecasts: number[][];
  versions: Record<string, string>;
}

/** LEAR on scikit-learn for the given rows of a panel, on one thread. */
export function runReference(panel: Panel, targets: number[], windows: number[]): ReferenceRun {
  const task = {
    price: rowsOf(panel.price, panel.slotsPerDay),
    inputs: panel.exogenous.map(({ values }) => rowsOf(values, panel.slotsPerDay)),
    weekdays: panel.days.map((_, row) => weekdayOfRow(panel, row)),
    windows,
    targets,
  };
  const { status, stdout, stderr, error } = spawnSync(PYTHON, [SCRIPT], {
    input: JSON.stringify(task),
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error !== undefined || status !== 0) {
    throw new Error(`${PYTHON} with python3-sklearn is needed: ${error?.message ?? stderr}`);
  }
  return parseRun(stdout);
}

function rowsOf(values: Float64Array, slots: number): number[][] {
  return Array.from({ length: values.length / slots }, (_, row) => [
    ...values.subarray(row * slots, (row + 1) * slots),
  ]);
}

/** Safe: the script beside this file writes exactly this. */
function parseRun(json: string): ReferenceRun {
  return JSON.parse(json) as ReferenceRun;
}
