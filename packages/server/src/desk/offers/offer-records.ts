import { formatMadrid } from '@lonja/forecasting/market';
import { PRICE_UNIT } from '../../market/catalog/market-catalog.ts';
import {
  formatInstant,
  roundMoney,
  roundMoneyParts,
  roundPercent,
  roundPower,
  roundPrice,
} from '../../ground/http/wire.ts';
import { toMoney, toOutlook, toUploaded } from '../portfolio/portfolio-records.ts';
import type { Range, SiteOffer } from './make-offer.ts';
import { periodNumbers } from './market-rules.ts';
import { offeredMw } from './offer-steps.ts';
import type { Offer } from './schemas.ts';

export function toOffer(offer: SiteOffer): Offer {
  const { site, outlook, rules, resolution, options, total, position } = offer;
  const numbers = periodNumbers(outlook.day, resolution);
  const expected = roundMoneyParts(offer.periods.map(({ eur }) => eur.expected));
  const energy = (side: 'sale' | 'purchase') =>
    roundPower(
      outlook.periodHours *
        offer.offers.reduce((sum, each) => sum + (each?.side === side ? offeredMw(each) : 0), 0),
    );
  const hasWear = position.plan !== undefined && site.kind !== 'load';
  return {
    site_id: site.id,
    kind: site.kind,
    date: outlook.day,
    product: rules.product,
    resolution,
    unit: PRICE_UNIT,
    plan: options.kind,
    limits: offer.limits,
    contract_mw: roundPower(offer.contractMw),
    rules: {
      gate_closes_at: formatInstant(rules.gateClosesAt),
      resolution: rules.resolution,
      most_steps: rules.mostSteps,
      lowest_price: rules.lowestPrice,
      highest_price: rules.highestPrice,
      price_tick: rules.priceTick,
      power_tick: rules.quantityTick,
    },
    volume_source: position.source,
    uploaded_profile: toUploaded(site),
    ...toOutlook(outlook),
    total: {
      ...toMoney(total.eur),
      ...mwhOf(total.mwh),
      at_any_price: toMoney(total.anyPriceEur),
      sale_mwh: energy('sale'),
      purchase_mwh: energy('purchase'),
      broken_mwh: roundPower(total.brokenMwh),
      end_mwh: roundPower(total.endMwh),
      left_eur: roundMoney(total.leftEur),
      wear_cost: hasWear ? roundMoney(options.wearCost) : 0,
    },
    checks: offer.checks.map(({ period = null, ...check }) => ({ ...check, period })),
    is_valid: offer.checks.every(({ severity }) => severity !== 'error'),
    periods: outlook.periods.map(({ start, hour }, t) => ({
      period: numbers.get(start) ?? t + 1,
      hour,
      start: formatMadrid(start),
      side: offer.offers[t]?.side ?? null,
      power_mw: roundPower(offer.offers[t] === undefined ? 0 : offeredMw(offer.offers[t])),
      steps: (offer.offers[t]?.steps ?? []).map(({ price, mw }, i) => ({
        price: roundPrice(price),
        power_mw: roundPower(mw),
        probability: roundPercent(100 * offer.odds[t][i]),
      })),
      ...mwOf(offer.periods[t].mw),
      ...toMoney(offer.periods[t].eur),
      expected_eur: expected[t],
    })),
  };
}

function mwOf({ expected, p10, p90 }: Range) {
  return { expected_mw: roundPower(expected), p10_mw: roundPower(p10), p90_mw: roundPower(p90) };
}

function mwhOf({ expected, p10, p90 }: Range) {
  return { expected_mwh: roundPower(expected), p10_mwh: roundPower(p10), p90_mwh: roundPower(p90) };
}
