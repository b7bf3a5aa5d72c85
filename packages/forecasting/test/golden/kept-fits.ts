import type { FitCache } from '../../src/kernel/fit-cache.ts';
import { type Decorate, type Recipe, createModel } from '../../src/models/recipe.ts';
import type { FittedModel, Model } from '../../src/models/model.ts';
import type { Panel } from '../../src/data/panel.ts';

/** Builds models that take over the fits of those parts that they have in common with one recipe. */
type BuildModel = (recipe: Recipe) => Model;

/**
 * Models of recipes that differ from `common` in a few places, all on panels of one cache: a part of `common` itself is fitted once for the same
 * prices and row.
 */
export function keepFitsOf(common: Recipe, cache: FitCache): BuildModel {
  const parts = new Set<string>();
  createModel(common, (model, recipe) => {
    parts.add(JSON.stringify(recipe));
    return model;
  });
  const kept = new WeakMap<Float64Array, Map<string, FittedModel>>();
  const keepingFits: Decorate = (model, recipe) => {
    const part = JSON.stringify(recipe);
    if (!parts.has(part)) return model;
    return {
      ...model,
      fit(panel: Panel, target: number) {
        const ofPrices = kept.get(panel.price) ?? new Map<string, FittedModel>();
        kept.set(panel.price, ofPrices);
        const key = `${target} ${part}`;
        const fitted = ofPrices.get(key) ?? model.fit(panel, target, cache);
        ofPrices.set(key, fitted);
        return fitted;
      },
    };
  };
  return (recipe) => createModel(recipe, keepingFits);
}
