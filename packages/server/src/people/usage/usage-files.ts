import type { Locale } from '../../ground/config/locale.ts';
import type { Readable } from 'node:stream';
import { addDays } from '@lonja/forecasting/market';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyUsage, TenantUsage } from './usage.ts';
import { type CsvColumns, harmless, streamCsv } from '../../ground/http/csv.ts';
import { inTurn } from '../access/work-turns-plugin.ts';

const DEFAULT_USAGE_DAYS = 30;
/** PostgreSQL has no year 0. */
const FIRST_DAY = '0001-01-01';

/** Days in UTC, both inclusive: the last 30, unless a query names others. */
export function usageDaysOf(
  query: { date_from?: string | undefined; date_to?: string | undefined },
  now: number,
): { from: string; to: string } {
  const to = query.date_to ?? new Date(now).toISOString().slice(0, 10);
  const from = query.date_from ?? addDays(to, -DEFAULT_USAGE_DAYS);
  return { from: notBeforeFirst(from), to: notBeforeFirst(to) };
}

function notBeforeFirst(day: string): string {
  return day < FIRST_DAY ? FIRST_DAY : day;
}

/** The columns of the requests of one tenant. */
export const OWN_USAGE_CSV: CsvColumns<KeyUsage> = {
  'date (UTC)': ({ date }) => date,
  'API key': ({ api_key_id }) => api_key_id,
  label: ({ label }) => harmless(label),
  requests: ({ requests }) => requests,
};

/** The columns of the requests of all tenants. */
export const TENANTS_USAGE_CSV: CsvColumns<TenantUsage> = {
  'from (UTC)': ({ date }) => date,
  tenant: ({ tenant_id }) => tenant_id,
  name: ({ tenant_name }) => harmless(tenant_name),
  requests: ({ requests }) => requests,
  'requests of sessions': ({ requests_of_sessions }) => requests_of_sessions,
};

/** Sends all rows, each part read when the caller has taken the one before and its tenant has its turn. */
export function sendUsageFile<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, csv, parts }: { name: string[]; csv: CsvColumns<Row>; parts: AsyncGenerator<Row[]> },
): Readable {
  const { locale } = request.query as { locale: Locale };
  return streamCsv(reply, { name, columns: csv, parts: partsInTurn() }, locale);

  async function* partsInTurn(): AsyncGenerator<Row[]> {
    for (;;) {
      const part = await inTurn(request, () => parts.next(), { isFurther: true });
      if (part.done === true) return;
      yield part.value;
    }
  }
}
