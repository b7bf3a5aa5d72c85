import type { Locale } from '../../ground/config/locale.ts';
import type { Readable } from 'node:stream';
import { addDays } from '@lonja/forecasting/market';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyUsage, TenantUsage } from './usage.ts';
import { type CsvValue, harmless, streamCsv } from '../../ground/http/csv.ts';
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

interface UsageFile<Row> {
  name: string[];
  columns: string[];
  parts: AsyncGenerator<Row[]>;
  rowOf: (row: Row) => CsvValue[];
}

export const OWN_USAGE_FILE = {
  columns: ['date (UTC)', 'API key', 'label', 'requests'],
  rowOf: ({ date, api_key_id, label, requests }: KeyUsage) => [date, api_key_id, harmless(label), requests],
};

export const TENANTS_USAGE_FILE = {
  columns: ['from (UTC)', 'tenant', 'name', 'requests', 'requests of sessions'],
  rowOf: (usage: TenantUsage) => [
    usage.date,
    usage.tenant_id,
    harmless(usage.tenant_name),
    usage.requests,
    usage.requests_of_sessions,
  ],
};

/** Sends all rows, each part read when the caller has taken the one before and its tenant has its turn. */
export function sendUsageFile<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, columns, parts, rowOf }: UsageFile<Row>,
): Readable {
  const { locale } = request.query as { locale: Locale };
  return streamCsv(reply, { name, columns, parts: rowsInTurn() }, locale);

  async function* rowsInTurn(): AsyncGenerator<CsvValue[][]> {
    for (;;) {
      const part = await inTurn(request, () => parts.next(), { isFurther: true });
      if (part.done === true) return;
      yield part.value.map((row) => rowOf(row));
    }
  }
}
