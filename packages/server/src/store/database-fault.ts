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
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether PostgreSQL could not be reached or turned the query away for a while, as opposed to a query at fault. */
export function isDatabaseUnreachable(fault: unknown): fault is Error {
  if (!(fault instanceof Error)) return false;
  const code = 'code' in fault ? String(fault.code) : '';
  if (CONNECTION_CODES.has(code) || PASSING_STATE.test(code)) return true;
  return CONNECTION_MESSAGE.test(fault.message) || isDatabaseUnreachable(fault.cause);
}
