import { readFile } from 'node:fs/promises';
import { apiCommand } from '../command/api-command.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { option, parseNumber } from '../command/inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { CommandFailure } from '../errors.ts';
import { decimal, fixed } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { named, tableOf, timeColumn } from '../output/view.ts';
import { siteId, siteInput } from './sites.ts';

const uploadCommand = apiCommand({
  name: 'upload',
  summary: 'Upload what a battery really held.',
  inputs: {
    site: siteInput,
    soc: option('percent', 'charge of the battery now', parseNumber),
    file: option('file', 'CSV with the columns time and soc'),
  },
  notes:
    'For traders. What is still to come, or late by more than 7 days, is refused; the same instant again is a correction. Of the last 31 days 20,000 measurements stay.',
  examples: [
    ['lonja sites charge upload Brunete --soc 42.5', 'as of now'],
    ['lonja sites charge upload Brunete --file today.csv', 'what was measured'],
  ],
  async load({ client, clock }, { site, soc, file }) {
    if ((soc === undefined) === (file === undefined))
      throw new CommandFailure('Give either --soc or --file.', EXIT_CODE.badInput);
    const reply = await client.portfolio.putSiteCharge({
      id: await siteId(client, site),
      ...(soc !== undefined && { measured: [{ at: new Date(await clock()).toISOString(), soc }] }),
      ...(file !== undefined && { csv: await readFile(file, 'utf8') }),
    });
    return { data: reply, head: [`Stored of ${site}: ${reply.stored}. ${latestLine(reply.latest)}`] };
  },
});

export const chargeCommand = apiCommand({
  name: 'charge',
  summary: 'List what a battery really held, as it was uploaded.',
  inputs: { site: siteInput, from: dayInput('first day (default: today)'), to: dayInput('last day') },
  examples: [['lonja sites charge Brunete --from 2026-03-25 --to 2026-03-30 --csv', 'of some days']],
  commands: [uploadCommand],
  async load({ client }, { site, from, to }) {
    const id = await siteId(client, site);
    const reply = await client.portfolio.siteCharge({ id, date_from: from, date_to: to });
    return {
      data: reply,
      head: [latestLine(reply.latest)],
      table: tableOf(reply.measured, {
        measured: timeColumn('time', ({ at }) => at),
        'full %': named('soc', ({ soc }) => fixed(soc, 1)),
        uploaded: timeColumn('uploaded_at', ({ uploaded_at: at }) => at),
      }),
    };
  },
});

function latestLine(latest: { at: string; soc: number } | null): string {
  return latest === null
    ? 'None is stored.'
    : `The newest: ${decimal(latest.soc, 1)} % at ${madridTime(latest.at)}.`;
}
