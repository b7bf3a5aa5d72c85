import type { Driver } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { withDefault } from '../command/inputs.ts';
import { auctionInputs, spainInput } from '../command/market-inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { decimal, fixed, plain, yesOrNo } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { csvOnly, named, startColumn, tableOf, tableOnly } from '../output/view.ts';

type Hour = { drivers: readonly Driver[] };

export const driversCommand = apiCommand({
  name: 'drivers',
  summary: 'Show what each input contributes to the forecast of each hour.',
  inputs: { ...auctionInputs, marketId: spainInput, date: withDefault(dayInput('delivery day'), 'tomorrow') },
  notes:
    'The baseline and the contributions of the drivers add up to the price, in EUR/MWh. The table lists the drivers by size; CSV has a column for each.',
  examples: [
    ['lonja drivers --date tomorrow', 'what makes the prices of tomorrow'],
    ['lonja drivers --csv > drivers.csv', 'a column for each driver'],
  ],
  async load({ client }, { marketId, product, date }) {
    const reply = await client.dashboard.drivers({ market_id: marketId, product, date });
    const inputs = [...new Set(reply.hours.flatMap(({ drivers }) => drivers.map(({ input }) => input)))];
    const columnOf = (input: string) => [
      input,
      {
        ...named(`${input} (EUR/MWh)`, (hour: Hour) => fixed(valueOf(hour, input), 2)),
        only: 'csv' as const,
      },
    ];
    return {
      data: reply,
      head: [
        `${reply.market_product_id}, ${reply.date}, issued ${madridTime(reply.issued_at)}, EUR/MWh`,
        ...cautions(reply),
      ],
      table: tableOf(reply.hours, {
        start: startColumn(({ start }) => start),
        price: named('value (EUR/MWh)', ({ value }) => fixed(value, 2)),
        baseline: named('baseline (EUR/MWh)', ({ baseline }) => fixed(baseline, 2)),
        drivers: tableOnly((hour) => plain(driversText(hour))),
        ...Object.fromEntries(inputs.map(columnOf)),
        model_version: csvOnly(() => plain(reply.model_version)),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
      }),
    };
  },
});

function valueOf({ drivers }: Hour, input: string): number | undefined {
  return drivers.find((driver) => driver.input === input)?.value;
}

function driversText({ drivers }: Hour): string {
  return drivers
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .map(({ input, value }) => `${input} ${value < 0 ? '' : '+'}${decimal(value, 2)}`)
    .join(', ');
}
