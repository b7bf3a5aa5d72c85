import { COMPONENTS } from './measure-components.ts';
import type { Incident } from './incidents.ts';
import type { IncidentRecord } from './schemas.ts';
import { formatInstant, formatOptionalInstant } from '../../ground/http/wire.ts';

/** An incident as it goes over the wire. */
export function toIncidentRecord({ id, title, components, startedAt, updates }: Incident): IncidentRecord {
  const newest = updates.at(0);
  const resolvedAt = newest?.state === 'resolved' ? newest.at : undefined;
  return {
    id,
    title,
    components: COMPONENTS.filter((component) => components.includes(component)),
    state: newest?.state ?? 'investigating',
    started_at: formatInstant(startedAt),
    resolved_at: formatOptionalInstant(resolvedAt),
    updates: updates.map(({ state, body, at }) => ({ at: formatInstant(at), state, text: body })),
  };
}
