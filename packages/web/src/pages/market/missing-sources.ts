import { missingSpans, type Span } from '../../market/missing-spans.ts';

export interface SourceRow {
  label: string;
  /** By period; null where nothing was published. */
  values: readonly (number | null)[];
}

interface MissingSources {
  /** Names of the sources of which the whole day has nothing. */
  absent: string[];
  /** Spans that some of the other sources lack, with the names of those that lack exactly them. */
  partly: { spans: Span[]; labels: string[] }[];
  /** Where at least one of the other sources lacks a value. */
  gaps: Span[];
}

/** What the sources of a day did not publish. A source without any value hides no period of the others. */
export function missingSources(
  rows: readonly SourceRow[],
  startsMs: readonly number[],
  periodMs: number,
): MissingSources {
  const isAbsent = ({ values }: SourceRow) => values.every((value) => value === null);
  const present = rows.filter((row) => !isAbsent(row));
  const groups = new Map<string, { spans: Span[]; labels: string[] }>();
  for (const { label, values } of present) {
    const spans = missingSpans(startsMs, periodMs, (index) => values[index] === null);
    if (spans.length === 0) continue;
    const key = JSON.stringify(spans);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { spans, labels: [label] });
    else group.labels.push(label);
  }
  return {
    absent: rows.filter(isAbsent).map(({ label }) => label),
    partly: [...groups.values()],
    gaps: missingSpans(startsMs, periodMs, (index) => present.some(({ values }) => values[index] === null)),
  };
}
