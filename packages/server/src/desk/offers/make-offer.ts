import type { DeliveryDay } from '@lonja/forecasting/market';
import { recalibrate } from '@lonja/forecasting/scenarios';
import { AppError } from '../../ground/errors.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import type { Principal } from '../../people/access/principal.ts';
import { getSite } from '../portfolio/site-rules.ts';
import { type MoneyRange, rangeOf } from '../portfolio/money.ts';
import { type AskedOptions, optionsOf, type PlanOptions, storeOf } from '../portfolio/plan-site.ts';
import type { PortfolioContext } from '../portfolio/portfolio-context.ts';
import { positionOfSite, type SitePosition } from '../portfolio/position-of-site.ts';
import { type PriceOutlook, readOutlook, VALUED_PRODUCT } from '../portfolio/read-outlook.ts';
import { checkAsked } from '../portfolio/schedule-site.ts';
import { createVolumes } from '../portfolio/site-volumes.ts';
import { type SiteOnDay, siteOnDay } from '../portfolio/day-profiles.ts';
import type { Site } from '../portfolio/site-store.ts';
import { checkOffer, type OfferCheck } from './check-offer.ts';
import { limitsOfStore, replacementPrice } from './limits-of-store.ts';
import { type OfferRules, offerRulesOf } from './market-rules.ts';
import { type OfferedStore, type OfferOutcome, outcomeOf, takenAtAnyPrice } from './offer-outcomes.ts';
import { onGrid, type PeriodOffer, type WantedStep } from './offer-steps.ts';

export interface OfferQuery extends AskedOptions {
  id: string;
  day: DeliveryDay;
  /** Undefined: as the auction takes. */
  resolution: 'PT15M' | 'PT1H' | undefined;
  /** Whether a battery trades up to the prices at which it pays, or at any price. */
  limits: 'cost' | 'none';
  /** Power that is delivered, or taken, under bilateral contracts in every period, and so is not offered. MW. */
  contractMw: number;
}

/** Expected, and the 10th and 90th percentile. */
export type Range = MoneyRange;

/** An offer of a site to an auction, with what is expected of it. */
export interface SiteOffer {
  site: SiteOnDay;
  outlook: PriceOutlook;
  options: PlanOptions;
  rules: OfferRules;
  resolution: 'PT15M' | 'PT1H';
  limits: OfferQuery['limits'];
  contractMw: number;
  position: SitePosition;
  offers: (PeriodOffer | undefined)[];
  store: OfferedStore | undefined;
  checks: OfferCheck[];
  /** Share of the scenarios in which the auction takes each step, by period. */
  odds: number[][];
  /** Power by period, feed-in positive, MW, and money, EUR. */
  periods: { mw: Range; eur: Range }[];
  total: {
    eur: Range;
    /** Feed-in less what is drawn, MWh. */
    mwh: Range;
    /** The same power at any price. */
    anyPriceEur: MoneyRange;
    /** On average over the scenarios: taken and not kept, and stored at the end; MWh. */
    brokenMwh: number;
    endMwh: number;
    /** What is stored at the end beyond the end at any price, at what it costs to buy again; EUR, on average, no part of the money. */
    leftEur: number;
  };
}

/** What a site should offer to the auction of a day, by the newest forecast: power by period and the prices that it is offered at. */
export async function makeOffer(
  context: PortfolioContext,
  principal: Principal,
  query: OfferQuery,
): Promise<SiteOffer> {
  const { tenantId } = principal;
  return offerOf(context, await getSite(context, principal, query.id), { ...query, tenantId });
}

