import { readFile } from 'node:fs/promises';
import { apiCommand } from '../command/api-command.ts';
import { choice, option, parseNumber, withDefault } from '../command/inputs.ts';
import { quarterHoursInput, resolutionOf } from '../command/market-inputs.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { CommandFailure } from '../errors.ts';
import { decimal, fixed, plain, yesOrNo } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { csvOnly, named, tableOf } from '../output/view.ts';
import { PLAN_COLUMNS } from './plan-columns.ts';
import { PLANS } from './plan-limits.ts';
import { siteId, siteInput } from './sites.ts';

export const replanCommand = apiCommand({
  name: 'replan',
  summary: 'Plan the rest of today from the real state of charge of a battery.',
  inputs: {
    site: siteInput,
    soc: option('percent', 'charge of the battery now (default: as stored of today)', parseNumber),
    file: option('file', 'CSV with the columns time and soc, of what was measured today'),
    plan: withDefault(
      choice('plan', 'expected: best on average; robust: best when prices turn out badly', PLANS),
      'expected',
    ),
    quarterHours: quarterHoursInput,
    endSoc: option('percent', 'least charge at the end of the day (default: as the site says)', parseNumber),
    maxCycles: option('count', 'most full cycles in the whole day (default: as the site says)', parseNumber),
  },
  notes:
    'It starts with the first period after the last measurement. What the file shows to have been taken out counts towards the cycles of the day. Nothing is stored; "lonja sites charge upload" does that.',
  examples: [
    ['lonja replan Brunete --soc 42.5', 'from now to midnight, hour by hour'],
    ['lonja replan Brunete', 'from what is stored of today'],
    [
      'lonja replan Brunete --file today.csv --quarter-hours --csv > rest.csv',
      'for the control of the battery',
    ],
  ],
  async load({ client, clock }, { site, soc, file, plan, quarterHours, endSoc, maxCycles }) {
    if (soc !== undefined && file !== undefined)
      throw new CommandFailure('Give --soc or --file, not both.', EXIT_CODE.badInput);
    const reply = await client.portfolio.replanSite({
      id: await siteId(client, site),
      ...(soc !== undefined && { measured: [{ at: new Date(await clock()).toISOString(), soc }] }),
      ...(file !== undefined && { csv: await readFile(file, 'utf8') }),
      plan,
      resolution: resolutionOf(quarterHours),
      end_soc: endSoc,
      max_cycles: maxCycles,
    });
    const { total } = reply;
    const priced = reply.prices === 'cleared' ? 'at the prices that cleared' : 'by the forecast';
    return {
      data: reply,
      head: [
        `${site}, ${reply.date} from ${decimal(reply.soc, 1)} % at ${madridTime(reply.measured_at)}, ${priced}: ${money(total.expected_eur)} expected, ${money(total.p10_eur)} to ${money(total.p90_eur)}`,
        `${total.charged_mwh.toFixed(1)} MWh charged, ${total.discharged_mwh.toFixed(1)} MWh discharged; ${reply.cycles_left.toFixed(2)} cycles left, ${reply.used_cycles.toFixed(2)} used; wear ${money(total.wear_eur)}`,
      ],
      table: tableOf(reply.periods, {
        ...PLAN_COLUMNS,
        EUR: named('expected (EUR)', ({ expected_eur: value }) => fixed(value, 2)),
        forecast_id: csvOnly(() => plain(reply.forecast_id)),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
      }),
    };
  },
});

function money(eur: number): string {
  return `${decimal(eur, 2)} EUR`;
}
