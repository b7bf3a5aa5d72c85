import { priceKey } from '@lonja/forecasting/intraday';
import type { Panel } from '@lonja/forecasting';
import {
  columnKnownAt,
  fillByWeek,
  firstKnownRow,
  lastKnownRow,
  type LocalPeriod,
  type ObservedPeriod,
  shareMissing,
} from '@lonja/forecasting/backtest';
import {
  HOURS_PER_PANEL_DAY as HOURS,
  panelWindow,
  quarterValues,
  type Series,
} from '@lonja/forecasting/data';
import {
  addDays,
  AUCTION_CALENDAR,
  auctionsBefore,
  dayRange,
  type DeliveryDay,
  deliveryDayOf,
  deliveryPeriods,
  formatMadrid,
  instantFor,
  nationalHolidaysAmong,
  type Product,
  AUCTIONS,
} from '@lonja/forecasting/market';
import type { Clock } from '../../ground/timing/clock.ts';
import { OperatorError } from '../../ground/errors.ts';
import type { Db } from '../../ground/database/database.ts';
import { findKnownUntil } from '../../market/observations/observation-spans.ts';
import { readSeries } from '../../market/observations/observations.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';
import { listPriceSeries } from '../../market/observations/feeds.ts';
import { EXOGENOUS_KEYS, SIGNAL_KEYS } from '../issue/day-ahead-model.ts';
import { OWN_DAY_AHEAD_KEYS } from '../issue/own-fundamentals.ts';
import { signalsAsOf } from '../issue/price-signals.ts';

/** Longest training window, days forecast only for the bounds, and a fortnight before them. */
const HISTORY_DAYS = 1456 + 182 + 14;
/** An input that lacks more of its hours, or begins later before the first day to be forecast, is left out. */
const MOST_MISSING = 0.1;
const LEAST_INPUT_DAYS = 182;

/** Values that were not known and were filled, by series. */
interface FilledHours {
  column: string;
  /** Local starts. */
  times: string[];
}

/** A market of the store in the form that a back-test takes a file in. */
export interface StoreMarket {
  panel: Panel;
  periods: ObservedPeriod[];
  /** The other periods of the days before, whose prices are not known. */
  gaps: LocalPeriod[];
  /** The periods of the day after the last prices. */
  open: LocalPeriod[];
  filled: FilledHours[];
  /** Sentences: where the data are from, what is missing and what was done about it. */
  notes: string[];
}

/**
 * Reads prices from the store with what was known of each day at the gate of its auction: forecasts of load, wind and sun, prices of earlier
 * auctions and, for the day-ahead auction, price signals. `series` is a product such as `es-da` or the key of a price series. `from` is the
 * first day to be forecast, the day after the last prices where it is left out. Throws OperatorError.
 */
