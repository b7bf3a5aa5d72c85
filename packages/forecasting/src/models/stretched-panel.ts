import type { Panel } from '../series/panel.ts';
import { type PriceStretch, stretchPrice } from '../transforms/price-stretch.ts';

/** The panel with its prices stretched, and what its moves are then. */
export function stretchedPanel(panel: Panel, stretch: PriceStretch): Panel {
  const { price, moves, slotsPerDay } = panel;
  const stretched = price.map((value) => stretchPrice(stretch, value));
  if (moves === undefined) return { ...panel, price: stretched };
  return {
    ...panel,
    price: stretched,
    moves: moves.map(({ name, values }) => ({
      name,
      // A move starts from the price of the same slot of the day before.
      values: values.map((move, i) => {
        const before = i < slotsPerDay ? Number.NaN : price[i - slotsPerDay];
        return Number.isNaN(before)
          ? move
          : stretchPrice(stretch, before + move) - stretched[i - slotsPerDay];
      }),
    })),
  };
}
