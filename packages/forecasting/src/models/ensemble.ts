import type { Panel } from '../series/panel.ts';
import { sharePanel } from '../series/shared-panel.ts';
import { meanOf } from './boosted-profiles.ts';
import { type Forecaster, type MemberForecasts, predictMembers } from './forecaster.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';

export interface EnsembleMember {
  forecaster: Forecaster;
  /** Share in the forecast relative to the other members, > 0. */
  weight: number;
  /** The forecaster knows what the day costs on the whole, not how prices run over it: that is taken from the other members. */
  tellsLevelOnly?: boolean;
}

/** A fitted ensemble as plain JSON. */
export interface EnsembleFit {
  model: 'ensemble';
  /** The members that could be fitted, by place in the ensemble, with shares that add up to 1. */
  members: { index: number; share: number; fitted: unknown }[];
}

/**
 * The weighted mean of several forecasters. A member that tells the level alone counts as the mean of the others, moved so that its mean
 * over the day is that member's. A member that has too little history is left out and the others share its weight; throws
 * InsufficientHistoryError where none has enough of those that tell every slot.
 */
export function createEnsemble(name: string, members: EnsembleMember[]): Forecaster<EnsembleFit> {
  const whole = members.filter(({ tellsLevelOnly }) => !tellsLevelOnly);
  if (whole.length === 0 || members.some(({ weight }) => !(weight > 0 && Number.isFinite(weight)))) {
    throw new RangeError(
      'An ensemble needs at least one member that tells every slot, and for each a finite weight above 0.',
    );
  }
  return {
    name,
    minHistoryDays: Math.min(...whole.map(({ forecaster }) => forecaster.minHistoryDays)),
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
  if (reason !== undefined && able.every(({ index }) => members[index].tellsLevelOnly)) throw reason;
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
  const told = fitted.members.map(({ index, share, fitted: own }) => ({
    index,
    share,
    forecast: predictMembers(members[index].forecaster, own, { panel, target }),
  }));
  const whole = told.filter(({ index }) => !members[index].tellsLevelOnly);
  const ofWhole = whole.reduce((sum, { share }) => sum + share, 0);
  const shape = new Float64Array(panel.slotsPerDay);
  for (const { share, forecast } of whole) addTo(shape, forecast.combined, share / ofWhole);
  const combined = new Float64Array(panel.slotsPerDay);
  const forecasts: Float64Array[][] = members.map(({ forecaster }) =>
    Array.from({ length: membersOf(forecaster) }, () => combined),
  );
  for (const { index, share, forecast } of told) {
    const filled = (own: Float64Array): Float64Array =>
      members[index].tellsLevelOnly ? movedTo(meanOf(own), shape) : own;
    addTo(combined, filled(forecast.combined), share);
    forecasts[index] = forecast.members.map(filled);
  }
  return { combined, members: forecasts.flat() };
}

function addTo(sum: Float64Array, forecast: Float64Array, share: number): void {
  for (let slot = 0; slot < sum.length; slot++) sum[slot] += share * forecast[slot];
}

/** The forecast with another mean. */
function movedTo(level: number, forecast: Float64Array): Float64Array {
  const own = meanOf(forecast);
  return forecast.map((price) => price - own + level);
}

function membersOf({ memberCount = 1 }: Forecaster): number {
  return memberCount;
}
