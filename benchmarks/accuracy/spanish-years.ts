import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Panel, parseEpfCsv } from '@lonja/forecasting';
import { type DeliveryDay, dayRange, nationalHolidaysAmong } from '@lonja/forecasting/market';
import { parseSpanishPanel } from './spanish-panel.ts';
import { spanishSignals } from './spanish-signals.ts';

const SLOTS = 24;
export const SPANISH_FILES = {
  sp2023: 'spain/SP_2023.csv',
  europe: 'europe/ES_2022_2023.csv.gz',
  panel: 'spain/panel_hourly_2015_2026Q1.csv.gz',
  fuels: 'spain/fuels_daily_normalised.csv',
};

/**
 * Spain 2019 to 2023 with the inputs of the published figures: load, and wind and solar power together. To 2021 they are those of SP_2023,
 * an hour earlier than that file has them, because its clock is late; from 2022 on those of europe/ES. Without price signals.
 */
export async function readSpain2019To2023(folder: string): Promise<Panel> {
  const { panel: late } = parseEpfCsv(await readText(folder, SPANISH_FILES.sp2023));
  const { panel: europe } = parseEpfCsv(await readText(folder, SPANISH_FILES.europe));
  const days = dayRange('2019-01-02', europe.days.at(-1) ?? '');
  const { panel: whole } = parseSpanishPanel(await readText(folder, SPANISH_FILES.panel), days[0]);
  const [load, wind, solar] = europe.exogenous.map(({ values }) => values);
  const recent = [load, wind.map((mw, i) => mw + solar[i])];
  const first = days.indexOf(europe.days[0]) * SLOTS;
  const exogenous = ['load.forecast', 'wind+solar.forecast'].map((name, k) => {
    const values = new Float64Array(days.length * SLOTS);
    values.set(late.exogenous[k].values.subarray(1, first + 1));
    values.set(recent[k], first);
    return { name, values };
  });
  return {
    days,
    slotsPerDay: SLOTS,
    price: whole.price.slice(0, days.length * SLOTS),
    exogenous,
    holidays: nationalHolidaysAmong(days),
  };
}

/**
 * Spain 2022 to March 2026 as a service with tokens would have had it: day-ahead forecasts of load, wind and solar power where they were
 * kept (2022, 2023, and from 2025-05-29 on), unknown between, with the first intraday auction and gas as price signals.
 */
export async function readSpain2022To2026(folder: string): Promise<Panel> {
  const { panel: europe } = parseEpfCsv(await readText(folder, SPANISH_FILES.europe));
  const panelText = await readText(folder, SPANISH_FILES.panel);
  const { panel: whole } = parseSpanishPanel(panelText, europe.days[0], { standInDays: 0 });
  const exogenous = whole.exogenous.map(({ name, values }, k) => {
    const joined = values.slice();
    joined.set(europe.exogenous[k].values);
    return { name, values: joined };
  });
  const panel = { ...whole, exogenous };
  const fuelsText = await readText(folder, SPANISH_FILES.fuels);
  return { ...panel, signals: spanishSignals(panel, { panelText, fuelsText, stamps: 'start' }) };
}

/** Rows of a panel from one day to another, both inclusive. */
export function rowsBetween({ days }: Panel, from: DeliveryDay, to: DeliveryDay): number[] {
  const [first, last] = [days.indexOf(from), days.indexOf(to)];
  if (first < 0 || last < first) throw new RangeError(`The panel has no span ${from} .. ${to}.`);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

async function readText(folder: string, file: string): Promise<string> {
  const bytes = await readFile(path.join(folder, file));
  return (file.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
}
