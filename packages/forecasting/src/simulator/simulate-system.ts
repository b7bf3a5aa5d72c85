import type { DeliveryDay } from '../market/delivery-day.ts';
import { type Fuels, simulateFuels } from './fuels.ts';
import { createGrid } from './grid.ts';
import { simulateLoad } from './load.ts';
import { type Market, assembleMarket } from './market.ts';
import { simulateRenewables } from './renewables.ts';
import { type Weather, simulateWeather } from './weather.ts';

/** What the simulated world is made of, before anybody publishes anything of it. */
export interface SimulatedSystem {
  weather: Weather;
  fuels: Fuels;
  market: Market;
}

export function simulateSystem(options: {
  seed: number;
  from: DeliveryDay;
  to: DeliveryDay;
}): SimulatedSystem {
  const grid = createGrid(options.seed, options.from, options.to);
  const weather = simulateWeather(grid);
  const fuels = simulateFuels(grid);
  const market = assembleMarket(grid, fuels, simulateLoad(grid, weather), simulateRenewables(grid, weather));
  return { weather, fuels, market };
}
