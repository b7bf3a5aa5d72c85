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
  costSignal,
  hourlyLookup,
  laterAuctionSignal,
  panelColumn,
  panelDays,
  panelWindow,
} from '@lonja/forecasting/data';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import { type AuctionsWithoutResult, withoutResultReason } from './lacking-auctions.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import { SIGNAL_KEYS } from './day-ahead-model.ts';

/** The auction of `SIGNAL_KEYS.laterPrice`. */
const LATER_AUCTION: Product = 'ida1';

/** Days from the last settlement of gas to the first delivery day of a run over Easter and Christmas, when they are furthest apart. */
export const FUEL_MAY_REST_DAYS = 6;

/**
 * The price signals of each day: what changed between the prices of the day before and its own auction, of the feeds that there are, as known at
 * `asOf`. A stale feed gives signals of 0 (see `staleSignals`).
 */
export function signalsAsOf(inputs: ForecastInputs, panel: Panel, asOf: number): ExogenousColumn[] {
  const signals: ExogenousColumn[] = [];
  const later = inputs.get(SIGNAL_KEYS.laterPrice) ?? [];
  if (later.length > 0) {
    const [from, to] = [panel.days[0], panel.days[panel.days.length - 1]];
    const prices = laterPrices(inputs, { from, to, asOf });
    signals.push({ name: SIGNAL_KEYS.laterPrice, values: laterAuctionSignal(panel, prices) });
  }
  const fuel = inputs.get(SIGNAL_KEYS.fuel) ?? [];
  if (fuel.length > 0) {
    const gates = panel.days.map((day) => Math.min(asOf, instantFor(day, AUCTION_CALENDAR.da.gateClosure)));
    signals.push({ name: SIGNAL_KEYS.fuel, values: costSignal(panel, changesKnownAt(fuel, gates)) });
  }
  return signals;
}

/** Reasons of stale feeds: those that have values, but none for the time before `day`, the first one that is forecast. */
export function staleSignals(
  inputs: ForecastInputs,
  { day, asOf, withoutResult }: { day: DeliveryDay; asOf: number; withoutResult: AuctionsWithoutResult },
): DegradedReason[] {
  const stale: DegradedReason[] = [];
  const before = addDays(day, -1);
  const isThere = laterPrices(inputs, { from: before, to: before, asOf }).some(Number.isFinite);
  if ((inputs.get(SIGNAL_KEYS.laterPrice) ?? []).length > 0 && !isThere) {
    stale.push(
      withoutResult.has(LATER_AUCTION, before)
        ? withoutResultReason(LATER_AUCTION, before)
        : { code: 'input_late', input: SIGNAL_KEYS.laterPrice, day: before },
    );
  }
  return [...stale, ...staleFuel(inputs, { day, asOf })];
}

/** A reason of gas where its settlements have ended, too long before `day` for a row of holidays. */
export function staleFuel(
  inputs: ForecastInputs,
  { day, asOf }: { day: DeliveryDay; asOf: number },
): DegradedReason[] {
  const settled = (inputs.get(SIGNAL_KEYS.fuel) ?? []).flatMap(({ start, availableAt }) => {
    const last = availableAt.findLastIndex((availableSince) => availableSince <= asOf);
    return last < 0 ? [] : [deliveryDayOf(start[last])];
  });
  const lastSettled = settled.toSorted().at(-1);
  const isStale = lastSettled !== undefined && lastSettled < addDays(day, -FUEL_MAY_REST_DAYS);
  return isStale ? [{ code: 'input_stale', input: SIGNAL_KEYS.fuel, day: lastSettled }] : [];
}

function laterPrices(
  inputs: ForecastInputs,
  { from, to, asOf }: { from: DeliveryDay; to: DeliveryDay; asOf: number },
): Float64Array {
  const prices = hourlyLookup(inputs.get(SIGNAL_KEYS.laterPrice) ?? [], { ...panelWindow(from, to), asOf });
  return panelColumn(panelDays(from, to), prices);
}
