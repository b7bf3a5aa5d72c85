import type { Generated } from 'kysely';

export interface StatusTables {
  component_day: ComponentDayTable;
  incident: IncidentTable;
  incident_update: IncidentUpdateTable;
}

/** Minutes of a delivery day in which a component was looked at, and in which it worked. */
interface ComponentDayTable {
  component: string;
  day: string;
  measured: Generated<number>;
  good: Generated<number>;
  last_measured: Date | null;
  last_good: Date | null;
}

interface IncidentTable {
  id: string;
  title: string;
  components: string[];
  started_at: Date;
}

export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

interface IncidentUpdateTable {
  id: string;
  incident_id: string;
  state: IncidentState;
  body: string;
  at: Date;
}
