const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);
const UNUSABLE_PATH: Record<string, string> = {
  EACCES: 'permission is denied',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
  EEXIST: 'it is a file',
  ENOTDIR: 'part of its path is not a folder',
  ENOSPC: 'the disk is full',
};

/** PostgreSQL: wrong user or password (class 28), no such database, too many connections, starting or stopping. */
const REFUSED_BY_DATABASE = /^(28...|3D000|53300|57P0.)$/;

/** What is wrong around the command, as one sentence that says what to check; undefined for any other error. */
export function environmentFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  if (UNREACHABLE.has(code)) {
    const attempts = error instanceof AggregateError ? error.errors.map(String) : [];
    const reason = error.message === '' ? (attempts[0] ?? code) : error.message;
    return `The database cannot be reached (${reason}); check DATABASE_URL.`;
  }
  if (REFUSED_BY_DATABASE.test(code)) {
    return `The database refuses the connection (${error.message}); check DATABASE_URL.`;
  }
  const reason = UNUSABLE_PATH[code];
  return reason === undefined || !('path' in error)
    ? undefined
    : `${String(error.path)} cannot be used: ${reason}; check DATA_DIR.`;
}
