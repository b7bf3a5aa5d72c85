import { readFile } from 'node:fs/promises';
import { apiCommand } from '../command/api-command.ts';
import { argument, choice, flag } from '../command/inputs.ts';
import { dayInput } from '../command/time-inputs.ts';
import { fixed, plain, whole, yesOrNo } from '../output/cell.ts';
import { csvOnly, named, tableOf, timeColumn } from '../output/view.ts';
import { siteId, siteInput } from './sites.ts';

const uploadCommand = apiCommand({
  name: 'upload',
  summary: 'Upload what a plant generates or a load takes on single days.',
  inputs: {
    site: siteInput,
    file: argument('file', 'CSV with mw, and date and period (1 to 25, or 1 to 100) or time'),
    resolution: choice('length', 'of the periods (default: as the file says)', ['PT1H', 'PT15M'] as const),
    dryRun: flag('only say what would be stored'),
  },
  notes:
    'For traders. Each day has to be whole, and a file with a fault is refused as a whole, with its lines. An earlier upload of a day gives way.',
  examples: [
    ['lonja sites profile upload Elvas week.csv', 'the days of the file'],
    ['lonja sites profile upload Elvas week.csv --dry-run', 'checks it and stores nothing'],
  ],
  async load({ client }, { site, file, resolution, dryRun }) {
    const reply = await client.portfolio.putSiteProfile({
      id: await siteId(client, site),
      csv: await readFile(file, 'utf8'),
      resolution,
      dry_run: dryRun,
    });
    const days = `${reply.days.length} ${reply.days.length === 1 ? 'day' : 'days'}`;
    return {
      data: reply,
      head: [
        reply.stored ? `Stored of ${site}: ${days}.` : `Would be stored of ${site}: ${days}. Nothing is.`,
      ],
      table: tableOf(reply.days, {
        date: ({ date }) => whole(date),
        resolution: (day) => plain(day.resolution),
        MWh: named('energy (MWh)', ({ energy_mwh: energy }) => fixed(energy, 2)),
        'least MW': named('lowest (MW)', ({ lowest_mw: power }) => fixed(power, 2)),
        'most MW': named('highest (MW)', ({ highest_mw: power }) => fixed(power, 2)),
        replaces: ({ replaces }) => yesOrNo(replaces),
      }),
    };
  },
});

const deleteCommand = apiCommand({
  name: 'delete',
  summary: 'Delete what was uploaded of a day.',
  inputs: { site: siteInput, day: argument('day', 'delivery day, YYYY-MM-DD') },
  notes: 'For traders. The power of the day rests on the profile of the site or a flat assumption again.',
  examples: [['lonja sites profile delete Elvas 2026-04-01', 'asks first']],
  question: ({ site, day }) => `Delete what was uploaded of ${site} for ${day}?`,
  async load({ client }, { site, day: date }) {
    const id = await siteId(client, site);
    await client.portfolio.deleteSiteProfile({ id, date });
    return { data: { site_id: id, date, deleted: true }, head: [`The upload of ${date} is deleted.`] };
  },
});

export const profileCommand = apiCommand({
  name: 'profile',
  summary: 'List what was uploaded of the days of a plant or a load.',
  inputs: {
    site: siteInput,
    from: dayInput('first delivery day (default: today)'),
    to: dayInput('last delivery day'),
  },
  examples: [
    ['lonja sites profile Elvas', 'from today on'],
    ['lonja sites profile Elvas --from 2026-03-01 --to 2026-03-31 --json', 'with the power of each period'],
  ],
  commands: [uploadCommand, deleteCommand],
  async load({ client }, { site, from, to }) {
    const id = await siteId(client, site);
    const reply = await client.portfolio.siteProfile({ id, date_from: from, date_to: to });
    return {
      data: reply,
      table: tableOf(reply.days, {
        date: ({ date }) => whole(date),
        resolution: ({ resolution }) => plain(resolution),
        MWh: named('energy (MWh)', ({ energy_mwh: energy }) => fixed(energy, 2)),
        'least MW': named('lowest (MW)', ({ lowest_mw: power }) => fixed(power, 2)),
        'most MW': named('highest (MW)', ({ highest_mw: power }) => fixed(power, 2)),
        uploaded: timeColumn('uploaded_at', ({ uploaded_at: at }) => at),
        site_id: csvOnly(() => plain(id)),
      }),
    };
  },
});
