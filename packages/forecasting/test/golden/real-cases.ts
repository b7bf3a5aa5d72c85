import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parseEpfCsv } from '../../src/backtest/epf-csv.ts';
import { nationalHolidaysAmong } from '../../src/market/holidays.ts';
import type { Panel } from '../../src/data/panel.ts';
import { laterAuctionSignal } from '../../src/data/price-signals.ts';
import { fitSpread } from '../../src/intraday/spread-model.ts';
import { CHAMPION } from '../../src/pipelines/champion.ts';
import { SPREAD_OPTIONS } from '../../src/pipelines/intraday.ts';
import { withResidualLoad } from '../../src/intraday/intraday-panel.ts';
import { type GoldenCase, forecastOf, rowsOf } from './cases.ts';

/** Where the real market data lie, beside the project. */
export const DATA_FOLDER = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
export const hasRealData = existsSync(DATA_FOLDER);

const FILES = [
  'epf/NP.csv',
  'epf/PJM.csv',
  'epf/FR.csv',
  'spain/SP_2023.csv',
  ...['ES', 'PT', 'FR', 'DE_LU', 'IT_NORD', 'SE_3'].map((zone) => `europe/${zone}_2022_2023.csv.gz`),
];

/** Days of each series that its forecast rests on: enough for every option of the champion. */
const HISTORY_DAYS = 800;

/** The champion on the last day of each real series, and Spain with its first intraday auction. */
export function realGoldenCases(): Record<string, GoldenCase> {
  return {
    ...Object.fromEntries(
      FILES.map((file) => [
        `champion on ${file}`,
        () => {
          const { panel } = parseEpfCsv(readText(file));
          const recent = latest(panel, HISTORY_DAYS);
          return forecastOf(CHAMPION, recent, recent.days.length - 1);
        },
      ]),
    ),
    'champion on the Spanish panel with holidays and a later auction': () => {
      const { panel, later } = spanishPanel();
      const signals = [{ name: 'price.ida1', values: laterAuctionSignal(panel, later) }];
      return forecastOf(CHAMPION, { ...panel, signals }, panel.days.length - 1);
    },
    'first intraday auction on the Spanish panel': () => {
      const { panel, later } = spanishPanel();
      const [load, wind, solar] = panel.exogenous;
      const nothing = { name: 'none', values: new Float64Array(panel.price.length).fill(Number.NaN) };
      const row = panel.days.indexOf('2025-12-30');
      const intraday = {
        ...panel,
        fromSlot: 0,
        toSlot: panel.slotsPerDay,
        earlier: [panel.price],
        price: later,
        exogenous: withResidualLoad(load, wind, solar),
        changes: withResidualLoad(nothing, nothing, nothing),
        daily: [],
        gas: new Float64Array(panel.days.length).fill(Number.NaN),
        gasAWeekAgo: new Float64Array(panel.days.length).fill(Number.NaN),
        holidays: panel.holidays ?? new Set<string>(),
      };
      const options = { ...SPREAD_OPTIONS, trees: 60 };
      return [fitSpread(intraday, row, options).predict(intraday, row)];
    },
  };
}

function readText(file: string): string {
  const content = readFileSync(path.join(DATA_FOLDER, file));
  return (file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8');
}

function latest(panel: Panel, days: number): Panel {
  return rowsOf(panel, Math.max(0, panel.days.length - days), panel.days.length);
}

/** The last two years of Spain with the forecasts of the system operator and the prices of the first intraday auction. */
function spanishPanel(): { panel: Panel; later: Float64Array } {
  const [header, ...lines] = readText('spain/panel_hourly_2015_2026Q1.csv.gz').trimEnd().split('\n');
  const names = header.split(',');
  const rows = lines.map((line) => line.split(',')).filter((cells) => cells[1] >= '2024-01-01');
  const days = [...new Set(rows.map((cells) => cells[1].slice(0, 10)))];
  const rowOf = new Map(days.map((day, row) => [day, row]));
  // The name of a source holds a comma in some years, behind all columns that are read here.
  const column = (name: string) => {
    const values = new Float64Array(days.length * 24).fill(Number.NaN);
    for (const cells of rows) {
      const at = (rowOf.get(cells[1].slice(0, 10)) ?? 0) * 24 + Number(cells[1].slice(11, 13));
      const cell = cells[names.indexOf(name)];
      if (cell !== '') values[at] = Number(cell);
    }
    // The hour that the day of the spring clock change lacks.
    return values.map((value, i) =>
      Number.isNaN(value) && i % 24 === 2 ? (values[i - 1] + values[i + 1]) / 2 : value,
    );
  };
  const panel: Panel = {
    days,
    slotsPerDay: 24,
    price: column('da_price_es'),
    exogenous: ['load_fc_d1', 'wind_fc_d1', 'solar_fc_d1'].map((name) => ({ name, values: column(name) })),
    holidays: nationalHolidaysAmong(days),
  };
  return { panel, later: column('ida1_price_es') };
}
