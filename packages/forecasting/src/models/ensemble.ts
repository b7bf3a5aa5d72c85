import type { Panel } from '../series/panel.ts';
import type { Forecaster } from './forecaster.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';

export interface EnsembleMember {
  forecaster: Forecaster;
  /** Share in the forecast relative to the other members, > 0. */
  weight: number;
}

/** A fitted ensemble as plain JSON. */
export interface EnsembleFit {
  model: 'ensemble';
  /** The members that could be fitted, by place in the ensemble, with shares that add up to 1. */
  members: { index: number; share: number; fitted: unknown }[];
}

/**
 * The weighted mean of several forecasters. A member that has too little history is left out and the others share its weight;
 * throws InsufficientHistoryError where none has enough.
 */
export function createEnsemble(name: string, members: EnsembleMember[]): Forecaster<EnsembleFit> {
  if (members.length === 0 || members.some(({ weight }) => !(weight > 0 && Number.isFinite(weight)))) {
    throw new RangeError('An ensemble needs at least one member, each with a finite weight above 0.');
  }
  return {
    name,
    minHistoryDays: Math.min(...members.map(({ forecaster }) => forecaster.minHistoryDays)),
    fit: (panel, target) => fit(members, panel, target),
    predict: (fitted, panel, target) => predict(members, fitted, panel, target),
  };
}

function fit(members: EnsembleMember[], panel: Panel, target: number): EnsembleFit {
  const able: { index: number; weight: number; fitted: unknown }[] = [];
  let reason: InsufficientHistoryError | undefined;
  members.forEach(({ forecaster, weight }, index) => {
    try {
      able.push({ index, weight, fitted: forecaster.fit(panel, target) });
    } catch (error) {
      if (!(error instanceof InsufficientHistoryError)) throw error;
      reason ??= error;
    }
  });
  if (able.length === 0 && reason !== undefined) throw reason;
  const total = able.reduce((sum, { weight }) => sum + weight, 0);
  return {
    model: 'ensemble',
    members: able.map(({ index, weight, fitted }) => ({ index, share: weight / total, fitted })),
  };
}

function predict(members: EnsembleMember[], fitted: EnsembleFit, panel: Panel, target: number): Float64Array {
  const mean = new Float64Array(panel.slotsPerDay);
  for (const { index, share, fitted: own } of fitted.members) {
    members[index].forecaster.predict(own, panel, target).forEach((price, slot) => {
      mean[slot] += share * price;
    });
  }
  return mean;
}
