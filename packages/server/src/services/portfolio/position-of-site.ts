import type { Plan } from '../../planning/plan-problem.ts';
import type { Site } from '../../store/sites.ts';
import { choiceLevels } from './choice-levels.ts';
import type { Position } from './money.ts';
import { isPlannable, makePlan, type PlanOptions, planProblemOf } from './plan-site.ts';
import type { PortfolioContext } from './portfolio-context.ts';
import type { PriceOutlook } from './read-outlook.ts';
import type { createVolumes, SiteVolumes, VolumeSource } from './site-volumes.ts';

/** What a site does on the day of an outlook. */
export interface SitePosition extends Position {
  source: VolumeSource;
  /** Of what is steered; undefined where nothing is. */
  plan: Plan | undefined;
  /** What a hybrid's plant generates. */
  plant: SiteVolumes | undefined;
}

/** By its plan where energy can be moved, otherwise by what the plant or the load does by itself. */
export async function positionOfSite(
  context: PortfolioContext,
  site: Site,
  {
    outlook,
    volumes,
    options,
  }: { outlook: PriceOutlook; volumes: ReturnType<typeof createVolumes>; options: PlanOptions },
): Promise<SitePosition> {
  if (isPlannable(site)) {
    const plant = site.kind === 'hybrid' ? await volumes.ofPlant(site) : undefined;
    const plan = await makePlan(context, planProblemOf(site, outlook, { options, plant }), outlook);
    const levels = choiceLevels(site, outlook, { options, plant });
    return {
      netMw: plan.netMw,
      isOfferedAtZero: false,
      outcomeLevels: levels,
      source: plant?.source ?? 'plan',
      plan,
      plant,
    };
  }
  const nothing = { plan: undefined, plant: undefined };
  if (site.kind === 'load') {
    const { mw, source } = volumes.ofLoad(site);
    return { netMw: mw.map((value) => -value), isOfferedAtZero: false, source, ...nothing };
  }
  const { mw, source } = await volumes.ofPlant(site);
  return { netMw: mw, isOfferedAtZero: options.mayCurtail, source, ...nothing };
}
