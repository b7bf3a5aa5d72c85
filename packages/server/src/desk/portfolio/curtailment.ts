import type { SiteOnDay } from './day-profiles.ts';
import { type MoneyRange, moneyOfDay } from './money.ts';
import { USUAL_FLOOR } from './plan-site.ts';
import type { PortfolioContext } from './portfolio-context.ts';
import { type PositionInput, positionOfSite, type SitePosition } from './position-of-site.ts';

/** What it is worth to a plant not to produce below a price. */
export interface Curtailment {
  /** EUR/MWh. */
  offerFloor: number;
  withFloor: MoneyRange;
  withoutFloor: MoneyRange;
  /** What is not produced with the floor, MWh, and for how long of what the plant could; on average over the scenarios. */
  mwh: number;
  hours: number;
}

/** Compares the day of a plant with its floor (0 where the site has none) and without; undefined for what generates nothing. */
export async function compareFloor(
  context: PortfolioContext,
  site: SiteOnDay,
  { outlook, volumes, options }: PositionInput,
): Promise<Curtailment | undefined> {
  if (site.kind === 'battery' || site.kind === 'load') return undefined;
  const offerFloor = site.offerFloor ?? USUAL_FLOOR;
  const at = (floor: number | undefined) =>
    positionOfSite(context, site, { outlook, volumes, options: { ...options, offerFloor: floor } });
  const [held, free] = [await at(offerFloor), await at(undefined)];
  const { periodHours } = outlook;
  return {
    offerFloor,
    withFloor: moneyOfDay(held, outlook),
    withoutFloor: moneyOfDay(free, outlook),
    mwh: periodHours * held.curtailedMw.reduce((sum, mw) => sum + mw, 0),
    hours: periodHours * shareHeldBack(held).reduce((sum, share) => sum + share, 0),
  };
}

/** Share of what could be generated that is held back, by period. */
function shareHeldBack({ curtailedMw, plant }: SitePosition): Float64Array {
  return curtailedMw.map((mw, t) => (mw > 0 ? mw / (plant?.mw[t] ?? mw) : 0));
}
