import {
  addDays,
  DAY_MS,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  formatMadrid,
  MINUTE_MS,
} from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { auditChange, type Principal } from '../../people/access/principal.ts';
import { type SiteContext, withSite } from '../portfolio/site-rules.ts';
import type { Site } from '../portfolio/site-store.ts';
import {
  deleteOldCharges,
  findLatestCharge,
  listCharges,
  type MeasuredCharge,
  putCharges,
  type StoredCharge,
} from './charges.ts';

/** Clocks of batteries may run ahead by this. */
const AHEAD_MS = 5 * MINUTE_MS;
/** What was measured before is refused as late. */
export const LATE_DAYS = 7;
export const KEPT_DAYS = 31;
/** Of a site: every minute for two weeks. */
export const MOST_KEPT = 20_000;

/** Stores what a battery really held, all of it or nothing, and lets go of what is old. Gives the newest. */
export async function putCharge(
  context: SiteContext,
  principal: Principal,
  { id, measured }: { id: string; measured: readonly MeasuredCharge[] },
): Promise<{ stored: number; latest: StoredCharge }> {
  const now = context.clock.now();
  const { tenantId } = principal;
  return withSite(context, principal, { id, forChange: true }, async (tx, site) => {
    assertBattery(site);
    assertMeasured(measured, now);
    const late = measured.find(({ at }) => at < now - LATE_DAYS * DAY_MS);
    if (late !== undefined)
      throw fault(`${formatMadrid(late.at)} is late: what was measured is taken for ${LATE_DAYS} days.`);
    await putCharges(tx, { siteId: id, tenantId, now }, measured);
    await deleteOldCharges(tx, id, { before: now - KEPT_DAYS * DAY_MS, most: MOST_KEPT });
    const instants = measured.map(({ at }) => at);
    const details = {
      measurements: measured.length,
      from: formatMadrid(Math.min(...instants)),
      to: formatMadrid(Math.max(...instants)),
    };
    await auditChange(tx, principal, 'site.charge_uploaded', { id, details, now });
    const latest = await findLatestCharge(tx, id);
    if (latest === undefined) throw new Error(`No charge of site ${id} is stored.`);
    return { stored: measured.length, latest };
  });
}

/** What is stored of a span of days, and the newest of all. */
export async function getCharge(
  context: SiteContext,
  principal: Principal,
  { id, from, to }: { id: string; from: DeliveryDay; to: DeliveryDay },
): Promise<{ measured: StoredCharge[]; latest: StoredCharge | undefined }> {
  return withSite(context, principal, { id }, async (tx, site) => {
    assertBattery(site);
    const span = { from: dayStart(from), to: dayStart(addDays(to, 1)) };
    return { measured: await listCharges(tx, id, span), latest: await findLatestCharge(tx, id) };
  });
}

/** What is stored of today. Throws 409 where nothing is. */
export async function chargesOfToday(
  context: SiteContext,
  principal: Principal,
  id: string,
): Promise<MeasuredCharge[]> {
  const today = deliveryDayOf(context.clock.now());
  const { measured, latest } = await getCharge(context, principal, { id, from: today, to: today });
  if (measured.length > 0) return measured;
  const last = latest === undefined ? 'none at all' : `the last one at ${formatMadrid(latest.at)}`;
  throw new AppError(
    'conflict',
    `No state of charge of ${today} is stored (${last}); upload it, or send it as measured.`,
  );
}

export function assertBattery({ kind }: Site): void {
  if (kind !== 'battery' && kind !== 'hybrid')
    throw new AppError('conflict', `A ${kind} site has no state of charge.`);
}

/** Throws 422 where there is nothing, an instant is still to come, or is there twice. */
export function assertMeasured(measured: readonly MeasuredCharge[], now: number): void {
  if (measured.length === 0) throw fault('Send at least one measurement.');
  const early = measured.find(({ at }) => at > now + AHEAD_MS);
  if (early !== undefined) throw fault(`${formatMadrid(early.at)} is still to come; send what was measured.`);
  const seen = new Set<number>();
  for (const { at } of measured) {
    if (seen.has(at)) throw fault(`${formatMadrid(at)} is there twice.`);
    seen.add(at);
  }
}

export function fault(message: string): AppError {
  return new AppError('validation_error', message, {
    faults: [{ loc: ['body'], msg: message, type: 'invalid_measurements' }],
  });
}
