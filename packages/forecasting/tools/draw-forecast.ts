/**
 * Draws docs/images/forecast.svg: a week of day-ahead forecasts with their 10-90 % band over the prices that cleared, on the
 * simulated market. Run: node packages/forecasting/tools/draw-forecast.ts > docs/images/forecast.svg
 */
import {
  addDays,
  backtest,
  buildPanel,
  LEAR,
  createLear,
  hourlyValues,
  panelWindow,
  simulateMarket,
} from '../src/index.ts';

const SEED = 7;
const HISTORY = { from: '2025-03-01', to: '2026-03-15' };
const WEEK = { from: '2026-03-09', to: '2026-03-15' };
const WIDTH = 960;
const HEIGHT = 300;
const MARGIN = { left: 48, right: 12, top: 28, bottom: 28 };

const { series } = simulateMarket({ seed: SEED, ...HISTORY });
const window = { ...panelWindow(HISTORY.from, HISTORY.to), asOf: Infinity };
const valuesOf = (key: string) => hourlyValues(series.filter((one) => one.key === key).reverse(), window);
const panel = buildPanel({
  ...HISTORY,
  price: valuesOf('price.da'),
  exogenous: ['load.forecast', 'wind.forecast', 'solar.forecast'].map((name) => ({
    name,
    values: valuesOf(name),
  })),
});
const forecaster = createLear({ ...LEAR, windows: [56, 84, 280] });
const { periods } = backtest({ panel, forecaster, ...WEEK, calibrationDays: 56 });

const highest = Math.ceil(Math.max(...periods.map(({ p90, actual }) => Math.max(p90, actual))) / 20) * 20;
const lowest = Math.floor(Math.min(0, ...periods.map(({ p10, actual }) => Math.min(p10, actual))) / 20) * 20;
const x = (hour: number) => MARGIN.left + (hour / periods.length) * (WIDTH - MARGIN.left - MARGIN.right);
const y = (price: number) =>
  MARGIN.top + ((highest - price) / (highest - lowest)) * (HEIGHT - MARGIN.top - MARGIN.bottom);

/** A price holds for its hour: steps, not a curve. */
const steps = (values: number[]) =>
  values.flatMap((value, hour) => [
    `${x(hour).toFixed(1)},${y(value).toFixed(1)}`,
    `${x(hour + 1).toFixed(1)},${y(value).toFixed(1)}`,
  ]);
const line = (values: number[], style: string) =>
  `<polyline fill="none" ${style} points="${steps(values).join(' ')}"/>`;
const text = (at: { x: number; y: number }, content: string, more = '') =>
  `<text x="${at.x.toFixed(1)}" y="${at.y.toFixed(1)}" ${more}>${content}</text>`;

const band = [...steps(periods.map(({ p90 }) => p90)), ...steps(periods.map(({ p10 }) => p10)).reverse()];
const grid = Array.from({ length: (highest - lowest) / 20 + 1 }, (_, i) => lowest + i * 20).map(
  (price) =>
    `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(price)}" y2="${y(price)}" stroke="${price === 0 ? '#6b7280' : '#e5e7eb'}"/>` +
    text({ x: MARGIN.left - 6, y: y(price) + 4 }, String(price), 'text-anchor="end"'),
);
const days = Array.from({ length: 7 }, (_, i) => addDays(WEEK.from, i)).map(
  (day, i) =>
    `<line x1="${x(24 * i)}" x2="${x(24 * i)}" y1="${MARGIN.top}" y2="${HEIGHT - MARGIN.bottom}" stroke="#d1d5db"/>` +
    text({ x: x(24 * i) + 4, y: HEIGHT - 10 }, day),
);

console.log(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" fill="#374151">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
${grid.join('\n')}
${days.join('\n')}
<polygon fill="#0f766e" fill-opacity="0.18" points="${band.join(' ')}"/>
${line(
  periods.map(({ actual }) => actual),
  'stroke="#111827" stroke-width="1.2"',
)}
${line(
  periods.map(({ value }) => value),
  'stroke="#0f766e" stroke-width="1.8"',
)}
${text({ x: MARGIN.left, y: 16 }, 'Day-ahead price, EUR/MWh, simulated market: forecast of the day before (green) with its 10-90 % band, cleared price (black)')}
</svg>`);
