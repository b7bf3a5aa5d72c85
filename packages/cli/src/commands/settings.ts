import type { Settings } from '@lonja/client';
import { apiCommand, CONNECTION_INPUTS, CSV_LOCALE_INPUT, withApi } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { choice, flag, option, parseNumber, sentAs } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { otherSpanNames } from '../command/market-inputs.ts';
import { utcDayInput } from '../command/time-inputs.ts';
import { writeAnswer } from '../output/write-answer.ts';
import { fixed, instant, list, plain } from '../output/cell.ts';
import { type View, recordTable, tableOf, timeColumn } from '../output/view.ts';

const LOCALES = ['en', 'es', 'pt'] as const satisfies Settings['locale'][];
const SECOND_FACTOR = ['required', 'optional'] as const;
const daysInputs = {
  from: sentAs('date_from', utcDayInput('first day')),
  to: sentAs('date_to', utcDayInput('last day')),
  ...otherSpanNames(utcDayInput),
};
const spanned = { ...daysInputs, ...listInputs };

const setCommand = apiCommand({
  name: 'set',
  summary: 'Change settings of the organisation.',
  inputs: {
    name: option('name', 'name of the organisation'),
    locale: choice('locale', 'language of mail and pages', LOCALES),
    timeZone: option('zone', 'zone that pages show, such as Europe/Madrid'),
    threshold: option('EUR/MWh', 'least change of a forecast that sends forecast.changed', parseNumber),
    secondFactor: choice('second-factor', 'whether everybody needs a second factor', SECOND_FACTOR),
  },
  notes: 'For admins.',
  examples: [
    ['lonja settings set --threshold 10', 'only changes of 10 EUR/MWh and more are sent'],
    ['lonja settings set --second-factor required', 'who has none may only set one up'],
  ],
  async load({ client }, { name, locale, timeZone, threshold, secondFactor }) {
    return settingsView(
      await client.settings.change({
        name,
        locale,
        time_zone: timeZone,
        forecast_change_threshold: threshold,
        require_second_factor: secondFactor === undefined ? undefined : secondFactor === 'required',
      }),
    );
  },
});

export const settingsCommand = apiCommand({
  name: 'settings',
  summary: 'Show the settings of the organisation.',
  examples: [['lonja settings', 'name, language, threshold, products, limit']],
  commands: [setCommand],
  async load({ client }) {
    return settingsView(await client.settings.get());
  },
});

const PERIODS = ['day', 'month'] as const;

const exportUsageCommand = command({
  name: 'export',
  summary: 'Write all requests of the days as CSV.',
  inputs: {
    ...daysInputs,
    platform: flag('the sum of each organisation, for superadmins'),
    by: choice('period', 'with --platform, period of a row (default: day)', PERIODS),
    ...CSV_LOCALE_INPUT,
    ...CONNECTION_INPUTS,
  },
  examples: [
    ['lonja usage export --from 2026-01-01 > usage.csv', 'by day and key'],
    ['lonja usage export --platform --by month > tenants.csv', 'what each organisation asked'],
  ],
  async run(environment, { from, to, platform, by, csvLocale, ...connection }) {
    await withApi(environment, connection, async (api) => {
      const days = { date_from: from, date_to: to, format: 'csv', locale: csvLocale };
      if (platform === true) await writeAnswer(api, '/admin/usage', { ...days, by });
      else await writeAnswer(api, '/settings/usage', days);
    });
  },
});

export const usageCommand = apiCommand({
  name: 'usage',
  summary: 'Show the requests of each day and key.',
  inputs: spanned,
  examples: [['lonja usage --from 2026-03-01', 'who asked how often']],
  commands: [exportUsageCommand],
  async load({ client }, { from, to, limit }) {
    const usage = await collect(client.settings.usage, { date_from: from, date_to: to }, limit);
    return {
      data: usage,
      table: tableOf(usage.items, {
        day: ({ date }) => plain(date),
        key: ({ label }) => plain(label ?? 'sessions'),
        requests: ({ requests }) => fixed(requests, 0),
      }),
      foot: moreThanShown(usage),
    };
  },
});

const PLATFORM = 'also of all other organisations and of the platform, for superadmins';

const FORMATS = ['csv', 'ndjson'] as const;
const actionInput = option('noun[.verb]', 'what happened, such as sign_in.failed');

const exportCommand = command({
  name: 'export',
  summary: 'Write all entries that match as CSV, or as one JSON object a line.',
  inputs: {
    ...daysInputs,
    action: actionInput,
    platform: flag(PLATFORM),
    format: choice('format', 'form of the file (default: csv)', FORMATS),
    ...CSV_LOCALE_INPUT,
    ...CONNECTION_INPUTS,
  },
  notes: 'For admins. The file is written as it comes, however long it is.',
  examples: [
    ['lonja audit export --from 2026-01-01 > audit.csv', 'for a spreadsheet'],
    ['lonja audit export --format ndjson --platform | gzip > audit.gz', 'of all organisations'],
  ],
  async run(environment, { from, to, action, platform, format = 'csv', csvLocale, ...connection }) {
    await withApi(environment, connection, async (api) => {
      const route = platform === true ? '/admin/audit' : '/settings/audit';
      await writeAnswer(api, route, {
        date_from: from,
        date_to: to,
        action,
        format,
        locale: csvLocale,
      });
    });
  },
});

export const auditCommand = apiCommand({
  name: 'audit',
  summary: 'Show who changed what, who signed in, and what was refused.',
  inputs: {
    ...spanned,
    action: actionInput,
    platform: flag(PLATFORM),
  },
  commands: [exportCommand],
  notes: 'For admins.',
  examples: [
    ['lonja audit --limit 20', 'the last entries'],
    ['lonja audit --action sign_in.failed', 'wrong passwords, and where they came from'],
  ],
  async load({ client }, { from, to, action, platform, limit }) {
    const query = { date_from: from, date_to: to, action };
    const entries =
      platform === true
        ? await collect(client.platform.audit, query, limit)
        : await collect(client.settings.audit, query, limit);
    return {
      data: entries,
      table: tableOf(entries.items, {
        at: timeColumn('at', ({ at }) => at),
        who: ({ actor }) => plain(actor.name ?? actor.kind),
        action: ({ action }) => plain(action),
        from: ({ address }) => plain(address),
        target: ({ target }) => plain(target === null ? null : `${target.type} ${target.id}`),
        details: ({ details }) => plain(Object.keys(details).length === 0 ? '' : JSON.stringify(details)),
      }),
      foot: moreThanShown(entries),
    };
  },
});

function settingsView(settings: Settings): View {
  return {
    data: settings,
    table: recordTable({
      name: plain(settings.name),
      language: plain(settings.locale),
      'time zone': plain(settings.time_zone),
      'change threshold, EUR/MWh': fixed(settings.forecast_change_threshold, 2),
      'second factor': plain(settings.require_second_factor ? 'required' : 'optional'),
      products: list(settings.products),
      'requests a minute': plain(settings.requests_per_minute),
      created: instant(settings.created_at),
    }),
  };
}
