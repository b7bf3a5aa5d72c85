import type { HomeAssistantTariff } from '@lonja/client';
import { accessPeriodOf } from '@lonja/forecasting/market';
import { apiCommand } from '../command/api-command.ts';
import { choice, option, sentAs, withDefault } from '../command/inputs.ts';
import { quarterHoursInput, resolutionOf } from '../command/market-inputs.ts';
import { UsageError } from '../errors.ts';
import { parseCount } from '../option-values.ts';
import { fixed, plain, yesOrNo } from '../output/cell.ts';
import { cautions } from '../output/notes.ts';
import { csvOnly, named, startColumn, tableOf } from '../output/view.ts';

const SAME_IN_ALL_HOURS =
  'These are the cheapest hours of the market. On the access tariff 2.0TD those of the bill differ: add --tariff 2.0TD with its surcharges.';

const perKwh = (period: string) => option('eur', `added in ${period} of 2.0TD, EUR/kWh before tax`);

export const cheapestCommand = apiCommand({
  name: 'cheapest',
  summary: 'Show the cheapest of the coming hours by what a home pays for them, in EUR/kWh.',
  inputs: {
    tariff: choice('name', 'access tariff, whose surcharges --p1, --p2 and --p3 have to be given', ['2.0TD']),
    p1: sentAs('surcharge_p1', perKwh('P1 (working days 10-14 and 18-22)')),
    p2: sentAs('surcharge_p2', perKwh('P2 (working days 8-10, 14-18 and 22-24)')),
    p3: sentAs('surcharge_p3', perKwh('P3 (0-8, weekends and national holidays)')),
    zone: sentAs(
      'tariff_zone',
      choice('zone', 'whose hours the periods have (default: peninsula)', ['peninsula', 'ceuta_melilla']),
    ),
    surcharge: option('eur', 'fees in all hours, EUR/kWh before tax'),
    losses: option('percent', 'grid losses that the market price is paid for as well'),
    electricityTax: sentAs('electricity_tax', option('percent', 'electricity tax, such as 5.11269632')),
    tax: option('percent', 'value-added tax; 21,10@2026-07-01 is 10 from that day on'),
    hours: withDefault(option('count', 'hours ahead, 1 to 168', parseCount), 24),
    show: withDefault(option('count', 'how many to show, the cheapest first', parseCount), 6),
    quarterHours: quarterHoursInput,
  },
  notes:
    'Cleared prices as far as the auction has cleared, after that the forecast. The prices of the three periods, losses and taxes are on the bill.',
  examples: [
    [
      'lonja cheapest --tariff 2.0TD --p1 0.12 --p2 0.05 --p3 0.02 --tax 21',
      'the cheapest hours of the bill',
    ],
    [
      'lonja cheapest --tariff 2.0TD --p1 0.12 --p2 0.05 --p3 0.02 --zone ceuta_melilla --hours 48 --json',
      'in Ceuta and Melilla, where P1 is an hour later',
    ],
    ['lonja cheapest --show 4', 'those of the market'],
  ],
  canWatch: true,
  async load({ client }, { tariff, p1, p2, p3, zone, electricityTax, show, quarterHours, ...rest }) {
    const given = [p1, p2, p3].filter((price) => price !== undefined).length;
    if (tariff === undefined && (given > 0 || zone !== undefined))
      throw new UsageError('Say whose periods they are: add --tariff 2.0TD.');
    if (tariff !== undefined && given < 3)
      throw new UsageError('Give --p1, --p2 and --p3 with --tariff 2.0TD: they are on the bill.');
    const found = await client.integrations.homeAssistantTariff({
      ...rest,
      electricity_tax: electricityTax,
      surcharge_p1: p1,
      surcharge_p2: p2,
      surcharge_p3: p3,
      tariff_zone: zone,
      resolution: resolutionOf(quarterHours),
    });
    const cheapest = found.prices.toSorted((a, b) => a.price - b.price).slice(0, show);
    const periodOf = ({ start }: HomeAssistantTariff['prices'][number]) =>
      tariff === undefined ? '' : accessPeriodOf(Date.parse(start), zone ?? 'peninsula').toUpperCase();
    return {
      data: found,
      head: ['EUR/kWh, the cheapest first', ...cautions(found)],
      foot: tariff === undefined ? [SAME_IN_ALL_HOURS] : undefined,
      table: tableOf(cheapest, {
        start: startColumn(({ start }) => start),
        price: named('price (EUR/kWh)', ({ price }) => fixed(price, 5)),
        period: (row) => plain(periodOf(row)),
        forecast: ({ forecast }) => yesOrNo(forecast),
        simulated: csvOnly(() => yesOrNo(found.simulated)),
      }),
    };
  },
});
