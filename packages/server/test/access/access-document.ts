import type { AccessEntry } from './access-table.ts';

const HEADER = `# Who may call what

Made from the table that the tests hold the service to (\`packages/server/test/access\`): every route is called by every role, with a
session token and with an API key, on an own record (2xx), on one of another tenant (403) and on one that does not exist (404). A route
that is missing here, or that lets in more or fewer callers, fails the tests. Renew this page with \`UPDATE_ACCESS_PAGE=1\` in the
environment of \`packages/server/test/access/access.test.ts\`.

Roles rise: viewer, trader, manager, admin; each may do what the ones before it may. *Session* routes take the token of a signed-in user
and refuse API keys. A key without scopes has all of its role's client rights; a key with scopes opens the routes that name one of
them and those open to every credential. So does a token of \`POST /oauth/token\`, which always has scopes: a route with a role and without a scope
takes the key itself.

| route | credential | least role | scope |
|---|---|---|---|
`;

/** The page of the table, as it is published. */
export function renderAccessPage(table: Record<string, AccessEntry>): string {
  const rows = Object.entries(table).map(
    ([operation, entry]) =>
      `| \`${operation}\` | ${credentialOf(entry)} | ${roleOf(entry)} | ${scopeOf(entry)} |`,
  );
  return `${HEADER}${rows.join('\n')}\n`;
}

function scopeOf({ scope, anyScope }: AccessEntry): string {
  const scopes = anyScope ?? (scope === undefined ? [] : [scope]);
  return scopes.map((name) => `\`${name}\``).join(' or ');
}

function credentialOf(entry: AccessEntry): string {
  if (entry.isPublic) return 'none';
  return entry.sessionOnly || entry.superadminOnly ? 'session' : 'session or key';
}

function roleOf(entry: AccessEntry): string {
  if (entry.isPublic) return '';
  return entry.superadminOnly ? 'superadmin' : (entry.role ?? 'viewer');
}