/** The offer of a site, by an outlook of that day and resolution, or by the newest forecast. */
export async function offerOf(
  context: PortfolioContext,
  found: Site,
  query: Omit<OfferQuery, 'id'> & { tenantId: string; outlook?: PriceOutlook | undefined },
): Promise<SiteOffer> {
  checkAsked(found, query);
  checkContract(found, query);
  if (clampToServedDays({ from: query.day, to: query.day }) === undefined)
    throw new AppError('not_found', `There is no auction of ${query.day}; ask for a day near today.`);
  const rules = offerRulesOf(VALUED_PRODUCT, query.day);
  const { resolution = rules.resolution } = query;
  const outlook = query.outlook ?? (await readOutlook(context, { day: query.day, resolution }));
  const site = await siteOnDay(context, query.tenantId, found, outlook);
  const options = optionsOf(site, query);
  const volumes = createVolumes(context, outlook);
  const position = await positionOfSite(context, site, { outlook, volumes, options });
  const { offers, store, tooSmall } = offersOf(
    { site, outlook, options, position },
    { rules, limits: query.limits, contractMw: query.contractMw },
  );
  const { outcomes, ...expected } = expectedOf(offers, store, { outlook, position });
  const takenMwh = outcomes.reduce(
    (sum, { netMw, brokenMwh }) =>
      sum + brokenMwh + outlook.periodHours * netMw.reduce((mw, each) => mw + Math.abs(each), 0),
    0,
  );
  const broken = outcomes.reduce((sum, { brokenMwh }) => sum + brokenMwh, 0);
  const checks = checkOffer(
    {
      date: outlook.day,
      resolution,
      starts: outlook.periods.map(({ start }) => start),
      offers,
      connectionMw: site.capacity_mw,
    },
    rules,
    {
      now: context.clock.now(),
      isSimulated: outlook.run.dataOrigin === 'simulator',
      isDegraded: outlook.run.degraded.length > 0,
      tooSmall,
      brokenShare: takenMwh > 0 ? broken / takenMwh : 0,
    },
  );
  const { limits, contractMw } = query;
  return {
    site,
    outlook,
    options,
    rules,
    resolution,
    limits,
    contractMw,
    position,
    offers,
    store,
    checks,
    ...expected,
  };
}

function checkContract({ kind }: Site, { contractMw }: Pick<OfferQuery, 'contractMw'>): void {
  if (kind !== 'battery' || contractMw === 0) return;
  const msg = 'contract_mw belongs to a plant or a load; leave it out for a battery site.';
  const fault = { loc: ['query', 'contract_mw'], msg, type: 'forbidden_field' };
  throw new AppError('validation_error', msg, { faults: [fault] });
}

interface Offered {
  site: Site;
  outlook: PriceOutlook;
  options: PlanOptions;
  position: SitePosition;
}

/** The steps of every period. */
function offersOf(
  { site, outlook, options, position }: Offered,
  { rules, limits, contractMw }: { rules: OfferRules; limits: OfferQuery['limits']; contractMw: number },
): { offers: (PeriodOffer | undefined)[]; store: OfferedStore | undefined; tooSmall: number } {
  const { periodHours, expectedPrices } = outlook;
  const { plan, plant } = position;
  const hasStore = plan !== undefined && site.kind !== 'load';
  const [anySale, anyPurchase] = [rules.lowestPrice, rules.highestPrice];
  const floor = plant === undefined ? anySale : (options.offerFloor ?? anySale);
  const { powerMw, energyMwh, efficiency } = storeOf(site);
  const costs =
    hasStore && limits === 'cost'
      ? limitsOfStore(plan, {
          prices: expectedPrices,
          periodHours,
          efficiency,
          wearCost: options.wearCost,
          startMwh: options.startShare * energyMwh,
          any: anyPurchase,
        })
      : undefined;
  const fromPlantMw = new Float64Array(expectedPrices.length);
  const carry = { sale: 0, purchase: 0 };
  let tooSmall = 0;
  const offers = outlook.periods.map((_, t) => {
    const { side, wanted } = wantedAt(t);
    const mw = wanted.reduce((sum, step) => sum + step.mw, 0);
    if (mw === 0) return undefined;
    const { offer, carry: left } = onGrid(side, wanted, {
      rules,
      mostMw: site.kind === 'battery' ? powerMw : site.capacity_mw,
      carry: hasStore ? carry[side] : 0,
    });
    carry[side] = left;
    if (offer === undefined && mw > 1e-6) tooSmall++;
    return offer;
  });
  const store = hasStore
    ? {
        startMwh: options.startShare * energyMwh,
        energyMwh,
        efficiency,
        wearCost: options.wearCost,
        fromPlantMw,
      }
    : undefined;
  return { offers, store, tooSmall };

  function wantedAt(t: number): { side: PeriodOffer['side']; wanted: WantedStep[] } {
    if (site.kind === 'load') {
      const mw = Math.max(-position.netMw[t] - contractMw, 0);
      return { side: 'purchase', wanted: [{ price: anyPurchase, mw, storeMw: 0 }] };
    }
    const [charged, discharged] = [plan?.chargeMw[t] ?? 0, plan?.dischargeMw[t] ?? 0];
    const generated = Math.max((plant?.mw[t] ?? 0) - Math.min(contractMw, plant?.mw[t] ?? 0), 0);
    fromPlantMw[t] = Math.min(charged, generated);
    const bought = charged - fromPlantMw[t];
    if (bought > 1e-9) return { side: 'purchase', wanted: fromStore('charge', t, bought) };
    const sold = generated - fromPlantMw[t];
    const ofPlant = [{ price: floor, mw: sold, storeMw: 0 }].filter(({ mw }) => mw > 0);
    return { side: 'sale', wanted: [...ofPlant, ...fromStore('discharge', t, discharged)] };
  }

  /** Of a charge the parts with the highest limits are bought, the rest comes from the plant. */
  function fromStore(way: 'charge' | 'discharge', t: number, mw: number): WantedStep[] {
    const parts = costs?.[way][t] ?? [{ mw, price: way === 'charge' ? anyPurchase : anySale }];
    let rest = mw;
    return parts
      .toSorted((a, b) => b.price - a.price)
      .flatMap((part) => {
        const own = Math.min(part.mw, rest);
        rest -= own;
        return own > 0 ? [{ price: part.price, mw: own, storeMw: own }] : [];
      });
  }
}

