import type { Locale } from '../../ground/config/locale.ts';
import { Readable } from 'node:stream';
import { addDays } from '@lonja/forecasting/market';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AuditEntry, toAuditRecord } from '../audit/audit.ts';
import { prefersToJson } from '../../ground/http/accept.ts';
import { type CsvColumns, endWhenStalled, harmless, streamCsv, wantsCsv } from '../../ground/http/csv.ts';
import { inTurn } from '../access/work-turns-plugin.ts';
import { windowOf } from '../../ground/http/paging.ts';
import { type AuditQuery, NDJSON_TYPE } from './schemas.ts';

type AuditRecord = ReturnType<typeof toAuditRecord> & { tenant_id?: string | null };

export function auditFiltersOf({
  date_from: from,
  date_to: to,
  action,
  actor_id: actorId,
}: z.infer<typeof AuditQuery>) {
  return {
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(addDays(to, 1)),
    action,
    actorId,
  };
}

export function auditQueryOf(query: z.infer<typeof AuditQuery>) {
  return { ...auditFiltersOf(query), ...windowOf(query) };
}

/** The form in which a caller wants the whole audit; undefined: a page of it. */
export function auditFileOf(
  request: FastifyRequest,
  format: z.infer<typeof AuditQuery>['format'],
): 'csv' | 'ndjson' | undefined {
  if (format === 'ndjson') return format;
  const { accept } = request.headers;
  if (format === undefined && prefersToJson(accept, NDJSON_TYPE)) return 'ndjson';
  return wantsCsv(accept, format) ? 'csv' : undefined;
}

/** Sends all entries, each part read when the caller has taken the one before and its tenant has its turn. */
export function sendAuditFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: {
    format: 'csv' | 'ndjson';
    locale: Locale;
    parts: AsyncGenerator<AuditEntry[]>;
    toRecord: (entry: AuditEntry) => AuditRecord;
    hasTenants?: boolean;
  },
): Readable {
  const { format, locale, hasTenants = false } = file;
  const { query } = request as { query: z.infer<typeof AuditQuery> };
  const name = ['audit', query.date_from, query.date_to];
  if (format === 'csv') {
    const columns = hasTenants ? CSV_OF_TENANTS : CSV;
    return streamCsv(reply, { name, columns, parts: recordsInTurn() }, locale);
  }
  void reply.type(NDJSON_TYPE);
  void reply.header('Content-Disposition', `inline; filename="lonja-audit.ndjson"`);
  endWhenStalled(reply);
  return Readable.from(linesOf(recordsInTurn()), { highWaterMark: 1 });

  async function* recordsInTurn(): AsyncGenerator<AuditRecord[]> {
    for (;;) {
      const part = await inTurn(request, () => file.parts.next(), { isFurther: true });
      if (part.done === true) return;
      yield part.value.map((entry) => file.toRecord(entry));
    }
  }
}

const CSV: CsvColumns<AuditRecord> = {
  'time (UTC)': ({ at }) => at,
  action: ({ action }) => action,
  'actor kind': ({ actor }) => actor.kind,
  actor: ({ actor }) => harmless(actor.name),
  'actor id': ({ actor }) => actor.id,
  'target kind': ({ target }) => target?.type ?? null,
  'target id': ({ target }) => harmless(target?.id ?? null),
  address: ({ address }) => address,
  'details (JSON)': ({ details }) => JSON.stringify(details),
  id: ({ id }) => id,
};

const CSV_OF_TENANTS: CsvColumns<AuditRecord> = { ...CSV, tenant: ({ tenant_id }) => tenant_id ?? null };

async function* linesOf(parts: AsyncIterable<AuditRecord[]>): AsyncGenerator<string> {
  for await (const records of parts) {
    yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
}
