import type { DeliveryDay } from '@lonja/forecasting/market';
import { type SiteOnDay, siteOnDay } from './day-profiles.ts';
import type { Principal } from '../../people/access/principal.ts';
import { compareFloor, type Curtailment, positionOfSite, type SitePosition } from './position-of-site.ts';
import { getSite } from './site-rules.ts';
import { type MoneyRange, moneyByPeriod, moneyOfDay, settledAt } from './money.ts';
import { type AskedOptions, optionsOf, type PlanOptions } from './plan-site.ts';
import type { PortfolioContext } from './portfolio-context.ts';
import { type PriceOutlook, readOutlook } from './read-outlook.ts';
import { createVolumes } from './site-volumes.ts';

export interface Valuation {
  site: SiteOnDay;
  outlook: PriceOutlook;
  options: PlanOptions;
  position: SitePosition;
  hours: MoneyRange[];
  total: MoneyRange;
  /** The same position at the prices that cleared, EUR; undefined until they have. */
  settled: { hours: number[]; total: number } | undefined;
  /** Of a plant. */
  curtailment: Curtailment | undefined;
}

export interface ValuationQuery extends Pick<AskedOptions, 'curtail'> {
  id: string;
  day: DeliveryDay;
  resolution: 'PT15M' | 'PT1H';
}

/** What a site is expected to earn, or cost, on a delivery day. */
export async function valueSite(
  context: PortfolioContext,
  principal: Principal,
  query: ValuationQuery,
): Promise<Valuation> {
  const found = await getSite(context, principal, query.id);
  const outlook = await readOutlook(context, query);
  const site = await siteOnDay(context, principal.tenantId, found, outlook);
  const volumes = createVolumes(context, outlook);
  const options = optionsOf(site, query);
  const input = { outlook, volumes, options };
  const position = await positionOfSite(context, site, input);
  return {
    site,
    outlook,
    options,
    position,
    hours: moneyByPeriod(position, outlook),
    total: moneyOfDay(position, outlook),
    settled: outlook.cleared && settledAt(position, outlook.cleared, outlook),
    curtailment: await compareFloor(context, site, input),
  };
}
