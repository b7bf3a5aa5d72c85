/** System errors of a connection that cannot be made or broke. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** SQLSTATE: connection exceptions (08), out of resources such as connections (53), shutting down or starting up (57P). */
const PASSING_STATE = /^(08|53|57P)[0-9A-Z]+$/;

/** What pg says of a broken connection without a code. */
const CONNECTION_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** SQLSTATE: a lock was not to be had in time, a statement took too long. */
const TIMEOUT_STATES = new Set(['55P03', '57014']);

/** SQLSTATE: transactions that could not be done side by side, of which one was undone; parted from others at a lock. */
const CONFLICT_STATES = new Set(['40001', '40P01']);

/** Whether PostgreSQL gave a statement up because it waited or ran for too long, or was in the way of others: the same may be tried again. */
export function isDatabaseTimeout(fault: unknown): fault is Error {
  return hasState(fault, TIMEOUT_STATES) || hasState(fault, CONFLICT_STATES);
}

/** SQLSTATE: a lock was not to be had in time, or those who waited for each other were parted. */
const LOCK_STATES = new Set(['55P03', '40P01']);

/** Whether PostgreSQL gave a statement up because of what others had locked. */
export function isLockFault(fault: unknown): fault is Error {
  return fault instanceof Error && 'code' in fault && LOCK_STATES.has(String(fault.code));
}

/** Whether PostgreSQL could not be reached or turned the query away for a while, as opposed to a query at fault. */
export function isDatabaseUnreachable(fault: unknown): fault is Error {
  if (!(fault instanceof Error)) return false;
  const code = 'code' in fault ? String(fault.code) : '';
  if (TIMEOUT_STATES.has(code)) return false;
  if (CONNECTION_CODES.has(code) || PASSING_STATE.test(code)) return true;
  return CONNECTION_MESSAGE.test(fault.message) || isDatabaseUnreachable(fault.cause);
}

/** Whether a replica could not answer a statement that the primary can, or gave it up because it hindered what the primary wrote. */
export function isReplicaFault(fault: unknown): boolean {
  return isDatabaseUnreachable(fault) || hasState(fault, CONFLICT_STATES);
}

function hasState(fault: unknown, states: ReadonlySet<string>): boolean {
  if (!(fault instanceof Error)) return false;
  return ('code' in fault && states.has(String(fault.code))) || hasState(fault.cause, states);
}

/** SQLSTATE: a statement that writes in a session that may only read. */
const READ_ONLY_STATE = '25006';
/** What a standby says of an unlogged table, even to a reader: the state of what is not supported, told apart by where it was found. */
const UNLOGGED_ON_STANDBY = { code: '0A000', routine: 'get_relation_info' };

/** Whether PostgreSQL refused to write: a standby, or a server, database or role that was made read-only, as where a disk is full. */
export function isReadOnlyFault(fault: unknown): fault is Error {
  if (!(fault instanceof Error)) return false;
  const { code, routine }: Error & { code?: unknown; routine?: unknown } = fault;
  const isUnlogged = code === UNLOGGED_ON_STANDBY.code && routine === UNLOGGED_ON_STANDBY.routine;
  return code === READ_ONLY_STATE || isUnlogged || isReadOnlyFault(fault.cause);
}

/** Lets a note go that cannot be written because the database can only be read; what else fails is thrown. */
export async function unlessReadOnly(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!isReadOnlyFault(error)) throw error;
  }
}
