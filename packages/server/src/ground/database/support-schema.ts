import type { Generated } from 'kysely';

export interface SupportTables {
  support_ticket: SupportTicketTable;
  support_message: SupportMessageTable;
}

export const TICKET_STATES = ['open', 'answered', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

interface SupportTicketTable {
  id: string;
  tenant_id: string;
  subject: string;
  state: TicketState;
  /** Null: somebody who was erased. */
  created_by: string | null;
  created_at: Date;
  /** When it was last written to, answered or closed. */
  updated_at: Date;
  closed_at: Date | null;
}

export interface SupportMessageTable {
  id: string;
  tenant_id: string;
  ticket_id: string;
  author_kind: 'customer' | 'support';
  /** Null: somebody who was erased. */
  author_id: string | null;
  body: string;
  created_at: Date;
}

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

export interface IncidentTable {
  id: string;
  title: string;
  components: string[];
  started_at: Date;
}

export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

export interface IncidentUpdateTable {
  id: string;
  incident_id: string;
  state: IncidentState;
  body: string;
  at: Date;
}
