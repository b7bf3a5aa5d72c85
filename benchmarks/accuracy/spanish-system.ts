import { buildPanel } from '@lonja/forecasting';
import type { DeliveryDay } from '@lonja/forecasting/market';

/** Load, wind and solar power of Spain on the panel's grid, MW. */
export type SpanishSystem = Record<'load' | 'wind' | 'solar', Float64Array>;

const COLUMNS = {
  load: 'total load actual',
  wind: 'generation wind onshore',
  solar: 'generation solar',
} as const;

/** What was measured of a span of 2015 to 2018; a few hours were never published, and the hour before stands in. */
export function parseSpanishSystem(
  text: string,
  span: { from: DeliveryDay; to: DeliveryDay },
): SpanishSystem {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const column = (name: string) => {
    const place = header.indexOf(name);
    const known = lines.filter((cells) => cells[place] !== '');
    const values = new Map(known.map((cells) => [Date.parse(cells[0]), Number(cells[place])]));
    const { price } = buildPanel({ ...span, price: values, exogenous: [] });
    price.forEach((value, i) => (price[i] = Number.isNaN(value) ? price[i - 1] : value));
    return price;
  };
  return { load: column(COLUMNS.load), wind: column(COLUMNS.wind), solar: column(COLUMNS.solar) };
}
