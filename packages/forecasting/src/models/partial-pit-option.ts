import { type FitCache, createFitCache } from '../kernel/fit-cache.ts';
import { type PartialPit, fitPartialPit, invertPit, panelUnderPit } from '../target/partial-pit.ts';
import type { Model } from './model.ts';
import type { Panel } from '../data/panel.ts';
import type { GaussianProcessOptions } from './gaussian-process.ts';
import { type OptionDay, type PaidShareOptions, optionDay, paidShare, probeForecasts } from './paid-share.ts';
import { type Rows, settledResult, settledUntil } from './settled.ts';

/** How much of the partial probability integral transform is used in a market. */
export interface PartialPitOptions extends PaidShareOptions {
  /** Days that a selection serves for. */
  settledDays: number;
  /** Days whose prices give the shape of the transform. */
  shapeDays: number;
  /** Days of prices below which nothing is transformed. */
  fewestShapeDays: number;
  /** The spans on which the transform must have paid, each with the shape of the days before it. */
  spans: number;
  spanDays: number;
  /** Most of the way to normally distributed prices. */
  mostShare: number;
  /** A share below this counts as none. */
  leastShare: number;
  /** Probe model of one span; it starts on the days before the span. */
  probe: GaussianProcessOptions;
}

/**
 * The transform for a forecast of row `target`, undefined where none has paid: its shape is that of the prices of the last year, and its
 * share the one that would have lessened the errors of the probe model in the spans of the last year. See
 * docs/experiments/price-transforms.md.
 */
export function selectPartialPit(
  panel: Panel,
  target: number,
  options: PartialPitOptions,
  cache: FitCache,
): PartialPit | undefined {
  const { settledDays, shapeDays, fewestShapeDays, spans, spanDays } = options;
  const until = settledUntil(panel, target, settledDays);
  const from = Math.max(0, until - spans * spanDays - shapeDays);
  if (until - from < fewestShapeDays + spanDays) return undefined;
  // A fit also sees which inputs are known on the day behind those that it is trained on.
  const rows = { from, until: until + 1 };
  return settledResult({ kind: 'partial pit', compute: search }, panel, rows, options, cache);
}

function search(
  panel: Panel,
  rows: Rows,
  options: PartialPitOptions,
  cache: FitCache,
): PartialPit | undefined {
  const { fewestShapeDays, spans, spanDays, mostShare, leastShare } = options;
  const { from } = rows;
  const until = rows.until - 1;
  const days: OptionDay[] = [];
  for (let start = until - spans * spanDays; start < until; start += spanDays) {
    if (start - from >= fewestShapeDays) days.push(...daysOfSpan(panel, start, options, cache));
  }
  const share = paidShare(days, options);
  return share < leastShare ? undefined : pitBefore(panel, until, share * mostShare, options);
}

function pitBefore(
  { price, slotsPerDay }: Panel,
  row: number,
  share: number,
  { shapeDays }: PartialPitOptions,
): PartialPit | undefined {
  return fitPartialPit(price.subarray(Math.max(0, row - shapeDays) * slotsPerDay, row * slotsPerDay), share);
}

/** What the whole transform changes in the forecasts of the days of a span. */
function daysOfSpan(panel: Panel, start: number, options: PartialPitOptions, cache: FitCache): OptionDay[] {
  const { slotsPerDay } = panel;
  const pit = pitBefore(panel, start, options.mostShare, options);
  if (pit === undefined) return [];
  const [plain, transformed] = [panel, panelUnderPit(panel, pit, cache)].map((seen) =>
    probeForecasts(seen, start + options.spanDays, options.probe, cache),
  );
  return [...plain].flatMap(([row, forecast]) => {
    const other = transformed.get(row);
    if (row < start || other === undefined) return [];
    const actual = panel.price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
    const prices = other.map((value) => invertPit(pit, value));
    return [optionDay(forecast, prices, actual)];
  });
}

/**
 * A model on prices under a partial probability integral transform, whose forecasts are prices again. How much of the transform is used is
 * selected in the market (`selectPartialPit`); where it would not have paid, the model sees the prices as they are.
 */
export function createOnPartialPit(model: Model, options: PartialPitOptions): Model {
  return {
    ...model,
    fit(panel, target, cache = createFitCache()) {
      const pit = selectPartialPit(panel, target, options, cache);
      if (pit === undefined) return model.fit(panel, target, cache);
      const fitted = model.fit(panelUnderPit(panel, pit, cache), target, cache);
      const toPrices = (values: Float64Array) => values.map((value) => invertPit(pit, value));
      return {
        predict(seen, row) {
          const { combined, members } = fitted.predict(panelUnderPit(seen, pit, cache), row);
          return { combined: toPrices(combined), members: members.map(toPrices) };
        },
      };
    },
  };
}
