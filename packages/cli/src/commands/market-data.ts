import { InvalidArgumentError } from 'commander';
import type { HomeTariff } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { option, sentAs, withDefault } from '../command/inputs.ts';
import { collect } from '../command/list-inputs.ts';
import {
  auctionInputs,
  headingOf,
  marketOf,
  otherSpanNames,
  resolutionOf,
  spainInput,
} from '../command/market-inputs.ts';
import { TARIFF_INPUTS, readHomeTariff, tariffNotes } from '../command/tariff-inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { UsageError } from '../errors.ts';
import { fixed, list, plain, yesOrNo } from '../output/cell.ts';
import { deliveryDay, madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { csvOnly, named, startColumn, tableOf } from '../output/view.ts';

const PAGE_SIZE = 1000;
const TARIFF_ONLY = [
  'p1',
  'p2',
  'p3',
  'zone',
  'surcharge',
  'adjustment',
  'futures',
  'losses',
  'electricityTax',
  'tax',
] as const;

const hourInput = option('hour', 'one hour of the local clock, 0 to 23', parseHour);

export const pricesCommand = apiCommand({
  name: 'prices',
  summary: 'Show prices as they cleared.',
  inputs: {
    ...auctionInputs,
    from: sentAs('date_from', dayInput('first delivery day (default: today)')),
    to: sentAs('date_to', dayInput('last delivery day, at most 90 days on (default: tomorrow)')),
    ...otherSpanNames(),
    hour: hourInput,
    ...TARIFF_INPUTS,
  },
  notes:
    'With --tariff: what a home pays in the coming --hours, EUR/kWh, with the bounds of 10 and 90 % of what is forecast.',
  examples: [
    ['lonja prices', 'today, and tomorrow once it is published'],
    ['lonja prices --date yesterday --quarter-hours', 'the native resolution of the market'],
    ['lonja prices --market-id pt', 'those of Portugal, by delivery days of Madrid'],
    ['lonja prices --from 2026-01-01 --to 2026-03-31 --csv > q1.csv', 'a quarter of a year as CSV'],
    ['lonja prices --product ida1 --hour 20', 'one hour of the first intraday auction'],
    ['lonja prices --tariff pvpc --hours 36 --tax 21', 'the regulated price of a home, as it is expected'],
  ],
  canWatch: true,
  async load({ client, clock }, { marketId, product, from, to, hour, ...tariffed }) {
    const market = marketOf(product);
    const { tariff, quarterHours } = tariffed;
    if (tariff !== undefined) {
      const span = [from, to, hour].some((value) => value !== undefined);
      if (span || product !== 'da')
        throw new UsageError('A tariff is of the coming hours of the day-ahead market: give --hours alone.');
      if (marketId !== 'es') throw new UsageError('Tariffs are those of Spain: leave --market-id out.');
      return tariffView(await readHomeTariff(client, tariffed));
    }
    const unused = TARIFF_ONLY.find((name) => tariffed[name] !== undefined);
    if (unused !== undefined) throw new UsageError('Parts of a bill need its tariff: add --tariff.');
    const span = {
      date_from: from ?? deliveryDay(await clock()),
      date_to: to ?? deliveryDay(await clock(), 1),
    };
    const input = { market_id: marketId, market, hour, resolution: resolutionOf(quarterHours), ...span };
    const whole: { days_without_result: string[]; simulated: boolean } = {
      days_without_result: [],
      simulated: false,
    };
    const list = async (page: typeof input & { page: number; page_size: number }) => {
      const reply = await client.marketData.prices(page);
      whole.days_without_result = reply.days_without_result;
      whole.simulated = reply.simulated;
      return reply;
    };
    const prices = await collect(list, input, Infinity, PAGE_SIZE);
    const empty = whole.days_without_result;
    return {
      data: { ...prices, ...whole },
      head: [
        `${headingOf(marketId, product)}, ${span.date_from} to ${span.date_to}, EUR/MWh`,
        ...cautions(whole),
      ],
      foot: empty.length === 0 ? undefined : [`Published without prices: ${empty.join(', ')}.`],
      table: tableOf(prices.items, {
        start: startColumn(({ start }) => start),
        market: csvOnly(() => plain(market)),
        price: named('price (EUR/MWh)', ({ price }) => fixed(price, 2)),
        simulated: csvOnly(() => yesOrNo(whole.simulated)),
        market_id: csvOnly(() => plain(marketId)),
      }),
    };
  },
});

function tariffView(found: HomeTariff) {
  const bound = (value: number | null) => (value === null ? plain('') : fixed(value, 5));
  return {
    data: found,
    head: ['EUR/kWh of the bill', ...cautions(found), ...tariffNotes(found)],
    table: tableOf(found.periods, {
      start: startColumn(({ start }) => start),
      price: named('price (EUR/kWh)', ({ price }) => fixed(price, 5)),
      p10: named('p10 (EUR/kWh)', ({ p10 }) => bound(p10)),
      p90: named('p90 (EUR/kWh)', ({ p90 }) => bound(p90)),
      forecast: ({ forecast }) => yesOrNo(forecast),
      simulated: csvOnly(() => yesOrNo(found.simulated)),
    }),
  };
}

export const fundamentalsCommand = apiCommand({
  name: 'fundamentals',
  summary: 'Show load, generation by fuel and net import of a day, in MW.',
  inputs: { marketId: spainInput, date: withDefault(dayInput('the day'), 'today'), hour: hourInput },
  notes: 'For a day to come they are forecasts; "estimated" names those that the service made itself.',
  examples: [
    ['lonja fundamentals', 'today'],
    ['lonja fundamentals --date tomorrow --hour 20', 'one hour of tomorrow'],
  ],
  async load({ client }, { date, hour }) {
    const reply = await client.marketData.fundamentals({ date, hour });
    return {
      data: reply,
      head: [`${reply.date}, MW, data as of ${madridTime(reply.data_as_of)}`, ...cautions(reply)],
      table: tableOf(reply.hours, {
        start: startColumn(({ start }) => start),
        load: named('total_load (MW)', ({ total_load_mw: load }) => fixed(load, 0)),
        wind: named('wind (MW)', ({ generation }) => fixed(generation.wind_mw, 0)),
        solar: named('solar (MW)', ({ generation }) => fixed(generation.solar_mw, 0)),
        hydro: named('hydro (MW)', ({ generation }) => fixed(generation.hydro_mw, 0)),
        nuclear: named('nuclear (MW)', ({ generation }) => fixed(generation.nuclear_mw, 0)),
        thermal: named('thermal (MW)', ({ generation }) => fixed(generation.thermal_mw, 0)),
        other: named('other (MW)', ({ generation }) => fixed(generation.other_mw, 0)),
        'net import': named('cross_border_flows (MW)', ({ cross_border_flows_mw: flow }) => fixed(flow, 0)),
        estimated: ({ estimated }) => list(estimated),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
      }),
    };
  },
});

function parseHour(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > 23)
    throw new InvalidArgumentError('It is not an hour, 0 to 23.');
  return Number(text);
}
