export interface SupportTables {
  support_ticket: SupportTicketTable;
  support_message: SupportMessageTable;
}

export const TICKET_STATES = ['open', 'answered', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

export interface SupportTicketTable {
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
