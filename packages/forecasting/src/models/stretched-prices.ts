import type { Panel } from '../data/panel.ts';
import { type PriceStretch, unstretchPrice } from '../target/price-stretch.ts';
import { type Forecaster, type MemberForecasts, predictMembers } from './forecaster.ts';
import { priceStretchFor } from '../select/price-stretch-search.ts';
import { stretchedPanel } from '../target/stretched-panel.ts';

/** A forecaster fitted to stretched prices, as plain JSON. */
export interface StretchedPricesFit<Fitted> {
  model: 'stretched-prices';
  /** Absent where prices are left as they are. */
  stretch?: PriceStretch;
  fitted: Fitted;
}

/**
 * A forecaster that sees prices stretched where they crowd, as far as the last year speaks for it (see `priceStretchFor`), and whose
 * forecasts are prices again. Where nothing speaks for it, it is the forecaster itself.
 */
export function createOnStretchedPrices<Fitted>(
  forecaster: Forecaster<Fitted>,
): Forecaster<StretchedPricesFit<Fitted>> {
  const predictAll = (
    { stretch, fitted }: StretchedPricesFit<Fitted>,
    panel: Panel,
    target: number,
  ): MemberForecasts => {
    if (stretch === undefined) return predictMembers(forecaster, fitted, { panel, target });
    const seen = stretchedPanel(panel, stretch);
    const { combined, members } = predictMembers(forecaster, fitted, { panel: seen, target });
    const toPrices = (values: Float64Array): Float64Array =>
      values.map((value) => unstretchPrice(stretch, value));
    return { combined: toPrices(combined), members: members.map(toPrices) };
  };
  return {
    name: forecaster.name,
    minHistoryDays: forecaster.minHistoryDays,
    fit: (panel, target) => {
      const stretch = priceStretchFor(panel, target);
      if (stretch === undefined) return { model: 'stretched-prices', fitted: forecaster.fit(panel, target) };
      return {
        model: 'stretched-prices',
        stretch,
        fitted: forecaster.fit(stretchedPanel(panel, stretch), target),
      };
    },
    predict: (fitted, panel, target) => predictAll(fitted, panel, target).combined,
    memberCount: forecaster.memberCount ?? 1,
    predictMembers: predictAll,
  };
}
