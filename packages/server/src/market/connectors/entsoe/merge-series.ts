import { type Asked } from '../../../ground/reasons/reasons.ts';
import { type EntsoeSeries, twoValues } from './parse.ts';

/**
 * Series that say the same thing as one: sent twice, cut into periods or overlapping. Values that are equal count once, of different ones
 * those of the newest version do; a PayloadFault where the version does not decide. Types of production, plants, directions and steps stay
 * apart. The order of the series does not matter.
 */
export function mergeSeries(series: readonly EntsoeSeries[], what: Asked): EntsoeSeries[] {
  const merged = new Map<string, EntsoeSeries>();
  const versionOf = new Map<string, EntsoeSeries['version']>();
  for (const part of series.toSorted((a, b) => compareVersions(b.version, a.version))) {
    const id = `${seriesId(part)} ${part.step}`;
    const known = merged.get(id) ?? { ...part, values: new Map<number, number>() };
    merged.set(id, known);
    for (const [start, value] of part.values) {
      const before = known.values.get(start);
      if (before === undefined) {
        known.values.set(start, value);
        versionOf.set(`${id} ${start}`, part.version);
      } else if (before !== value && isSameVersion(versionOf.get(`${id} ${start}`), part.version)) {
        throw twoValues(what, start, [before, value]);
      }
    }
  }
  return [...merged.values()];
}

/** What a series is about, whatever its step and version. Without a type of production all series of an answer are about the same. */
export function seriesId({ psrType, resource, consumes }: EntsoeSeries): string {
  return JSON.stringify([psrType, resource, consumes]);
}

function compareVersions(a: EntsoeSeries['version'], b: EntsoeSeries['version']): number {
  return a.revision - b.revision || a.createdAt - b.createdAt;
}

function isSameVersion(a: EntsoeSeries['version'] | undefined, b: EntsoeSeries['version']): boolean {
  return a !== undefined && compareVersions(a, b) === 0;
}
