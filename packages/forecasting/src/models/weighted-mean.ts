import type { Panel } from '../data/panel.ts';
import { createFitCache } from '../kernel/fit-cache.ts';
import { type FittedModel, type MemberForecasts, type Model, InsufficientHistoryError } from './model.ts';

export interface WeightedMember {
  model: Model;
  /** Weight in the forecast relative to the other members, > 0. */
  weight: number;
}

/** A member that could be fitted, by its place, with its share of the weights. */
interface FittedMember {
  index: number;
  share: number;
  fitted: FittedModel;
}

/**
 * The weighted mean of several models. A member that has too little history is left out and the others share its weight;
 * throws InsufficientHistoryError where none has enough. Members of members count for themselves.
 */
export function createWeightedMean(name: string, members: WeightedMember[]): Model {
  if (members.length === 0 || members.some(({ weight }) => !(weight > 0 && Number.isFinite(weight)))) {
    throw new RangeError('A weighted mean needs at least one member, each with a finite weight above 0.');
  }
  return {
    name,
    minHistoryDays: Math.min(...members.map(({ model }) => model.minHistoryDays)),
    memberCount: members.reduce((sum, { model }) => sum + model.memberCount, 0),
    fit(panel, target, cache = createFitCache()) {
      const able: { index: number; weight: number; fitted: FittedModel }[] = [];
      let reason: InsufficientHistoryError | undefined;
      members.forEach(({ model, weight }, index) => {
        try {
          able.push({ index, weight, fitted: model.fit(panel, target, cache) });
        } catch (error) {
          if (!(error instanceof InsufficientHistoryError)) throw error;
          reason ??= error;
        }
      });
      if (able.length === 0 && reason !== undefined) throw reason;
      const total = able.reduce((sum, { weight }) => sum + weight, 0);
      const fitted = able.map(({ weight, ...member }) => ({ ...member, share: weight / total }));
      return { predict: (seen, row) => combine(members, fitted, seen, row) };
    },
  };
}

function combine(
  members: WeightedMember[],
  fitted: FittedMember[],
  panel: Panel,
  target: number,
): MemberForecasts {
  const combined = new Float64Array(panel.slotsPerDay);
  const forecasts: Float64Array[][] = members.map(({ model }) =>
    Array.from({ length: model.memberCount }, () => combined),
  );
  for (const { index, share, fitted: member } of fitted) {
    const forecast = member.predict(panel, target);
    for (let slot = 0; slot < combined.length; slot++) combined[slot] += share * forecast.combined[slot];
    forecasts[index] = forecast.members;
  }
  return { combined, members: forecasts.flat() };
}
