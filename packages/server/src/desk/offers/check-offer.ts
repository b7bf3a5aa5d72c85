import { type OfferRules, periodNumbers } from './market-rules.ts';
import { offeredMw, type PeriodOffer } from './offer-steps.ts';

export const CHECK_CODES = [
  'gate_closed',
  'wrong_resolution',
  'price_beyond_limits',
  'price_off_grid',
  'quantity_off_grid',
  'too_many_steps',
  'prices_out_of_order',
  'beyond_connection',
  'too_small',
  'nothing_offered',
  'often_broken',
  'degraded_forecast',
  'simulated',
] as const;

/** Something about an offer that the market refuses (an error), or that its owner should know (a warning). */
export interface OfferCheck {
  code: (typeof CHECK_CODES)[number];
  severity: 'error' | 'warning';
  /** OMIE's number; undefined: of the whole offer. */
  period: number | undefined;
  message: string;
}

export interface CheckedOffer {
  date: string;
  resolution: 'PT15M' | 'PT1H';
  starts: readonly number[];
  offers: readonly (PeriodOffer | undefined)[];
  /** Power over the connection, MW. */
  connectionMw: number;
}

/** What is known of an offer beside its steps. */
export interface OfferGrounds {
  now: number;
  isSimulated: boolean;
  isDegraded: boolean;
  /** Periods in which the site moves power, but less than the market takes. */
  tooSmall: number;
  /** Share of the offered energy that the store could not keep, on average. */
  brokenShare: number;
}

/** More than this of what was taken and could not be kept is said. */
const MUCH_BROKEN = 0.02;

/** Checks an offer by the rules of its auction: its steps first, then what its owner should know. */
export function checkOffer(offer: CheckedOffer, rules: OfferRules, grounds: OfferGrounds): OfferCheck[] {
  return [...checkWhole(offer, rules, grounds), ...checkSteps(offer, rules), ...checkGrounds(offer, grounds)];
}

function checkWhole(
  { date, resolution }: CheckedOffer,
  rules: OfferRules,
  { now }: OfferGrounds,
): OfferCheck[] {
  const checks: OfferCheck[] = [];
  const whole = { period: undefined };
  if (resolution !== rules.resolution) {
    const [own, its] = [resolution, rules.resolution].map((text) =>
      text === 'PT1H' ? 'hours' : 'quarter hours',
    );
    const message = `The auction of ${date} takes ${its}, and this offer has ${own}; ask for resolution=${rules.resolution}.`;
    checks.push({ ...whole, code: 'wrong_resolution', severity: 'error', message });
  }
  if (now >= rules.gateClosesAt) {
    const message = `The gate of this auction closed at ${new Date(rules.gateClosesAt).toISOString()}.`;
    checks.push({ ...whole, code: 'gate_closed', severity: 'warning', message });
  }
  return checks;
}

/** Every step against limits, grids, number and order. */
export function checkSteps(
  { date, resolution, starts, offers, connectionMw }: CheckedOffer,
  rules: OfferRules,
): OfferCheck[] {
  const numbers = periodNumbers(date, resolution);
  const checks: OfferCheck[] = [];
  offers.forEach((offer, t) => {
    if (offer === undefined) return;
    const period = numbers.get(starts[t]);
    const fail = (code: OfferCheck['code'], message: string) =>
      checks.push({ code, severity: 'error', period, message: `Period ${period}: ${message}` });
    const { side, steps } = offer;
    const { lowestPrice, highestPrice, priceTick, quantityTick, mostSteps } = rules;
    if (steps.length > mostSteps)
      fail('too_many_steps', `${steps.length} steps; the market takes ${mostSteps} at most.`);
    if (steps.some(({ price }) => price < lowestPrice || price > highestPrice))
      fail('price_beyond_limits', `a price lies beyond ${lowestPrice} to ${highestPrice} EUR/MWh.`);
    if (steps.some(({ price }) => !isOnGrid(price, priceTick)))
      fail('price_off_grid', `a price is no multiple of ${priceTick} EUR/MWh.`);
    if (steps.some(({ mw }) => mw < quantityTick - 1e-9 || !isOnGrid(mw, quantityTick)))
      fail('quantity_off_grid', `a power is no multiple of ${quantityTick} MW, or none.`);
    const falls = side === 'sale' ? 1 : -1;
    if (steps.some(({ price }, i) => i > 0 && falls * (price - steps[i - 1].price) <= 0)) {
      const order = side === 'sale' ? 'sales must rise' : 'purchases must fall';
      fail('prices_out_of_order', `prices of ${order} from step to step.`);
    }
    const mw = offeredMw(offer);
    if (mw > connectionMw + 1e-6)
      fail('beyond_connection', `${Number(mw.toFixed(3))} MW is more than the site's ${connectionMw} MW.`);
  });
  return checks;
}

function checkGrounds({ offers }: CheckedOffer, grounds: OfferGrounds): OfferCheck[] {
  const checks: OfferCheck[] = [];
  const warn = (code: OfferCheck['code'], message: string) =>
    checks.push({ code, severity: 'warning', period: undefined, message });
  if (offers.every((offer) => offer === undefined))
    warn('nothing_offered', 'There is nothing to offer in any period.');
  if (grounds.tooSmall > 0) {
    const message = `In ${grounds.tooSmall} periods the site moves less power than the market takes; nothing of it is offered.`;
    warn('too_small', message);
  }
  if (grounds.brokenShare > MUCH_BROKEN) {
    const percent = Math.round(100 * grounds.brokenShare);
    const message = `On average ${percent} % of what the auction takes could not be kept by the battery; limits=none offers at any price.`;
    warn('often_broken', message);
  }
  if (grounds.isDegraded) warn('degraded_forecast', 'The forecast is weaker than usual; degraded says why.');
  if (grounds.isSimulated)
    warn('simulated', 'The forecast is of a simulated market; do not send this offer to a real one.');
  return checks;
}

function isOnGrid(value: number, tick: number): boolean {
  const ticks = value * Math.round(1 / tick);
  return Math.abs(ticks - Math.round(ticks)) < 1e-6;
}
