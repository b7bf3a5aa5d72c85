import type { Panel } from '../data/panel.ts';
import {
  type ErrorDays,
  type ErrorSizeOptions,
  errorFeatures,
  errorScale,
  errorSizes,
} from '../features/error-features.ts';
import { type FeatureBlock, panelBlocks } from '../features/feature-blocks.ts';
import { type HourFeature, MONTH_DAYS, hourFeatures } from '../features/hour-features.ts';
import { blocksForTarget } from '../features/training-rows.ts';
import { sideBySide } from '../linalg/vectors.ts';
import type { FitCache } from '../kernel/fit-cache.ts';
import type { BoostedTrees } from '../learners/boosting/fit-boosted-trees.ts';
import { type Normalisation, localScale } from '../target/local-scale.ts';
import type { DayForecasts } from './gaussian-process.ts';
import { type HourTreesOptions, fitForDays, fitHourTrees, predictHourTrees } from './hour-trees.ts';

/** Boosted trees that predict the errors of a base forecast. */
export interface ResidualCorrectionOptions extends HourTreesOptions {
  /** Part of the predicted error that is added to the forecast. */
  share: number;
  /** Days of errors below which nothing is corrected. */
  fewestDays: number;
  /** Errors are predicted in units of their size in the days before. */
  errorSize: ErrorSizeOptions;
}

/** What to add to the base forecast of a row of a panel that begins on the same day as the panel of the fit, price unit. */
export type ResidualCorrection = (panel: Panel, target: number, base: Float64Array) => Float64Array;

/**
 * Boosted trees on the errors of the base forecasts of past days, each in units of the mean absolute error of the days before it.
 * They see the features of the hours, the base forecast and its latest errors. Undefined where there are too few days.
 */
export function fitResidualCorrection(
  panel: Panel,
  target: number,
  hindcasts: DayForecasts,
  { share, fewestDays, errorSize: size, ...boosting }: ResidualCorrectionOptions,
  cache: FitCache,
): ResidualCorrection | undefined {
  const { price, slotsPerDay } = panel;
  const { levelDays, spreadDays } = boosting;
  const normalisation = { levelDays, spreadDays };
  const errors: ErrorDays = new Map(
    Array.from(hindcasts, ([row, base]) => [
      row,
      base.map((value, slot) => price[row * slotsPerDay + slot] - value),
    ]),
  );
  const sizes = errorSizes(errors);
  const sizeOf = (row: number) => errorScale(sizes, row, size);
  const errorSize = sizeOf(target);
  const blocks = blocksForTarget(panel, panelBlocks(panel), target);
  const seenBy = { blocks, errors, normalisation, cache };
  const fitUntil = (until: number): BoostedTrees | undefined => {
    const days = [...hindcasts].flatMap(([row, base]) => {
      const ofDay = row < until ? sizeOf(row) : undefined;
      return ofDay === undefined ? [] : [{ row, base, size: ofDay }];
    });
    if (days.length < fewestDays) return undefined;
    return fitHourTrees(
      cache.kernel,
      {
        rows: days.map(({ row }) => row),
        target: until,
        featuresOf: (i) => featuresOf(panel, days[i], seenBy),
        values: sideBySide(
          days.map((day) => Float64Array.from(errors.get(day.row) ?? [], (error) => error / day.size)),
        ),
      },
      boosting,
    );
  };
  const [first = target] = hindcasts.keys();
  const kept = {
    kind: 'residual correction',
    firstRead: () => first - Math.max(MONTH_DAYS, levelDays, spreadDays, size.days),
    options: { share, fewestDays, size, boosting, blocks },
    compute: fitUntil,
  };
  const trees = fitForDays(withHindcasts(panel, hindcasts), target, boosting, kept, cache);
  if (errorSize === undefined || trees === undefined) return undefined;
  return (seen, row, base) =>
    predictHourTrees(trees, featuresOf(seen, { row, base, size: errorSize }, seenBy)).map(
      (error) => share * errorSize * error,
    );
}

/** The hindcasts as a column: a fit rests on them as on what is known of the days. */
function withHindcasts(panel: Panel, hindcasts: DayForecasts): Panel {
  const values = new Float64Array(panel.price.length).fill(Number.NaN);
  for (const [row, forecast] of hindcasts) values.set(forecast, row * panel.slotsPerDay);
  return { ...panel, signals: [...(panel.signals ?? []), { name: 'hindcast', values }] };
}

function featuresOf(
  panel: Panel,
  { row, base, size }: { row: number; base: Float64Array; size: number },
  {
    blocks,
    errors,
    normalisation,
    cache,
  }: { blocks: FeatureBlock[]; errors: ErrorDays; normalisation: Normalisation; cache: FitCache },
): HourFeature[] {
  const prices = localScale(panel, row, normalisation, cache);
  const scale = { level: prices?.level ?? Number.NaN, spread: Math.max(prices?.spread ?? 0, size) };
  const standardised = base.map((value) => (value - scale.level) / scale.spread);
  return [
    ...hourFeatures({ panel, row, scale, blocks, cache }, standardised),
    ...errorFeatures(errors, { row, scale: size, slots: base.length }),
  ];
}
