import type { AuditLine } from './audit-target.ts';

const TIMEOUT_MS = 10_000;

/** Posts lines of JSON in one request, which has to be answered with 2xx. Redirects are not followed: they would take the token along. */
export async function postLines(
  { url, token }: { url: URL; token: string | undefined },
  lines: readonly AuditLine[],
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/x-ndjson',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The target of the audit answered ${response.status}.`);
}
