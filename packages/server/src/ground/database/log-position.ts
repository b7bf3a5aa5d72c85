/**
 * How far a server is in the log of writes: what it has written, or what a replica has taken over of it; and when that was written, by the
 * clock of the primary at both.
 */
export const POSITION = `
  select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text as lsn,
    extract(epoch from case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end)::float8 as "atS"`;

interface LogPosition {
  /** In bytes. */
  lsn: bigint;
  /** Absent where a replica has taken over no transaction yet. */
  atS: number | undefined;
}

/** The answer to `POSITION`; undefined where the server, such as some that are managed, does not say. */
export async function readPosition(
  ask: () => Promise<{ rows: unknown[] }>,
): Promise<LogPosition | undefined> {
  const [row] = (await ask()).rows;
  if (typeof row !== 'object' || row === null || !('lsn' in row) || typeof row.lsn !== 'string')
    return undefined;
  const [high, low] = row.lsn.split('/');
  return {
    lsn: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`),
    atS: 'atS' in row && typeof row.atS === 'number' ? row.atS : undefined,
  };
}
