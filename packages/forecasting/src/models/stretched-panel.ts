import type { Panel } from '../series/panel.ts';
import { type PriceStretch, stretchPrice } from '../transforms/price-stretch.ts';

/** The panel with its prices stretched, and what its moves are then. */
export function stretchedPanel(panel: Panel, stretch: PriceStretch): Panel {
  const { price, moves, slotsPerDay } = panel;
  const stretched = stretchedPrices(price, stretch, 'price');
  if (moves === undefined) return { ...panel, price: stretched };
  return {
    ...panel,
    price: stretched,
    moves: moves.map(({ name, values }) => {
      // A move starts from the price of the same slot of the day before.
      const moved = values.map((move, i) => (i < slotsPerDay ? Number.NaN : price[i - slotsPerDay] + move));
      const after = stretchedPrices(moved, stretch, `move ${name}`);
      return {
        name,
        values: values.map((move, i) => {
          const before = i < slotsPerDay ? Number.NaN : price[i - slotsPerDay];
          return Number.isNaN(before) ? move : after[i] - stretched[i - slotsPerDay];
        }),
      };
    }),
  };
}

/** Prices, and what became of them. */
interface Stretched {
  prices: Float64Array;
  stretched: Float64Array;
}

/** The latest prices under each stretch by what they are. */
const latestUnder = new WeakMap<PriceStretch, Map<string, Stretched>>();

/** Days that are forecast under one fit see the same prices but for the latest, which alone are stretched anew. */
function stretchedPrices(prices: Float64Array, stretch: PriceStretch, name: string): Float64Array {
  const known = latestUnder.get(stretch) ?? new Map<string, Stretched>();
  latestUnder.set(stretch, known);
  const latest = known.get(name) ?? { prices: new Float64Array(), stretched: new Float64Array() };
  const stretched = new Float64Array(prices.length);
  for (let i = 0; i < prices.length; i++) {
    stretched[i] = prices[i] === latest.prices[i] ? latest.stretched[i] : stretchPrice(stretch, prices[i]);
  }
  known.set(name, { prices: prices.slice(), stretched });
  return stretched;
}
