import type { ExogenousColumn, Panel } from '../data/panel.ts';
import { readOnce, shareWith } from '../data/shared-panel.ts';
import { type PriceStretch, stretchPrice } from './price-stretch.ts';

/** The panel with its prices stretched, and what its moves are then. Its columns must not be changed: other panels may have the same. */
export function stretchedPanel(panel: Panel, stretch: PriceStretch): Panel {
  const stretched = readers.get(stretch) ?? createReader(stretch);
  readers.set(stretch, stretched);
  return shareWith(panel, { ...panel, ...stretched(panel) });
}

const NOTHING = new Float64Array();

type Stretchable = Pick<Panel, 'price' | 'moves'>;

const readers = new WeakMap<PriceStretch, (panel: Panel) => Stretchable>();

/** Days that are forecast under one fit see the same prices and moves but for the latest, which alone are stretched anew. */
function createReader(stretch: PriceStretch): (panel: Panel) => Stretchable {
  let latest: Latest = { plain: { price: NOTHING }, stretched: { price: NOTHING } };
  return readOnce(
    ({ price, moves = [] }) => [price, ...moves.map(({ values }) => values)],
    (panel) => {
      const { moves, slotsPerDay } = panel;
      const price = stretchedPrices(panel.price, stretch, latest);
      const stretched = {
        price,
        moves: moves?.map(({ name, values }, k) => {
          const before = { prices: panel.price, stretched: price, slotsPerDay };
          return { name, values: stretchedMove(values, before, stretch, { ...latest, k }) };
        }),
      };
      // The caller may go on writing into its own columns.
      latest = { plain: { price: panel.price.slice(), moves: moves?.map(copyOf) }, stretched };
      return stretched;
    },
  );
}

/** What was stretched last, and what became of it. */
interface Latest {
  plain: Stretchable;
  stretched: Stretchable;
}

function stretchedPrices(prices: Float64Array, stretch: PriceStretch, latest: Latest): Float64Array {
  const known = latest.plain.price;
  const result = new Float64Array(prices.length);
  for (let i = 0; i < result.length; i++) {
    result[i] = prices[i] === known[i] ? latest.stretched.price[i] : stretchPrice(stretch, prices[i]);
  }
  return result;
}

/** A move starts from the price of the same slot of the day before; where that is not known it stays as it is. */
function stretchedMove(
  move: Float64Array,
  before: { prices: Float64Array; stretched: Float64Array; slotsPerDay: number },
  stretch: PriceStretch,
  { plain, stretched, k }: Latest & { k: number },
): Float64Array {
  const { prices, slotsPerDay } = before;
  const known = plain.moves?.[k]?.values ?? NOTHING;
  const kept = stretched.moves?.[k]?.values ?? NOTHING;
  const result = move.slice();
  for (let i = slotsPerDay; i < result.length; i++) {
    const price = prices[i - slotsPerDay];
    if (Number.isNaN(price)) continue;
    const isKnown = move[i] === known[i] && price === plain.price[i - slotsPerDay];
    result[i] = isKnown
      ? kept[i]
      : stretchPrice(stretch, price + move[i]) - before.stretched[i - slotsPerDay];
  }
  return result;
}

function copyOf({ name, values }: ExogenousColumn): ExogenousColumn {
  return { name, values: values.slice() };
}
