import { AUCTIONS, type Auction } from '../market/products.ts';
import { type Grid, hourlyNoise, slowNoise } from './grid.ts';
import { roughKernel, smoothKernel } from './noise.ts';

/** Hours of much sun, in which Portugal rather buys. */
const SUNNY = { from: 10, to: 17, shift: 0.45 };
/** What an auction adds to the state of the border that the one before left. */
const NEWS: Readonly<Record<Auction, number>> = { da: 0, ida1: 0.55, ida2: 0.35, ida3: 0.35 };
/** Beyond this state the border is congested: in about a tenth of the day-ahead hours, in more of the later ones. */
const CONGESTED_FROM: Readonly<Record<Auction, number>> = { da: 1.55, ida1: 1.45, ida2: 1.4, ida3: 1.4 };
const LEAST_SPREAD = 0.3;
const SPREAD_PER_UNIT = 17;

/** How much the border between Spain and Portugal is asked for, hourly on the grid: positive where Portugal buys, of unit variance. */
export function simulateBorder(grid: Grid): Record<Auction, Float64Array> {
  const regime = slowNoise(grid, 'border.regime', smoothKernel(2.5));
  const hours = hourlyNoise(grid, 'border.hour', roughKernel(5));
  const dayAhead = regime.map((value, i) => {
    const isSunny = grid.localHour[i] >= SUNNY.from && grid.localHour[i] < SUNNY.to;
    return 0.75 * value + 0.62 * hours[i] + (isSunny ? SUNNY.shift : -SUNNY.shift / 3);
  });
  const states = { da: dayAhead } as Record<Auction, Float64Array>;
  for (const [i, auction] of AUCTIONS.entries()) {
    if (i === 0) continue;
    const before = states[AUCTIONS[i - 1]];
    const noise = hourlyNoise(grid, `border.${auction}`, roughKernel(3));
    states[auction] = before.map((value, hour) => value + NEWS[auction] * noise[hour]);
  }
  return states;
}

/** By how much Portugal's price of an auction lies above Spain's, EUR/MWh; 0 unless the border is congested. */
export function spreadAt(auction: Auction, state: number): number {
  const beyond = Math.abs(state) - CONGESTED_FROM[auction];
  return beyond <= 0 ? 0 : Math.sign(state) * (LEAST_SPREAD + SPREAD_PER_UNIT * beyond);
}

/** Wind and sun sell for little less than nothing on either side of the border. */
const FLOOR_EUR_PER_MWH = -4;

/** Portugal's price where Spain's is `price` and they lie `spread` apart, EUR/MWh. */
export function priceAcross(price: number, spread: number): number {
  return Math.max(price + spread, Math.min(price, FLOOR_EUR_PER_MWH));
}
