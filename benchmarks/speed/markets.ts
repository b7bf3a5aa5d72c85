import { existsSync, readFileSync } from 'node:fs';
import { type Panel, buildPanel, parseEpfCsv } from '@lonja/forecasting';
import { nationalHolidaysAmong } from '@lonja/forecasting/market';
import { hourlyValues, panelWindow } from '@lonja/forecasting/data';
import { simulateMarket } from '@lonja/forecasting/simulator';

export const SEED = 2026;

const NORD_POOL = new URL('../../../shared/data/epf/NP.csv', import.meta.url);
const SPAN = { from: '2021-06-01', to: '2026-05-31' };

export interface Market {
  name: string;
  panel: Panel;
}

/** The simulated market, and Nord Pool where the benchmark data are beside the project. */
export function markets(): Market[] {
  const simulated = { name: `simulated, seed ${SEED}`, panel: simulatedPanel() };
  if (!existsSync(NORD_POOL)) return [simulated];
  return [simulated, { name: 'Nord Pool', panel: parseEpfCsv(readFileSync(NORD_POOL, 'utf8')).panel }];
}

/** Prices with the two inputs that the benchmark markets have, load, and wind and solar power together, and with holidays. */
function simulatedPanel(): Panel {
  const { series } = simulateMarket({ seed: SEED, ...SPAN });
  const window = { ...panelWindow(SPAN.from, SPAN.to), asOf: Infinity };
  const valuesOf = (key: string) => hourlyValues(series.filter((one) => one.key === key).reverse(), window);
  const solar = valuesOf('solar.forecast');
  const renewable = new Map(
    [...valuesOf('wind.forecast')].map(([start, mw]) => [start, mw + (solar.get(start) ?? 0)]),
  );
  const panel = buildPanel({
    ...SPAN,
    price: valuesOf('price.da'),
    exogenous: [
      { name: 'load.forecast', values: valuesOf('load.forecast') },
      { name: 'renewable.forecast', values: renewable },
    ],
  });
  return { ...panel, holidays: nationalHolidaysAmong(panel.days) };
}
