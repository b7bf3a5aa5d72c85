import { pointOf } from '@lonja/forecasting/distribution';
import type { IssuedForecast, PastErrors, PastForecast } from '@lonja/forecasting/issue';
import type { Product, ScheduledRun } from '@lonja/forecasting/market';
import { ranksOf } from '@lonja/forecasting/scenarios';
import { ThreadsClosedError } from '@lonja/forecasting/workers';
import type { NewForecastRun } from '../runs/publish-run.ts';
import type { ModelVersion } from '../runs/model-versions.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import type { ForecastPurpose } from './forecast-context.ts';
import type { ForecastInputs } from './forecast-inputs.ts';

/** A run to compute with one model version from what was available at an instant. */
export interface RunToCompute {
  product: Product;
  run: ScheduledRun;
  dataOrigin: DataOrigin;
  version: ModelVersion;
  /** Epoch ms. */
  issuedAt: number;
  /**
   * Scheduled instants of the calibration forecasts that the bounds learn from. Undefined: all that are wanted, and those that are
   * not stored yet are made up and kept.
   */
  calibratedOn?: number[] | undefined;
  /** What a run of the day-ahead market reads, with at least what was available at `issuedAt`; undefined: it is read. */
  dayAheadInputs?: ForecastInputs | undefined;
  /** What it is computed for; undefined: it is waited for. */
  purpose?: ForecastPurpose | undefined;
  /** What the model said of the run when it was made up; undefined: the model is asked. */
  said?: PastForecast | undefined;
}

/** What is published of a run, and what later runs learn from it. */
export interface ComputedRun extends Omit<
  NewForecastRun,
  'product' | 'dataOrigin' | 'modelVersionId' | 'issuedAt' | 'scheduledFor' | 'learnt'
> {
  /** Undefined where something stood in for the model, and for a run whose first day had cleared. */
  learns: Omit<PastForecast, 'firstDay'> | undefined;
}

/** What is published of the periods of a run, with the errors of past forecasts that its paths go together by. */
export function contentOf(
  { hours, quarters, quarterResiduals }: Pick<IssuedForecast, 'hours' | 'quarters' | 'quarterResiduals'>,
  { ages, errors }: PastErrors,
): Pick<NewForecastRun, 'hours' | 'quarters' | 'distributions'> {
  return {
    hours: hours.map(pointOf),
    quarters: quarters.map(pointOf),
    distributions: {
      hours: hours.map(({ distribution }) => distribution),
      quarters: quarters.map(({ distribution }) => distribution),
      quarterShares: quarters.map(({ share }) => share),
      between: { ages, ranks: ranksOf(errors) },
      withinDays: ranksOf(quarterResiduals),
    },
  };
}

/** The version's model, which is undefined where this program cannot run it. */
export function runnable<M>(model: M | undefined, { id }: ModelVersion): M {
  if (model === undefined) throw new Error(`This installation holds no recipe of model version ${id}.`);
  return model;
}

/** A model that could not compute, as opposed to data that are missing or a database that fails. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
}

/** Marks what goes wrong within a model as its own failure; that the service is stopping is none. */
export async function asModel<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ThreadsClosedError) throw error;
    throw new ModelFailure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
