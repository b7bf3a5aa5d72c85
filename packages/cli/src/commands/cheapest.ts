import type { HomeTariff } from '@lonja/client';
import { accessPeriodOf } from '@lonja/forecasting/market';
import { apiCommand } from '../command/api-command.ts';
import { option, withDefault } from '../command/inputs.ts';
import { TARIFF_INPUTS, readHomeTariff, tariffNotes } from '../command/tariff-inputs.ts';
import { parseCount } from '../option-values.ts';
import { fixed, plain, yesOrNo } from '../output/cell.ts';
import { cautions } from '../output/notes.ts';
import { csvOnly, named, startColumn, tableOf } from '../output/view.ts';

const SAME_IN_ALL_HOURS =
  'These are the cheapest hours of the market. On the access tariff 2.0TD those of the bill differ: add --tariff 2.0TD with its surcharges.';

export const cheapestCommand = apiCommand({
  name: 'cheapest',
  summary: 'Show the cheapest of the coming hours by what a home pays for them, in EUR/kWh.',
  inputs: {
    ...TARIFF_INPUTS,
    show: withDefault(option('count', 'how many to show, the cheapest first', parseCount), 6),
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
    ['lonja cheapest --tariff pvpc --electricity-tax 5.11269632 --tax 21', 'of the regulated price'],
    ['lonja cheapest --show 4', 'those of the market'],
  ],
  canWatch: true,
  async load({ client }, { show, ...values }) {
    const { tariff, zone } = values;
    const found = await readHomeTariff(client, values);
    const cheapest = found.periods.toSorted((a, b) => a.price - b.price).slice(0, show);
    const periodOf = ({ start }: HomeTariff['periods'][number]) =>
      tariff === undefined ? '' : accessPeriodOf(Date.parse(start), zone ?? 'peninsula').toUpperCase();
    return {
      data: found,
      head: ['EUR/kWh, the cheapest first', ...cautions(found), ...tariffNotes(found)],
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
