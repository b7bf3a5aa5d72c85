/** How far a server is in the log of writes: what it has written, or what a replica has taken over of it. */
export const POSITION =
  'select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text as lsn';

/** The answer to `POSITION` as a number of bytes; undefined where the server, such as some that are managed, does not say. */
export async function readPosition(ask: () => Promise<{ rows: unknown[] }>): Promise<bigint | undefined> {
  const [row] = (await ask()).rows;
  const lsn: unknown = typeof row === 'object' && row !== null && 'lsn' in row ? row.lsn : undefined;
  if (typeof lsn !== 'string') return undefined;
  const [high, low] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
