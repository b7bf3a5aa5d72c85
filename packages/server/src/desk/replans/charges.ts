import type { Transaction } from 'kysely';
import type { Database } from '../../ground/database/schema.ts';
import { readInstant } from '../../ground/http/read-instant.ts';
import { SITE_LIMITS } from '../portfolio/site-fields.ts';

/** What a battery really held. */
export interface MeasuredCharge {
  /** Epoch ms. */
  at: number;
  /** Percent. */
  soc: number;
}

export const MOST_MEASURED = 1500;

/**
 * Reads rows of an instant with its offset and a charge in percent, separated by comma or semicolon, under a head. Throws a RangeError that
 * names the line.
 */
export function readMeasuredCsv(text: string): MeasuredCharge[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '');
  const [head, ...rows] = lines;
  const separator = (head?.line ?? '').includes(';') ? ';' : ',';
  const cells = (line: string) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = head === undefined ? [] : cells(head.line).map((name) => name.toLowerCase());
  const [time, charge] = [names.indexOf('time'), names.indexOf('soc')];
  if (time === -1 || charge === -1)
    throw new RangeError('Its first line has to name the columns time and soc.');
  return rows.map(({ line, number }) => {
    const fields = cells(line);
    const at = readInstant(fields[time] ?? '');
    const decimal = (fields[charge] ?? '').replace(separator === ';' ? ',' : /$^/, '.');
    if (at === undefined)
      throw new RangeError(
        `Line ${number} has no instant with an offset, such as 2026-03-31T10:00:00+02:00.`,
      );
    if (!/^\d{1,3}(\.\d{1,9})?$/.test(decimal) || Number(decimal) > SITE_LIMITS.charge.max)
      throw new RangeError(`Line ${number} has no charge from 0 to 100.`);
    return { at, soc: Number(decimal) };
  });
}

/** A stored measurement. */
export interface StoredCharge extends MeasuredCharge {
  /** Epoch ms. */
  uploadedAt: number;
}

type TenantTransaction = Transaction<Database>;

/** Puts measurements in the place of those of the same instants. */
export async function putCharges(
  tx: TenantTransaction,
  of: { siteId: string; tenantId: string; now: number },
  measured: readonly MeasuredCharge[],
): Promise<void> {
  await tx
    .insertInto('site_charge')
    .values(
      measured.map(({ at, soc }) => ({
        site_id: of.siteId,
        measured_at: new Date(at),
        tenant_id: of.tenantId,
        soc,
        uploaded_at: new Date(of.now),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'measured_at']).doUpdateSet((eb) => ({
        soc: eb.ref('excluded.soc'),
        uploaded_at: eb.ref('excluded.uploaded_at'),
      })),
    )
    .execute();
}

/** Deletes those measured before an instant, and all but the newest so many. */
export async function deleteOldCharges(
  tx: TenantTransaction,
  siteId: string,
  { before, most }: { before: number; most: number },
): Promise<void> {
  const ofSite = tx.deleteFrom('site_charge').where('site_id', '=', siteId);
  await ofSite.where('measured_at', '<', new Date(before)).execute();
  await ofSite
    .where('measured_at', '<=', (eb) =>
      eb
        .selectFrom('site_charge as kept')
        .select('kept.measured_at')
        .where('kept.site_id', '=', siteId)
        .orderBy('kept.measured_at', 'desc')
        .offset(most)
        .limit(1),
    )
    .execute();
}

/** Those of a site from one instant to before another, in order. */
export async function listCharges(
  tx: TenantTransaction,
  siteId: string,
  { from, to }: { from: number; to: number },
): Promise<StoredCharge[]> {
  const rows = await tx
    .selectFrom('site_charge')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('measured_at', '>=', new Date(from))
    .where('measured_at', '<', new Date(to))
    .orderBy('measured_at')
    .execute();
  return rows.map(toCharge);
}

export async function findLatestCharge(
  tx: TenantTransaction,
  siteId: string,
): Promise<StoredCharge | undefined> {
  const row = await tx
    .selectFrom('site_charge')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('measured_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toCharge(row);
}

function toCharge(row: { measured_at: Date; soc: number; uploaded_at: Date }): StoredCharge {
  return { at: row.measured_at.getTime(), soc: row.soc, uploadedAt: row.uploaded_at.getTime() };
}
