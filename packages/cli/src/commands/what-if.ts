import { InvalidArgumentError } from 'commander';
import type { WhatIf } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { option } from '../command/inputs.ts';
import { quarterHoursInput, resolutionOf, spainInput } from '../command/market-inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { UsageError } from '../errors.ts';
import { decimal, fixed, plain } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { csvOnly, named, startColumn, tableOf } from '../output/view.ts';

/** So much more, so much more in percent, or the values of another day. */
type Change = { amount: number } | { percent: number } | { like: string };

const FORM = 'such as -2000, -20% or like:2026-03-24';

export const whatIfCommand = apiCommand({
  name: 'what-if',
  summary: 'Show what the forecast would be with other load, wind, sun or gas.',
  inputs: {
    marketId: spainInput,
    load: option('change', `MW more or less, ${FORM}`, parseChange),
    wind: option('change', `MW more or less, ${FORM}`, parseChange),
    solar: option('change', `MW more or less, ${FORM}`, parseChange),
    outage: option('change', 'MW of plants that are missing', parseChange),
    gas: option('change', 'EUR/MWh dearer or cheaper, such as 5, or -10%', parseChange),
    date: dayInput('one delivery day whose load, wind, sun and plants are shifted (default: every day)'),
    periods: option(
      'from-to',
      'hours of the day that are shifted, from 1 in order of time, such as 18-22',
      parsePeriods,
    ),
    quarterHours: quarterHoursInput,
  },
  notes:
    'The models of the newest day-ahead run are asked again; nothing is stored. Inputs stay within what they have been. The first answer after a new run takes some seconds more.',
  examples: [
    ['lonja what-if --wind -20% --date tomorrow', 'tomorrow with a fifth less wind'],
    ['lonja what-if --outage 1000 --gas 3', 'a plant of 1000 MW is missing, and gas is dearer'],
    ['lonja what-if --solar -3000 --date tomorrow --periods 12-17', 'clouds in the afternoon'],
    ['lonja what-if --load like:2026-03-24 --csv > what-if.csv', 'the load of another day, as CSV'],
  ],
  async load({ client }, { marketId, date, periods, quarterHours, gas, ...changes }) {
    const ofPeriods = {
      ...(date !== undefined && { date }),
      ...(periods && { from_period: periods.from, to_period: periods.to }),
    };
    const shifts = (['load', 'wind', 'solar', 'outage'] as const).flatMap((input) => {
      const change = changes[input];
      if (change === undefined) return [];
      return [{ input, ...ofPeriods, ...('amount' in change ? { mw: change.amount } : change) }];
    });
    const ofGas =
      gas === undefined
        ? []
        : [{ input: 'gas' as const, ...('amount' in gas ? { eur_mwh: gas.amount } : gas) }];
    if (shifts.length + ofGas.length === 0)
      throw new UsageError('Send at least one of --load, --wind, --solar, --outage and --gas.');
    const whatIf = await client.forecasts.whatIf({
      market_id: marketId,
      resolution: resolutionOf(quarterHours),
      shifts: [...shifts, ...ofGas],
    });
    const { points } = whatIf;
    return {
      data: whatIf,
      head: [
        `Hypothetical: ${whatIf.market_product_id} with other inputs, beside the run issued ${madridTime(whatIf.issued_at)}, EUR/MWh`,
        ...whatIf.days.map(dayText),
        ...cautions(whatIf),
      ],
      table: tableOf(points, {
        start: startColumn(({ time }) => time),
        value: named('value (EUR/MWh)', ({ value }) => fixed(value, 2)),
        p10: named('p10 (EUR/MWh)', ({ p10 }) => fixed(p10, 2)),
        p90: named('p90 (EUR/MWh)', ({ p90 }) => fixed(p90, 2)),
        published: named('base_value (EUR/MWh)', ({ base_value }) => fixed(base_value, 2)),
        change: named('change (EUR/MWh)', ({ change }) => fixed(change, 2)),
        forecast_id: csvOnly(() => plain(whatIf.forecast_id)),
      }),
    };
  },
});

function dayText({ date, base_mean, mean, change }: WhatIf['days'][number]): string {
  return `${date}: ${decimal(mean, 2)} instead of ${decimal(base_mean, 2)} on average (${change < 0 ? '' : '+'}${decimal(change, 2)})`;
}

function parseChange(text: string): Change {
  const like = /^like:(\d{4}-\d{2}-\d{2}|yesterday|today|tomorrow)$/.exec(text)?.[1];
  if (like !== undefined) return { like };
  const [, number, percent] = /^([+-]?\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError(`It is no change, ${FORM}.`);
  return percent === '%' ? { percent: Number(number) } : { amount: Number(number) };
}

function parsePeriods(text: string): { from: number; to: number } {
  const [, from, to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? [];
  if (from === undefined) throw new InvalidArgumentError('They are no hours of the day, such as 18-22.');
  return { from: Number(from), to: Number(to) };
}
