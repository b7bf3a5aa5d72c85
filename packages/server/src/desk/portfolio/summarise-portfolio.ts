import type { DeliveryDay } from '@lonja/forecasting/market';
import { withTenant } from '../../ground/database/database.ts';
import { AppError } from '../../ground/errors.ts';
import type { Principal } from '../../people/access/principal.ts';
import { type SiteOnDay, sitesOnDay } from './day-profiles.ts';
import { moneyByScenario, moneyOfDay, type MoneyRange, rangeOf } from './money.ts';
import { optionsOf } from './plan-site.ts';
import type { PortfolioContext } from './portfolio-context.ts';
import { positionOfSite } from './position-of-site.ts';
import { type PriceOutlook, readOutlook } from './read-outlook.ts';
import type { UnvaluedCode } from './schemas.ts';
import { SITE_KINDS } from '../../ground/database/site-schema.ts';
import { MOST_SITES } from './site-rules.ts';
import { listSites, type Site, type SiteKind } from './site-store.ts';
import { createVolumes, type VolumeSource } from './site-volumes.ts';

interface KindSummary {
  kind: SiteKind;
  sites: number;
  capacityMw: number;
  energyMwh: number;
  /** EUR; undefined where no site of the kind could be valued. */
  value: MoneyRange | undefined;
}

export interface PortfolioSummary {
  day: DeliveryDay;
  sites: number;
  kinds: KindSummary[];
  /** Undefined: no forecast covers the day. */
  outlook: PriceOutlook | undefined;
  /** Of all sites that could be valued, EUR. */
  value: MoneyRange | undefined;
  /** Each of them by itself, EUR. */
  siteValues: { site: Site; money: MoneyRange; source: VolumeSource }[];
  /** The sites that could not, and why. */
  unvalued: UnvaluedSite[];
}

interface UnvaluedSite {
  site: Site;
  code: UnvaluedCode;
  reason: string;
}

interface ValuedSite {
  site: Site;
  /** EUR. */
  money: MoneyRange;
  source: VolumeSource;
  byScenario: Float64Array;
}

/** New plans take so long at most; a site whose turn comes later is named and has its plan when the summary is asked for again. */
const TIME_LIMIT_MS = 8_000;

/** What the tenant's sites are, and what they are expected to earn together on a day. No more of them are planned once `signal` is aborted. */
export async function summarisePortfolio(
  context: PortfolioContext,
  principal: Principal,
  { day, resolution, signal }: { day: DeliveryDay; resolution: 'PT15M' | 'PT1H'; signal: AbortSignal },
): Promise<PortfolioSummary> {
  const sites = await withTenant(context.db, principal.tenantId, (tx) =>
    listSites(tx, { kind: undefined, limit: MOST_SITES, offset: 0 }),
  );
  const outlook = await findOutlook(context, { day, resolution });
  const { valued, unvalued } =
    outlook === undefined
      ? { valued: [], unvalued: [] }
      : await valueSites(context, await sitesOnDay(context, principal.tenantId, sites, outlook), {
          outlook,
          signal,
        });
  return {
    day,
    sites: sites.length,
    kinds: SITE_KINDS.map((kind) => {
      const ofKind = sites.filter((site) => site.kind === kind);
      return {
        kind,
        sites: ofKind.length,
        capacityMw: ofKind.reduce((sum, { capacity_mw }) => sum + capacity_mw, 0),
        energyMwh: ofKind.reduce((sum, { energy_mwh }) => sum + (energy_mwh ?? 0), 0),
        value: valueTogether(valued.filter(({ site }) => site.kind === kind)),
      };
    }).filter(({ sites: count }) => count > 0),
    outlook,
    value: valueTogether(valued),
    siteValues: valued,
    unvalued,
  };
}

async function findOutlook(
  context: PortfolioContext,
  wanted: { day: DeliveryDay; resolution: 'PT15M' | 'PT1H' },
): Promise<PriceOutlook | undefined> {
  try {
    return await readOutlook(context, wanted);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function valueSites(
  context: PortfolioContext,
  sites: readonly SiteOnDay[],
  { outlook, signal }: { outlook: PriceOutlook; signal: AbortSignal },
): Promise<{ valued: ValuedSite[]; unvalued: UnvaluedSite[] }> {
  const valued: ValuedSite[] = [];
  const unvalued: UnvaluedSite[] = [];
  const volumes = createVolumes(context, outlook);
  const endsAt = performance.now() + TIME_LIMIT_MS;
  for (const site of sites) {
    signal.throwIfAborted();
    if (performance.now() > endsAt) {
      unvalued.push({ site, code: 'pending', reason: 'Its plan is still to be made; ask again.' });
      continue;
    }
    try {
      const position = await positionOfSite(context, site, { outlook, volumes, options: optionsOf(site) });
      const money = moneyOfDay(position, outlook);
      valued.push({ site, money, source: position.source, byScenario: moneyByScenario(position, outlook) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unvalued.push({ site, code: codeOf(error), reason: error.message });
    }
  }
  return { valued, unvalued };
}

function codeOf({ code }: AppError): UnvaluedCode {
  if (code === 'validation_error') return 'infeasible';
  return code === 'not_found' ? 'no_volume' : 'pending';
}

/** Sites have their good and bad days together: money adds up scenario by scenario, and the range is that of the sums. */
function valueTogether(valued: readonly ValuedSite[]): MoneyRange | undefined {
  if (valued.length === 0) return undefined;
  const sums = valued[0].byScenario.map((_, s) =>
    valued.reduce((sum, { byScenario }) => sum + byScenario[s], 0),
  );
  return rangeOf(
    valued.reduce((sum, { money }) => sum + money.expected, 0),
    sums,
  );
}
