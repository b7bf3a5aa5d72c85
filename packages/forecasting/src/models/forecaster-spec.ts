import { createChampion } from '../pipelines/champion.ts';
import type { Forecaster } from './forecaster.ts';
import { createGaussianProcess } from './gaussian-process.ts';
import { createLear } from './lear.ts';
import { createStandardNaive, createWeeklyNaive } from './naive.ts';

/** A forecaster as plain data, so that it can be stored, compared and sent to a worker thread. */
export type ForecasterSpec =
  | { kind: 'weekly-naive' }
  | { kind: 'standard-naive' }
  | { kind: 'lear'; windows?: number[] }
  | { kind: 'gaussian-process'; levelDays?: number; spreadDays?: number; windowDays?: number }
  | { kind: 'champion' };

export function createForecaster(spec: ForecasterSpec): Forecaster {
  if (spec.kind === 'weekly-naive') return createWeeklyNaive();
  if (spec.kind === 'standard-naive') return createStandardNaive();
  if (spec.kind === 'champion') return createChampion();
  if (spec.kind === 'gaussian-process') return createGaussianProcess(spec);
  return createLear(spec);
}