export async function readStoreMarket(
  { db, clock }: { db: Db; clock: Clock },
  { series, from }: { series: string; from?: DeliveryDay | undefined },
): Promise<StoreMarket> {
  const key = series.replace(/^es-(?=(da|ida\d)$)/, 'price.');
  const asOf = clock.now();
  const dataOrigin = (await findDataOrigin(db)) ?? 'market';
  const lastStart = await findKnownUntil(db, { series: key, dataOrigin, asOf });
  if (!key.startsWith('price.') || lastStart === undefined) {
    const stored = await listPriceSeries(db, dataOrigin);
    const known = stored.length === 0 ? 'It has none: import some first.' : `It has ${stored.join(', ')}.`;
    throw new OperatorError(`The store has no prices of "${series}". ${known}`);
  }
  const product = productOf(key);
  if (AUCTION_CALENDAR[product].deliveryFromHour > 0)
    throw new OperatorError(`"${series}" has prices of half days only; models forecast whole days.`);
  const last = deliveryDayOf(lastStart);
  const earliest = addDays(from ?? last, -HISTORY_DAYS);
  const inputKeys = [...EXOGENOUS_KEYS, ...auctionsBefore(product).map(priceKey)];
  const signalKeys = product === 'da' && key === 'price.da' ? Object.values(SIGNAL_KEYS) : [];
  const inputs = await readSeries(db, {
    keys: [key, ...inputKeys, ...OWN_DAY_AHEAD_KEYS, ...signalKeys],
    dataOrigin,
    ...panelWindow(earliest, addDays(last, 1)),
    asOf,
  });
  const ofKey = (name: string) => inputs.get(name) ?? [];

  const days = dayRange(earliest, addDays(last, 1));
  const price = columnKnownAt(days, ofKey(key), asOf);
  const columns = inputKeys.map((name) => {
    const values = columnKnownAt(days, ofKey(name), (day) => gateOf(product, day));
    // The service's own forecasts, each made from what was known the day before, stand in where the operator published none.
    const own = columnKnownAt(days, ofKey(OWN_DAY_AHEAD_KEYS[EXOGENOUS_KEYS.indexOf(name)] ?? ''), Infinity);
    return { name, values: values.map((value, i) => (Number.isNaN(value) ? own[i] : value)) };
  });

  const priced = lastKnownRow(price) + 1;
  const firstPriced = firstKnownRow(price);
  const past = { from: firstPriced, to: priced };
  const missingPrices = shareMissing(price, past);
  if (priced <= firstPriced || missingPrices > MOST_MISSING)
    throw new OperatorError(
      `Too few prices of "${series}" are stored up to ${last}: of the hours since the first one ${percent(missingPrices)} are missing.`,
    );
  const latestStart = addDays(from ?? addDays(last, 1), -LEAST_INPUT_DAYS);
  const kept = columns.filter(({ values }) => {
    const begin = firstKnownRow(values);
    return days[begin] <= latestStart && shareMissing(values, { from: begin, to: priced }) <= MOST_MISSING;
  });
  const first = Math.max(firstPriced, ...kept.map(({ values }) => firstKnownRow(values)));

  const span = { from: first, to: priced };
  const [filledPrice, ...filledInputs] = [{ name: key, values: price }, ...kept].map(({ name, values }) => ({
    name,
    ...fillByWeek(values, days, span),
  }));
  const rows = { days: days.slice(first, priced + 1), slotsPerDay: HOURS };
  const cut = (values: Float64Array) => values.slice(first * HOURS, (priced + 1) * HOURS);
  const panel: Panel = {
    ...rows,
    price: cut(filledPrice.values),
    exogenous: filledInputs.map(({ name, values }) => ({ name, values: cut(values) })),
    holidays: nationalHolidaysAmong(rows.days),
  };
  const signals = signalKeys.length === 0 ? [] : signalsAsOf(inputs, panel, asOf);
  const all = localPeriods(rows.days, ofKey(key), asOf);
  const isOpen = ({ row }: LocalPeriod) => row === rows.days.length - 1;
  const withoutPrice = ({ price: _unknown, ...period }: (typeof all)[number]) => period;
  const filled = [filledPrice, ...filledInputs].filter(({ times }) => times.length > 0);
  return {
    panel: signals.length === 0 ? panel : { ...panel, signals },
    periods: all.flatMap(({ price: ofPeriod, ...period }) =>
      ofPeriod === undefined || isOpen(period) ? [] : [{ ...period, price: ofPeriod }],
    ),
    gaps: all.filter((period) => period.price === undefined && !isOpen(period)).map(withoutPrice),
    open: all.filter(isOpen).map(withoutPrice),
    filled: filled.map(({ name, times }) => ({ column: name, times })),
    notes: [
      `${key} of the store${dataOrigin === 'simulator' ? ' (SIMULATED)' : ''}, ${rows.days[0]} to ${days[priced - 1]}; inputs as known at the gate of each day: ${
        [...kept, ...signals].map(({ name }) => name).join(', ') || 'none'
      }.`,
      ...columns
        .filter((column) => !kept.includes(column) && column.values.some(Number.isFinite))
        .map(
          ({ name, values }) =>
            `${name} is left out: ${percent(shareMissing(values, past))} of its hours were not known at the gate.`,
        ),
      ...(first > firstPriced ? [`Earlier prices are left out: inputs begin on ${days[first]}.`] : []),
      ...filled.map(
        ({ name, times }) =>
          `Filled ${times.length} missing ${times.length === 1 ? 'hour' : 'hours'} of ${name} with the same hour of a week before.`,
      ),
    ],
  };
}

/** The auction of a price series: `price.ida1.pt` is of ida1. Others are taken for day-ahead prices. */
function productOf(key: string): Product {
  return AUCTIONS.find((product) => key.split('.')[1] === product) ?? 'da';
}

function gateOf(product: Product, day: DeliveryDay): number {
  return instantFor(day, AUCTION_CALENDAR[product].gateClosure);
}

/** The real periods of days, in quarter hours where prices are known so, with the prices that are known. */
function localPeriods(
  days: DeliveryDay[],
  prices: readonly Series[],
  asOf: number,
): (LocalPeriod & { price: number | undefined })[] {
  const window = { ...panelWindow(days[0], days[days.length - 1]), asOf };
  const values = quarterValues(prices, window);
  const quarterly = quarterValues(
    prices.filter(({ resolution }) => resolution === 'PT15M'),
    window,
  );
  const quarterDays = new Set([...quarterly.keys()].map(deliveryDayOf));
  return days.flatMap((day, row) => {
    const isQuarterDay = quarterDays.has(day) || (row === days.length - 1 && quarterDays.has(days[row - 1]));
    return deliveryPeriods(day, isQuarterDay ? 'PT15M' : 'PT1H').map(({ start, hour }) => ({
      time: formatMadrid(start).replace('T', ' '),
      row,
      slot: hour,
      ...(isQuarterDay && { quarter: (start / QUARTER_MS) % 4 }),
      price: values.get(start),
    }));
  });
}

const QUARTER_MS = 900_000;

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
