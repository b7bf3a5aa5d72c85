import type { DeliveryDay } from '@lonja/forecasting/market';
import type { Site } from '../../store/sites.ts';
import type { Principal } from '../identity/principal.ts';
import { getSite } from './list-sites.ts';
import { type MoneyRange, moneyByPeriod, moneyOfDay, settledAt } from './money.ts';
import { USUAL_OPTIONS } from './plan-site.ts';
import type { PortfolioContext } from './portfolio-context.ts';
import { positionOfSite, type SitePosition } from './position-of-site.ts';
import { type PriceOutlook, readOutlook } from './read-outlook.ts';
import { createVolumes } from './site-volumes.ts';

export interface Valuation {
  site: Site;
  outlook: PriceOutlook;
  position: SitePosition;
  hours: MoneyRange[];
  total: MoneyRange;
  /** The same position at the prices that cleared, EUR; undefined until they have. */
  settled: { hours: number[]; total: number } | undefined;
}

/** What a site is expected to earn, or cost, on a delivery day. */
export async function valueSite(
  context: PortfolioContext,
  principal: Principal,
  { id, day, mayCurtail }: { id: string; day: DeliveryDay; mayCurtail: boolean },
): Promise<Valuation> {
  const site = await getSite(context, principal, id);
  const outlook = await readOutlook(context, { day, resolution: 'PT1H' });
  const volumes = createVolumes(context, outlook);
  const options = { ...USUAL_OPTIONS, mayCurtail };
  const position = await positionOfSite(context, site, { outlook, volumes, options });
  return {
    site,
    outlook,
    position,
    hours: moneyByPeriod(position, outlook),
    total: moneyOfDay(position, outlook),
    settled: outlook.cleared && settledAt(position, outlook.cleared, outlook),
  };
}
