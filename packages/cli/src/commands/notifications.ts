import type { AlertRule, AlertRulePreview } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { argument, choice, choices, flag, option, parseNumber, required } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { PRODUCTS, marketIdInput } from '../command/market-inputs.ts';
import { UsageError } from '../errors.ts';
import { parseCount } from '../option-values.ts';
import { fixed, list, plain, yesOrNo } from '../output/cell.ts';
import { type View, recordTable, tableOf, timeColumn } from '../output/view.ts';

const KINDS = [
  'price_above',
  'price_below',
  'negative_hours',
  'forecast_change',
  'spread',
  'probability_above',
  'probability_below',
] as const satisfies AlertRule['kind'][];
const RESOLUTIONS = ['PT1H', 'PT15M'] as const satisfies AlertRule['resolution'][];
const CHANNELS = ['in_app', 'email'] as const satisfies AlertRule['channels'];

const ruleId = argument('id', 'identifier of the rule; "lonja notifications rules" lists them');
const windowInputs = {
  resolution: choice('resolution', 'hours or quarter hours (default: PT1H)', RESOLUTIONS),
  fromHour: option('hour', 'first local hour that counts (default: 0)', parseCount),
  toHour: option('hour', 'local hour before which it ends (default: 24)', parseCount),
  daysAhead: option('days', 'delivery days ahead that count', parseCount),
};
const spanInputs = {
  ...windowInputs,
  channels: choices('channels', 'where to notify', CHANNELS),
};

const conditionInputs = {
  kind: required(choice('kind', 'what the rule watches', KINDS)),
  marketId: marketIdInput,
  product: required(choice('product', 'market product', PRODUCTS)),
  threshold: required(option('value', 'EUR/MWh; of negative_hours a number of hours', parseNumber)),
};

const likelihoodInputs = {
  hours: option('count', 'of a probability: hours of the day', parseCount),
  probability: option('percent', 'of a probability: what it reaches', parseCount),
};

const readCommand = apiCommand({
  name: 'read',
  summary: 'Mark a notification as read, or all of them.',
  inputs: {
    id: option('id', 'identifier of the notification; "lonja notifications" lists them'),
    all: flag('every one'),
  },
  examples: [['lonja notifications read --all', 'nothing is unread any more']],
  async load({ client }, { id, all }) {
    if ((id === undefined) === (all === undefined)) throw new UsageError('Choose one of --id and --all.');
    if (id === undefined) {
      const answer = await client.notifications.readAll();
      return { data: answer, head: ['All notifications are read.'] };
    }
    const read = await client.notifications.read({ id });
    return { data: read, head: [`"${read.title}" is read.`] };
  },
});

const createRuleCommand = apiCommand({
  name: 'create',
  summary: 'Add an alert rule: be notified of something in the forecasts.',
  inputs: {
    name: argument('name', 'name of the rule'),
    ...conditionInputs,
    ...likelihoodInputs,
    ...spanInputs,
  },
  notes: 'For traders.',
  examples: [
    [
      'lonja notifications rules create Expensive --kind price_above --product da --threshold 150 --channels email',
      'a mail when hours are over 150 EUR/MWh',
    ],
    [
      'lonja notifications rules create Surplus --kind probability_below --product da --threshold 0 --hours 4 --probability 50',
      'when four hours at zero or less are likely',
    ],
  ],
  async load({ client }, { marketId, fromHour, toHour, daysAhead, channels, ...rule }) {
    const span = wireSpan({ fromHour, toHour, daysAhead, channels });
    return ruleView(await client.notifications.createAlertRule({ ...rule, market_id: marketId, ...span }));
  },
});

const LACKS: Record<NonNullable<AlertRulePreview['backtested_lack']>, string> = {
  quarter_hours: 'Days without an issued run are not counted: back-tested runs have no quarter hours.',
  paths: 'Days without an issued run are not counted: back-tested runs have no probabilities.',
  every_run: 'Days without an issued run are not counted: only the last runs of a day are back-tested.',
};

const previewRuleCommand = apiCommand({
  name: 'preview',
  summary: 'Show what a rule would have notified of, on the days of the last 30 that have a forecast.',
  inputs: { ...conditionInputs, ...likelihoodInputs, ...windowInputs },
  notes:
    'For traders. Nothing is stored. Days without an issued run count by back-tested ones, made afterwards from what was known at the time.',
  examples: [
    [
      'lonja notifications rules preview --kind price_above --product da --threshold 150',
      'the days with hours over 150 EUR/MWh, and the run that first forecast them',
    ],
  ],
  async load({ client }, { marketId, fromHour, toHour, daysAhead, ...condition }) {
    const span = { market_id: marketId, from_hour: fromHour, to_hour: toHour, days_ahead: daysAhead };
    const preview = await client.notifications.previewAlertRule({ ...condition, ...span });
    const { current, first_day: first, last_day: last } = preview;
    const days = first === null || last === null ? '' : ` (${first} to ${last})`;
    return {
      data: preview,
      head: [
        `Auctions looked at: of ${preview.days_looked_at} days${days}, of ${preview.days_backtested} by back-tested runs.`,
        `Notifications: ${preview.notifications}.`,
        ...(preview.backtested_lack === null ? [] : [LACKS[preview.backtested_lack]]),
        current === null || current.days.length === 0
          ? 'The newest run holds nothing for it.'
          : `In the newest run: ${current.days.map(({ date }) => date).join(', ')}.`,
      ],
      table: tableOf(preview.days, {
        day: ({ date }) => plain(date),
        figure: ({ figure }) => fixed(figure, 2),
        hours: ({ hours }) => plain(hours),
        'run issued': timeColumn('issued_at', ({ issued_at: at }) => at),
        basis: ({ basis }) => plain(basis),
      }),
    };
  },
});

