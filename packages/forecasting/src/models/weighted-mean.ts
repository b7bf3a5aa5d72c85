import type { Panel } from '../data/panel.ts';
import { sharePanel } from '../data/shared-panel.ts';
import { type Forecaster, type MemberForecasts, predictMembers } from './forecaster.ts';
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
    fit: (panel, target) => fit(members, sharePanel(panel), target),
    predict: (fitted, panel, target) => combine(members, fitted, sharePanel(panel), target).combined,
    memberCount: members.reduce((sum, { forecaster }) => sum + membersOf(forecaster), 0),
    predictMembers: (fitted, panel, target) => combine(members, fitted, sharePanel(panel), target),
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

/** The members of a member count for themselves. */
function combine(
  members: EnsembleMember[],
  fitted: EnsembleFit,
  panel: Panel,
  target: number,
): MemberForecasts {
  const combined = new Float64Array(panel.slotsPerDay);
  const forecasts: Float64Array[][] = members.map(({ forecaster }) =>
    Array.from({ length: membersOf(forecaster) }, () => combined),
  );
  for (const { index, share, fitted: own } of fitted.members) {
    const forecast = predictMembers(members[index].forecaster, own, { panel, target });
    forecast.combined.forEach((price, slot) => (combined[slot] += share * price));
    forecasts[index] = forecast.members;
  }
  return { combined, members: forecasts.flat() };
}

function membersOf({ memberCount = 1 }: Forecaster): number {
  return memberCount;
}
