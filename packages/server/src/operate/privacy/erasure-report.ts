/** What an erasure did, and what it left. */
export interface ErasureReport {
  /** Rows that are gone, by kind. */
  deleted: Record<string, number>;
  /** Rows that stay and name nobody any more, by kind. */
  anonymised: Record<string, number>;
  /** What stays and why. */
  stays: { what: string; why: string }[];
  /** Texts that people of the organisation wrote and that name the person still, by table and column. */
  mentions: { where: string; count: number }[];
}

/** What no erasure reaches, because it is no part of the database. */
export const BEYOND_DATABASE = [
  { what: 'backups', why: 'They are whole copies; they go when the operator deletes them.' },
  {
    what: 'log and mail files',
    why: 'They name accounts and addresses; the operator keeps them for a while (mail files for RETENTION_OUTBOX_DAYS).',
  },
];