const changeRuleCommand = apiCommand({
  name: 'change',
  summary: 'Change a rule, or switch it off and on.',
  inputs: {
    id: ruleId,
    name: option('name', 'name of the rule'),
    threshold: option('value', 'EUR/MWh; of negative_hours a number of hours', parseNumber),
    ...likelihoodInputs,
    ...spanInputs,
    disable: flag('switch it off'),
    enable: flag('switch it on'),
  },
  examples: [['lonja notifications rules change 0b0a7a52-... --disable', 'pause a rule']],
  async load({ client }, { disable, enable, fromHour, toHour, daysAhead, channels, ...rule }) {
    if (disable === true && enable === true) throw new UsageError('Choose one of --disable and --enable.');
    const enabled = disable === true ? false : enable;
    const span = wireSpan({ fromHour, toHour, daysAhead, channels });
    return ruleView(await client.notifications.changeAlertRule({ ...rule, enabled, ...span }));
  },
});

const deleteRuleCommand = apiCommand({
  name: 'delete',
  summary: 'Delete a rule.',
  inputs: { id: ruleId },
  examples: [['lonja notifications rules delete 0b0a7a52-...', 'asks first']],
  question: ({ id }) => `Delete the rule ${id}?`,
  async load({ client }, { id }) {
    await client.notifications.deleteAlertRule({ id });
    return { data: { id, deleted: true }, head: [`The rule ${id} is deleted.`] };
  },
});

const rulesCommand = apiCommand({
  name: 'rules',
  summary: 'List your rules.',
  inputs: listInputs,
  examples: [['lonja notifications rules', 'your alert rules and when each last notified you']],
  commands: [createRuleCommand, previewRuleCommand, changeRuleCommand, deleteRuleCommand],
  async load({ client }, { limit }) {
    const rules = await collect(client.notifications.alertRules, {}, limit);
    return {
      data: rules,
      table: tableOf(rules.items, {
        id: ({ id }) => plain(id),
        name: ({ name }) => plain(name),
        kind: ({ kind }) => plain(kind),
        market: ({ market_id: market }) => plain(market),
        product: ({ product }) => plain(product),
        threshold: ({ threshold }) => fixed(threshold, 2),
        channels: ({ channels }) => list(channels),
        on: ({ enabled }) => yesOrNo(enabled),
        'last notified': timeColumn('last_notified_at', ({ last_notified_at: at }) => at),
      }),
      foot: moreThanShown(rules),
    };
  },
});

export const notificationsCommand = apiCommand({
  name: 'notifications',
  summary: 'List your notifications, newest first.',
  inputs: { unread: flag('only those that are not read'), ...listInputs },
  notes: 'For people who are signed in.',
  examples: [['lonja notifications --unread', 'what is new']],
  commands: [readCommand, rulesCommand],
  async load({ client }, { unread, limit }) {
    const only = unread === true ? 'true' : undefined;
    const notifications = await collect(client.notifications.list, { unread: only } as const, limit);
    return {
      data: notifications,
      table: tableOf(notifications.items, {
        id: ({ id }) => plain(id),
        at: timeColumn('created_at', ({ created_at: at }) => at),
        read: ({ read_at: at }) => yesOrNo(at !== null),
        title: ({ title }) => plain(title),
        text: ({ text }) => plain(text),
      }),
      foot: moreThanShown(notifications),
    };
  },
});

interface Span {
  fromHour: number | undefined;
  toHour: number | undefined;
  daysAhead: number | undefined;
  channels: AlertRule['channels'] | undefined;
}

function wireSpan({ fromHour, toHour, daysAhead, channels }: Span) {
  return { from_hour: fromHour, to_hour: toHour, days_ahead: daysAhead, channels };
}

function ruleView(rule: AlertRule): View {
  return {
    data: rule,
    table: recordTable({
      id: plain(rule.id),
      name: plain(rule.name),
      kind: plain(rule.kind),
      market: plain(rule.market_id),
      product: plain(rule.product),
      resolution: plain(rule.resolution),
      threshold: fixed(rule.threshold, 2),
      probability: plain(rule.probability === null ? null : `${rule.probability} % of ${rule.hours} hours`),
      hours: plain(`${rule.from_hour}-${rule.to_hour}`),
      'days ahead': plain(rule.days_ahead),
      channels: list(rule.channels),
      on: yesOrNo(rule.enabled),
    }),
  };
}
