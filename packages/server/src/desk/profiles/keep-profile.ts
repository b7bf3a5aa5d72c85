import { addDays, type DeliveryDay, deliveryDayOf, deliveryPeriods } from '@lonja/forecasting/market';
import { AppError, type FieldFault } from '../../ground/errors.ts';
import { auditChange, type Principal } from '../../people/access/principal.ts';
import {
  countProfiles,
  type DayProfile,
  deleteProfile,
  listProfiles,
  putProfiles,
} from '../portfolio/day-profiles.ts';
import { type SiteContext, withSite } from '../portfolio/site-rules.ts';
import type { Site } from '../portfolio/site-store.ts';
import { powerFault, type ProfileDay, readProfileCsv } from './read-profile-csv.ts';

/** Of one upload, and of what is asked for or deleted at once. */
export const MOST_DAYS = 62;
/** Of a site. */
const MOST_KEPT_DAYS = 800;
/** From today. */
const DAYS_BACK = 366;
const DAYS_AHEAD = 366;

/** What was sent: days, or a CSV file of them. */
export type SentProfile =
  | { days: readonly ProfileDay[]; csv?: undefined }
  | { csv: string; resolution: ProfileDay['resolution'] | undefined; days?: undefined };

export interface PutProfile {
  days: (ProfileDay & { isReplaced: boolean })[];
}

/** Stores a profile of days, each of them whole, or with `dryRun` only says what would be stored. All days or none. */
export async function putProfile(
  context: SiteContext,
  principal: Principal,
  { id, sent, dryRun }: { id: string; sent: SentProfile; dryRun: boolean },
): Promise<PutProfile> {
  const now = context.clock.now();
  const { tenantId } = principal;
  return withSite(context, principal, { id, forChange: true }, async (tx, site) => {
    assertProfiled(site);
    const days = daysOf(sent, { site, today: deliveryDayOf(now) });
    const span = { from: days[0].day, to: days[days.length - 1].day };
    const before = new Set((await listProfiles(tx, id, span)).map(({ day }) => day));
    const added = days.filter(({ day }) => !before.has(day)).length;
    if ((await countProfiles(tx, id)) + added > MOST_KEPT_DAYS)
      throw new AppError(
        'conflict',
        `A site has profiles of at most ${MOST_KEPT_DAYS} days; delete old ones first.`,
      );
    if (!dryRun) {
      await putProfiles(tx, { siteId: id, tenantId, now }, days);
      const details = { ...span, days: days.length, resolution: days[0].resolution };
      await auditChange(tx, principal, 'site.profile_uploaded', { id, details, now });
    }
    return { days: days.map((day) => ({ ...day, isReplaced: before.has(day.day) })) };
  });
}

export async function getProfile(
  context: SiteContext,
  principal: Principal,
  { id, ...asked }: { id: string; from: DeliveryDay | undefined; to: DeliveryDay | undefined },
): Promise<(DayProfile & { day: DeliveryDay })[]> {
  const today = deliveryDayOf(context.clock.now());
  const from = asked.from ?? (asked.to === undefined ? today : addDays(asked.to, 1 - MOST_DAYS));
  const to = asked.to ?? addDays(from, MOST_DAYS - 1);
  return withSite(context, principal, { id }, async (tx, site) => {
    assertProfiled(site);
    return listProfiles(tx, id, { from, to });
  });
}

/** The power of the site on that day rests on what it did before again. */
export async function removeProfile(
  context: SiteContext,
  principal: Principal,
  { id, day }: { id: string; day: DeliveryDay },
): Promise<void> {
  const now = context.clock.now();
  await withSite(context, principal, { id, forChange: true }, async (tx, site) => {
    assertProfiled(site);
    if (!(await deleteProfile(tx, id, day)))
      throw new AppError('not_found', `Nothing was uploaded of ${day}.`);
    await auditChange(tx, principal, 'site.profile_deleted', { id, details: { day }, now });
  });
}

function assertProfiled({ kind }: Site): void {
  if (kind === 'battery')
    throw new AppError('conflict', 'A battery site has no profile: it does what its plan says.');
}

/** In the order of the days. */
function daysOf(sent: SentProfile, { site, today }: { site: Site; today: DeliveryDay }): ProfileDay[] {
  const limits = {
    from: addDays(today, -DAYS_BACK),
    to: addDays(today, DAYS_AHEAD),
    mostDays: MOST_DAYS,
    mostMw: site.capacity_mw,
  };
  if (sent.days !== undefined) {
    const faults = sent.days.flatMap((day, i) => dayFaults(day, i, { ...limits, days: sent.days }));
    if (faults.length > 0) throw faultOf(faults);
    return sent.days.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  }
  const read = readProfileCsv(sent.csv, { ...limits, resolution: sent.resolution });
  if (!('faults' in read)) return read;
  throw faultOf(
    read.faults.map(({ line, message }) => ({
      loc: ['body', 'csv', String(line)],
      msg: `Line ${line}: ${message}`,
      type: 'invalid_profile',
    })),
  );
}

function dayFaults(
  { day, resolution, mw }: ProfileDay,
  index: number,
  { from, to, mostMw, days }: { from: string; to: string; mostMw: number; days: readonly ProfileDay[] },
): FieldFault[] {
  const fault = (field: string, msg: string): FieldFault[] => [
    { loc: ['body', 'days', String(index), field], msg, type: 'invalid_profile' },
  ];
  if (day < from || day > to) return fault('date', `${day} is not between ${from} and ${to}.`);
  if (days.findIndex((other) => other.day === day) < index) return fault('date', `${day} is there twice.`);
  const count = deliveryPeriods(day, resolution).length;
  if (mw.length !== count) {
    const what = resolution === 'PT1H' ? 'hours' : 'quarter hours';
    return fault('mw', `${day} has ${count} ${what}; send ${count} values, not ${mw.length}.`);
  }
  const at = mw.findIndex((value) => powerFault(value, mostMw) !== undefined);
  return at < 0 ? [] : fault('mw', `${day} period ${at + 1}: ${powerFault(mw[at], mostMw)}`);
}

function faultOf(faults: FieldFault[]): AppError {
  return new AppError('validation_error', faults[0].msg, { faults });
}
