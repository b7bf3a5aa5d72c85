import type { FittedModel, Model } from '../models/model.ts';
import type { ExogenousColumn, Panel } from '../data/panel.ts';
import { digestOf } from './digest.ts';

/** The fits of one run and more, each of some MB. */
const FITS_KEPT = 4;

/**
 * Lets models take a fit that was made before of the same past: runs of several times of a day differ in what they know of the days
 * to come alone, which no fit may read. `key` identifies a model.
 */
export function createFitMemory(): (model: Model, key: unknown) => Model {
  const kept = new Map<string, FittedModel>();
  return (model, key) => ({
    ...model,
    fit(panel, target, cache) {
      const digest = digestOf([key, pastOf(panel, target)]);
      const fitted = kept.get(digest) ?? model.fit(panel, target, cache);
      kept.delete(digest);
      kept.set(digest, fitted);
      const [oldest] = kept.keys();
      if (kept.size > FITS_KEPT && oldest !== undefined) kept.delete(oldest);
      return fitted;
    },
  });
}

/** What a fit may read: the rows before the target, and of the target itself which inputs are known; its signals, to be safe. */
function pastOf({ days, slotsPerDay, price, exogenous, signals = [], holidays }: Panel, target: number) {
  const [start, end] = [target * slotsPerDay, (target + 1) * slotsPerDay];
  const until =
    (last: number) =>
    ({ name, values }: ExogenousColumn) => ({ name, values: values.subarray(0, last) });
  return {
    target,
    slotsPerDay,
    days: days.slice(0, target + 1),
    holidays: [...(holidays ?? [])],
    price: price.subarray(0, start),
    exogenous: exogenous.map(until(start)),
    signals: signals.map(until(end)),
    known: exogenous.map(({ values }) =>
      values.subarray(start, end).map((value) => Number(!Number.isNaN(value))),
    ),
  };
}
