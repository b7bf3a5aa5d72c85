import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Panel, parseEpfCsv } from '@lonja/forecasting';
import { type DeliveryDay, nationalHolidaysAmong } from '@lonja/forecasting/market';
import { americanHolidays, frenchHolidays, holidaysAmong, nordicHolidays } from './market-holidays.ts';
import { fingerprintsOf } from './provenance.ts';
import { parseSpanishPanel } from './spanish-panel.ts';

/** A market whose days may be used to choose what a model is made of. */
export interface DevelopmentMarket {
  name: string;
  file: string;
  /** First and last day that is forecast; the days before are history. */
  from: DeliveryDay;
  to: DeliveryDay;
  holidaysAmong?: (days: DeliveryDay[]) => ReadonlySet<DeliveryDay>;
  /** First day of the Spanish panel that the file is read from; absent for files in the benchmark's layout. */
  spanishSince?: DeliveryDay;
}

const zone = (name: string, holidays?: DevelopmentMarket['holidaysAmong']): DevelopmentMarket => ({
  name,
  file: `europe/${name}_2022_2023.csv.gz`,
  from: '2023-01-01',
  to: '2023-12-31',
  ...(holidays && { holidaysAmong: holidays }),
});

/** Six zones of Europe in 2023 and the last year before the test spans of three benchmarks, none of which is a test span. */
export const DEVELOPMENT_MARKETS: DevelopmentMarket[] = [
  zone('ES', nationalHolidaysAmong),
  zone('PT'),
  zone('FR', holidaysAmong(frenchHolidays)),
  zone('DE_LU'),
  zone('IT_NORD'),
  zone('SE_3', holidaysAmong(nordicHolidays)),
  {
    name: 'NP 2016',
    file: 'epf/NP.csv',
    from: '2015-12-28',
    to: '2016-12-26',
    holidaysAmong: holidaysAmong(nordicHolidays),
  },
  {
    name: 'PJM 2016',
    file: 'epf/PJM.csv',
    from: '2015-12-28',
    to: '2016-12-26',
    holidaysAmong: holidaysAmong(americanHolidays),
  },
  {
    name: 'EPEX-FR 2014',
    file: 'epf/FR.csv',
    from: '2014-01-05',
    to: '2015-01-03',
    holidaysAmong: holidaysAmong(frenchHolidays),
  },
];

const spain = (name: string, days: Required<Pick<DevelopmentMarket, 'spanishSince' | 'from' | 'to'>>) => ({
  name,
  file: 'spain/panel_hourly_2015_2026Q1.csv.gz',
  ...days,
});

/** The same and the days of Spain beside them that may be used so: a change of the champion is judged on every day of these. */
export const DEVELOPMENT_SPANS: DevelopmentMarket[] = [
  ...DEVELOPMENT_MARKETS,
  spain('ES 2018', { spanishSince: '2015-01-01', from: '2018-01-01', to: '2018-12-31' }),
  spain('ES 2025', { spanishSince: '2021-06-01', from: '2025-06-01', to: '2025-08-31' }),
];

/** The files of all development markets, each with the first digits of its SHA-256. */
export function dataFingerprints(folder: string, markets = DEVELOPMENT_MARKETS): Promise<string[]> {
  return fingerprintsOf(folder, [...new Set(markets.map(({ file }) => file))]);
}

/** The panel of a market with its public holidays, where they are known. `folder` is ../shared/data. */
export async function readMarket(folder: string, market: DevelopmentMarket): Promise<Panel> {
  const content = await readFile(path.join(folder, market.file));
  const text = market.file.endsWith('.gz') ? await promisify(gunzip)(content) : content;
  if (market.spanishSince !== undefined)
    return parseSpanishPanel(text.toString('utf8'), market.spanishSince).panel;
  const { panel } = parseEpfCsv(text.toString('utf8'));
  return { ...panel, holidays: market.holidaysAmong?.(panel.days) };
}
