import { AUCTION_CALENDAR, PRODUCTS, type RelativeTime } from '@lonja/forecasting/market';
import { isDeclared } from '../src/ground/config/declared-name.ts';
import type { Publication, Source, SourceName } from '../src/market/connectors/source.ts';

export interface SeriesRow {
  key: string;
  unit: string;
  source: SourceName;
  /** Length of the periods as they are stored. */
  resolution: string;
  /** When a day is normally public. */
  known: string;
  /** First delivery day that the source has. */
  firstDay: string;
  /** Terms of use, in short; docs/data-dictionary.md has them by source. */
  terms: string;
}

/** Every series of every source, by key; one that a source publishes several times has all its instants. */
export function describeSeries(sources: readonly Source[]): SeriesRow[] {
  const rows = new Map<string, SeriesRow>();
  for (const { name, publications, outlooks = [] } of sources) {
    if (isDeclared(name)) continue;
    for (const publication of [...publications, ...outlooks]) {
      for (const [key, unit] of Object.entries(publication.units)) {
        addTo(rows, {
          key,
          unit,
          source: name,
          resolution: resolutionOf(name, key),
          known: instantOf(publication),
          firstDay: publication.firstDay,
          terms: TERMS[name],
        });
      }
    }
  }
  return [...rows.values()].toSorted((a, b) => a.key.localeCompare(b.key, 'en'));
}

const TERMS: Readonly<Record<SourceName, string>> = {
  omie: 'legal notice of OMIE',
  redata: 'terms of REData',
  esios: 'terms of ESIOS',
  entsoe: 'terms of the Transparency Platform',
  'open-meteo': 'CC BY 4.0',
  'energy-charts': 'CC BY 4.0',
  simulator: 'none',
};

/** As `resampleDay` keeps them: hours and quarter hours stay, other steps become means of hours. */
function resolutionOf(source: SourceName, key: string): string {
  if (/\.energy$|^(gas|co2)\.price$/.test(key)) return 'day';
  const product = key.startsWith('curve.')
    ? 'da'
    : PRODUCTS.find((one) => key === `price.${one}` || key === `price.${one}.pt`);
  if (product !== undefined) return `hour; quarter hour from ${AUCTION_CALENDAR[product].quarterHourlyFrom}`;
  const isHourly = source === 'open-meteo' || source === 'energy-charts' || source === 'simulator';
  return isHourly ? 'hour' : 'hour or quarter hour, as published';
}

function addTo(rows: Map<string, SeriesRow>, row: SeriesRow): void {
  const id = `${row.key} ${row.source}`;
  const known = rows.get(id);
  if (known === undefined) rows.set(id, row);
  else if (!known.known.includes(row.known)) known.known += `; ${row.known}`;
}

function instantOf({ expected, watchedFrom }: Publication): string {
  const usual = `${dayOf(expected)} ${expected.time}`;
  return watchedFrom === undefined ? usual : `when it was seen, else ${usual}`;
}

function dayOf({ dayOffset }: RelativeTime): string {
  if (dayOffset === 0) return 'D';
  return dayOffset < 0 ? `D−${-dayOffset}` : `D+${dayOffset}`;
}
