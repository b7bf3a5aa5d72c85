import type { DataIncident } from '@lonja/client';

/** Days that one publication lacks for one reason. */
interface Group {
  source: string;
  publication: string;
  kind: DataIncident['kind'];
  reason: string | null;
  days: string[];
}

const WORDS: Record<DataIncident['kind'], string> = {
  late: 'late',
  gap: 'missing',
  quarantined: 'held back',
};

/** What is missing, a line for each publication and reason: `omie price.ida2: 3 days missing, 2026-03-25 .. 2026-03-28: not published yet`. */
export function missingLines(incidents: readonly DataIncident[]): string[] {
  const groups = new Map<string, Group>();
  for (const { source, publication, kind, reason, day } of incidents) {
    const key = [source, publication, kind, reason].join('\n');
    const group = groups.get(key) ?? { source, publication, kind, reason, days: [] };
    group.days.push(day);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ source, publication, kind, reason, days }) => {
    const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
    const span = first === last ? first : `${days.length} days of ${first} .. ${last}`;
    return `${source} ${publication}: ${span} ${WORDS[kind]}${reason === null ? '' : `: ${reason}`}`;
  });
}

/** Every missing day in a line of its own. */
export function everyMissingDay(incidents: readonly DataIncident[]): string[] {
  return incidents.map(
    ({ source, publication, day, kind, reason }) =>
      `${day} ${source} ${publication} ${WORDS[kind]}: ${reason ?? 'not asked for yet'}`,
  );
}
