import type { RelativeTime } from '@lonja/forecasting/market';
import type { Publication, Source } from '../src/connectors/source.ts';

export interface SeriesRow {
  key: string;
  unit: string;
  source: string;
  /** When a day is normally public. */
  known: string;
  /** First delivery day that the source has. */
  firstDay: string;
}

/** Every series of every source, by key; one that a source publishes several times has all its instants. */
export function describeSeries(sources: readonly Source[]): SeriesRow[] {
  const rows = new Map<string, SeriesRow>();
  for (const { name, publications, outlooks = [] } of sources) {
    for (const publication of [...publications, ...outlooks]) {
      for (const [key, unit] of Object.entries(publication.units)) {
        addTo(rows, {
          key,
          unit,
          source: name,
          known: instantOf(publication),
          firstDay: publication.firstDay,
        });
      }
    }
  }
  return [...rows.values()].toSorted((a, b) => a.key.localeCompare(b.key, 'en'));
}

function addTo(rows: Map<string, SeriesRow>, row: SeriesRow): void {
  const id = `${row.key} ${row.source}`;
  const known = rows.get(id);
  if (known === undefined) rows.set(id, row);
  else if (!known.known.includes(row.known)) known.known += `; ${row.known}`;
}

function instantOf({ expected }: Publication): string {
  return `${dayOf(expected)} ${expected.time}`;
}

function dayOf({ dayOffset }: RelativeTime): string {
  if (dayOffset === 0) return 'D';
  return dayOffset < 0 ? `D−${-dayOffset}` : `D+${dayOffset}`;
}
