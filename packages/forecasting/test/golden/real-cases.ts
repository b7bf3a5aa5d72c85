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

/** Days that are enough for every option of the champion, and for all but the transform of prices. */
const [ENOUGH_DAYS, FEW_DAYS] = [800, 230];

/** Days of each series that its forecast rests on. */
const HISTORY_DAYS: Record<string, number> = {
  'epf/NP.csv': ENOUGH_DAYS,
  'epf/PJM.csv': FEW_DAYS,
  'epf/FR.csv': FEW_DAYS,
  'spain/SP_2023.csv': FEW_DAYS,
  'europe/ES_2022_2023.csv.gz': ENOUGH_DAYS,
  'europe/PT_2022_2023.csv.gz': FEW_DAYS,
  'europe/FR_2022_2023.csv.gz': FEW_DAYS,
  'europe/DE_LU_2022_2023.csv.gz': FEW_DAYS,
  'europe/IT_NORD_2022_2023.csv.gz': FEW_DAYS,
  'europe/SE_3_2022_2023.csv.gz': FEW_DAYS,
};

/** The champion on the last day of each real series, and Spain with its first intraday auction. */
export function realGoldenCases(): Record<string, GoldenCase> {
  let known: ReturnType<typeof readSpanishPanel> | undefined;
  const spanishPanel = () => (known ??= readSpanishPanel());
  return {
    ...Object.fromEntries(
      Object.entries(HISTORY_DAYS).map(([file, days]) => [
        `champion on ${days} days of ${file}`,
        () => {
          const panel = latest(parseEpfCsv(lastLines(readText(file), days + 2)).panel, days);
          return forecastOf(CHAMPION, panel, panel.days.length - 1);
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

/** The header and the last days, from a midnight on: reading all years takes longer than the forecast. */
function lastLines(text: string, days: number): string {
  const [header, ...lines] = text.trimEnd().split('\n');
  const last = lines.slice(-24 * days);
  return [header, ...last.slice(last.findIndex((line) => /[T ]00:00/.test(line))), ''].join('\n');
}

function latest(panel: Panel, days: number): Panel {
  return rowsOf(panel, Math.max(0, panel.days.length - days), panel.days.length);
}

/** The last two years of Spain with the forecasts of the system operator and the prices of the first intraday auction. */
function readSpanishPanel(): { panel: Panel; later: Float64Array } {
  const [header, ...lines] = readText('spain/panel_hourly_2015_2026Q1.csv.gz').trimEnd().split('\n');
  const names = header.split(',');
  const first = lines.findIndex((line) => line.includes(',2024-01-01'));
  const rows = lines.slice(first).map((line) => line.split(','));
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