/** What comes of an offer in every scenario, and the ranges of that. */
function expectedOf(
  offers: readonly (PeriodOffer | undefined)[],
  store: OfferedStore | undefined,
  { outlook, position }: Pick<Offered, 'outlook' | 'position'>,
): Pick<SiteOffer, 'odds' | 'periods' | 'total'> & { outcomes: OfferOutcome[] } {
  const { scenarios, periodHours } = outlook;
  const carriedOut = (tried: readonly (PeriodOffer | undefined)[]) =>
    scenarios.map((prices) => outcomeOf(tried, prices, { periodHours, store }));
  const outcomes = carriedOut(offers);
  const atAnyPrice = carriedOut(takenAtAnyPrice(offers));
  const mean = (of: (outcome: OfferOutcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / outcomes.length;
  return {
    outcomes,
    odds: offers.map((offer, t) =>
      (offer?.steps ?? []).map(({ price }) => {
        const takes = (at: number) => (offer?.side === 'sale' ? at >= price : at <= price);
        return scenarios.filter((prices) => takes(prices[t])).length / scenarios.length;
      }),
    ),
    periods: outlook.periods.map((_, t) => ({
      mw: rangeIn(outcomes.map(({ netMw }) => netMw[t])),
      eur: rangeIn(outcomes.map(({ eur }) => eur[t])),
    })),
    total: {
      eur: dayRange(outcomes),
      mwh: rangeIn(outcomes.map(({ netMw }) => periodHours * sumOf(netMw))),
      anyPriceEur: dayRange(atAnyPrice),
      brokenMwh: mean(({ brokenMwh }) => brokenMwh),
      endMwh: mean(({ endMwh }) => endMwh),
      leftEur: leftMwh() * storedPrice(),
    },
  };

  function leftMwh(): number {
    return outcomes.reduce((sum, { endMwh }, i) => sum + endMwh - atAnyPrice[i].endMwh, 0) / outcomes.length;
  }

  /** What a stored MWh costs. */
  function storedPrice(): number {
    if (store === undefined || position.plan === undefined) return 0;
    const price = replacementPrice(position.plan.chargeMw, outlook.expectedPrices);
    return price / Math.sqrt(store.efficiency);
  }

  /** As the range of a plan: recalibrated where the forecast had a part in the choice. */
  function dayRange(of: readonly OfferOutcome[]): MoneyRange {
    const money = Float64Array.from(of, ({ eur }) => sumOf(eur));
    const { outcomeLevels } = position;
    return rangeOf(
      sumOf(money) / money.length,
      outcomeLevels === undefined ? money : recalibrate(money, outcomeLevels),
    );
  }
}

function rangeIn(values: number[]): Range {
  const ascending = Float64Array.from(values).sort();
  const expected = sumOf(ascending) / ascending.length;
  return rangeOf(expected, ascending);
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
