import {
  addDays,
  type DeliveryDay,
  type ForecasterSpec,
  SETTLED_FOR_DAYS,
  settledSpanStart,
} from '@lonja/forecasting';
import { z } from 'zod';
import type { ModelManifest } from '../../store/model-versions.ts';

/** A model of the day-ahead market, and what it looks back on. */
export interface HorizonModel {
  spec: ForecasterSpec;
  /** Days of history before the first forecast day that a fit may use, at least (see `historyStart`). */
  historyDays: number;
  /** Past runs of the same daily schedule that the bounds want; those that were never made are made up. */
  calibrationDays: number;
  /** Runs before those that they learn from too, as far as they have been made. */
  olderCalibrationDays: number;
  /** Days of the baseline that forecasts of later days are shrunk to (see `shrinkToBaseline`); 0 where they are not. A manifest's `usualDays`. */
  baselineDays: number;
}

/** The model that serves at first. Two years of history serve its longest LEAR window. */
export const CHAMPION: HorizonModel = {
  spec: { kind: 'champion' },
  historyDays: 728 + 14,
  calibrationDays: 182,
  olderCalibrationDays: 182,
  baselineDays: 42,
};

/** Tried beside the champion: one of its members alone, at a twentieth of its cost. */
export const CHALLENGER: HorizonModel = {
  ...CHAMPION,
  spec: { kind: 'lear', windows: [56, 84, 364, 728] },
};

/** Day-ahead forecasts that the transmission system operator publishes before the gate. */
export const EXOGENOUS_KEYS = ['load.forecast', 'wind.forecast', 'solar.forecast'];

/** What says since the last day-ahead prices where the next may go: the auction that follows theirs, and gas, whose plants set most prices. */
export const MOVE_KEYS = { laterPrice: 'price.ida1', fuel: 'gas.price' } as const;

/** The first day that a fit may use: up to 27 days further back than asked for, where days settle that are learnt once for four weeks. */
export function historyStart(firstDay: DeliveryDay, historyDays: number): DeliveryDay {
  return settledSpanStart(addDays(firstDay, -historyDays));
}

/** Days before the clock whose data a run of the model reads. */
export function daysReadBy({ historyDays, calibrationDays, olderCalibrationDays }: HorizonModel): number {
  return calibrationDays + Math.max(historyDays + SETTLED_FOR_DAYS, olderCalibrationDays) + 1;
}

const MEMBERS: Partial<Record<ForecasterSpec['kind'], string>> = {
  champion:
    'four Gaussian processes over days (prices measured by the last 7, 28 and 364 days, and on the last 546 days by the level of 28 and the spread of 364), each again on days that were forecast alike, weighed by their errors of the last year and corrected by boosted trees; LEAR on windows 56, 84, 364, 728; boosted trees over the hours, on prices measured by the last weeks and by the last year; Gaussian processes of eight times of the day; weights 7, 0.5, 1.5, 1, 1.2; on prices stretched where they crowd, as far as the last year speaks for it; holidays are Sundays where that lessened errors',
};

/** What a model version is made of. */
export function manifestOf(model: HorizonModel, codeVersion: string): ModelManifest {
  const members = MEMBERS[model.spec.kind];
  return {
    model: model.spec,
    ...(members !== undefined && { members }),
    features:
      'prices of the last week; moves since the last prices; exogenous inputs of D, D-1, D-7; weekday, national holidays being Sundays; season',
    exogenous: EXOGENOUS_KEYS,
    moves: Object.values(MOVE_KEYS),
    beyondPublished:
      "the service's own forecasts of load, wind and solar, of past days as well where the operator publishes none",
    historyDays: model.historyDays,
    bounds:
      'mean of conformal prediction, quantile and isotonic regression by hour and lead day, corrected by past coverage, 0.1 and 0.9',
    calibrationDays: model.calibrationDays,
    olderCalibrationDays: model.olderCalibrationDays,
    usualDays: model.baselineDays,
    recalibration: 'every run',
    codeVersion,
  };
}

const Days = z.int().min(1);
const Spec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('weekly-naive') }),
  z.object({ kind: z.literal('standard-naive') }),
  z.object({ kind: z.literal('lear'), windows: z.array(Days).exactOptional() }),
  z.object({
    kind: z.literal('gaussian-process'),
    levelDays: Days.exactOptional(),
    spreadDays: Days.exactOptional(),
    windowDays: Days.exactOptional(),
  }),
  z.object({ kind: z.literal('champion') }),
]);
const HorizonManifest = z.object({
  model: Spec,
  historyDays: Days,
  calibrationDays: Days,
  olderCalibrationDays: z.int().min(0).optional(),
  usualDays: z.int().min(0).optional(),
});

/**
 * The model that a manifest tells of; undefined where this program cannot run it. Bounds of early versions learnt from no more runs than
 * they wanted, and their forecasts of later days were not shrunk.
 */
export function horizonModelOf(manifest: ModelManifest): HorizonModel | undefined {
  const { data } = HorizonManifest.safeParse(manifest);
  if (data === undefined) return undefined;
  const {
    model: spec,
    historyDays,
    calibrationDays,
    olderCalibrationDays = 0,
    usualDays: baselineDays = 0,
  } = data;
  return { spec, historyDays, calibrationDays, olderCalibrationDays, baselineDays };
}
