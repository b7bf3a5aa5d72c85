import type { ExogenousColumn, Panel } from '@lonja/forecasting';
import {
  addDays,
  AUCTION_CALENDAR,
  type DeliveryDay,
  deliveryDayOf,
  instantFor,
  type Product,
} from '@lonja/forecasting/market';
import {
  changesKnownAt,
  costMove,
  hourlyLookup,
  laterAuctionMove,
  panelColumn,
  panelDays,
  panelWindow,
} from '@lonja/forecasting/data';
import { type AuctionsWithoutResult, withoutResultReason } from './auctions-without-result.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import { MOVE_KEYS } from './horizon-model.ts';

/** The auction of `MOVE_KEYS.laterPrice`. */
const LATER_AUCTION: Product = 'ida1';

/** Days from the last settlement of gas to the first delivery day of a run over Easter and Christmas, when they are furthest apart. */
export const FUEL_MAY_REST_DAYS = 6;

/**
 * What the market had said before each day's auction since the prices of the day before, of the feeds that there are, as known at
 * `asOf`. A feed that is silent tells of no move (see `silentMoves`).
 */
export function movesAsOf(inputs: ForecastInputs, panel: Panel, asOf: number): ExogenousColumn[] {
  const moves: ExogenousColumn[] = [];
  const later = inputs.get(MOVE_KEYS.laterPrice) ?? [];
  if (later.length > 0) {
    const [from, to] = [panel.days[0], panel.days[panel.days.length - 1]];
    const prices = laterPrices(inputs, { from, to, asOf });
    moves.push({ name: MOVE_KEYS.laterPrice, values: laterAuctionMove(panel, prices) });
  }
  const fuel = inputs.get(MOVE_KEYS.fuel) ?? [];
  if (fuel.length > 0) {
    const gates = panel.days.map((day) => Math.min(asOf, instantFor(day, AUCTION_CALENDAR.da.gateClosure)));
    moves.push({ name: MOVE_KEYS.fuel, values: costMove(panel, changesKnownAt(fuel, gates)) });
  }
  return moves;
}

/** Sentences for the feeds of moves that have spoken before, but not of the time before `day`, the first one that is forecast. */
export function silentMoves(
  inputs: ForecastInputs,
  { day, asOf, withoutResult }: { day: DeliveryDay; asOf: number; withoutResult: AuctionsWithoutResult },
): string[] {
  const silent: string[] = [];
  const before = addDays(day, -1);
  const hasSpoken = laterPrices(inputs, { from: before, to: before, asOf }).some(Number.isFinite);
  if ((inputs.get(MOVE_KEYS.laterPrice) ?? []).length > 0 && !hasSpoken) {
    silent.push(
      withoutResult.has(LATER_AUCTION, before)
        ? withoutResultReason(LATER_AUCTION, before)
        : `${MOVE_KEYS.laterPrice} of ${before} is not available yet`,
    );
  }
  return [...silent, ...silentFuel(inputs, { day, asOf })];
}

/** A sentence for gas where its settlements have ended, too long before `day` for a row of holidays. */
export function silentFuel(
  inputs: ForecastInputs,
  { day, asOf }: { day: DeliveryDay; asOf: number },
): string[] {
  const settled = (inputs.get(MOVE_KEYS.fuel) ?? []).flatMap(({ start, availableAt }) => {
    const last = availableAt.findLastIndex((availableSince) => availableSince <= asOf);
    return last < 0 ? [] : [deliveryDayOf(start[last])];
  });
  const lastSettled = settled.toSorted().at(-1);
  const isSilent = lastSettled !== undefined && lastSettled < addDays(day, -FUEL_MAY_REST_DAYS);
  return isSilent ? [`${MOVE_KEYS.fuel} after ${lastSettled} is not available yet`] : [];
}

function laterPrices(
  inputs: ForecastInputs,
  { from, to, asOf }: { from: DeliveryDay; to: DeliveryDay; asOf: number },
): Float64Array {
  const prices = hourlyLookup(inputs.get(MOVE_KEYS.laterPrice) ?? [], { ...panelWindow(from, to), asOf });
  return panelColumn(panelDays(from, to), prices);
}
