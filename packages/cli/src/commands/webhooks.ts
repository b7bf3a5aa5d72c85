import type { Webhook, WebhookDelivery } from '@lonja/client';
import { ZONES } from '@lonja/forecasting/market';
import { apiCommand } from '../command/api-command.ts';
import { argument, choice, choices, option, required, sentAs } from '../command/inputs.ts';
import { collect, listInputs, moreThanShown } from '../command/list-inputs.ts';
import { parseMarketId } from '../command/market-inputs.ts';
import { instantInput } from '../command/time-inputs.ts';
import { parseCount, parseQuantiles, parseQuantilesOrNone } from '../option-values.ts';
import { fixed, instant, list, plain } from '../output/cell.ts';
import { type View, recordTable, tableOf, timeColumn } from '../output/view.ts';
import { listenCommand } from './webhooks-listen.ts';

const EVENTS = [
  'forecast.published',
  'forecast.changed',
  'prices.published',
  'alert.fired',
] as const satisfies Webhook['events'];
const DELIVERY_STATES = ['pending', 'succeeded', 'failed'] as const satisfies WebhookDelivery['state'][];
const RESOLUTIONS = ['PT1H', 'PT15M'] as const satisfies Webhook['resolution'][];
const STATES = ['active', 'disabled'] as const satisfies Webhook['state'][];

const marketIdsInput = sentAs('market_ids', {
  ...choices('ids', 'markets whose events are sent', ZONES),
  parse: (text: string) => text.split(',').map((id) => parseMarketId(id.trim())),
});
const id = argument('id', 'identifier of the endpoint; "lonja webhooks" lists them');
const deliveryId = argument('delivery', 'identifier of the delivery; "lonja webhooks deliveries" lists them');
const KEEP_SECRET = 'Keep the secret now: it is not shown again.';

const createCommand = apiCommand({
  name: 'create',
  summary: 'Register an endpoint. Its secret is shown only once.',
  inputs: {
    url: argument('url', 'where to send, https'),
    name: required(option('name', 'what the endpoint is for')),
    events: required(choices('events', 'what to send', EVENTS)),
    marketIds: marketIdsInput,
    quantiles: option('percents', 'with each point of forecasts, such as 5,25,75,95', parseQuantiles),
    resolution: choice('resolution', 'points of hours, or of quarter hours', RESOLUTIONS),
  },
  examples: [
    [
      'lonja webhooks create https://example.com/hook --name Desk --events forecast.published,prices.published',
      'sent every run and prices',
    ],
  ],
  async load({ client }, { marketIds, ...input }) {
    const endpoint = await client.webhooks.create({ ...input, market_ids: marketIds });
    return {
      ...endpointView(endpoint),
      foot: [`Secret: ${endpoint.secret}`, KEEP_SECRET],
    };
  },
});

const showCommand = apiCommand({
  name: 'show',
  summary: 'Show an endpoint.',
  inputs: { id },
  examples: [['lonja webhooks show 0b0a7a52-...', 'its state, and the last success and failure']],
  async load({ client }, { id }) {
    return endpointView(await client.webhooks.get({ id }));
  },
});

const changeCommand = apiCommand({
  name: 'change',
  summary: 'Change an endpoint.',
  inputs: {
    id,
    name: option('name', 'what the endpoint is for'),
    url: option('url', 'where to send, https'),
    events: choices('events', 'what to send', EVENTS),
    marketIds: marketIdsInput,
    quantiles: option('percents', 'with each point of forecasts, or none', parseQuantilesOrNone),
    resolution: choice('resolution', 'points of hours, or of quarter hours', RESOLUTIONS),
    state: choice('state', 'disabled: nothing is sent', STATES),
  },
  examples: [['lonja webhooks change 0b0a7a52-... --state disabled', 'stop sending']],
  async load({ client }, { marketIds, ...change }) {
    return endpointView(await client.webhooks.change({ ...change, market_ids: marketIds }));
  },
});

const deleteCommand = apiCommand({
  name: 'delete',
  summary: 'Delete an endpoint with its deliveries.',
  inputs: { id },
  examples: [['lonja webhooks delete 0b0a7a52-...', 'nothing is sent to it any more']],
  question: ({ id }) => `Delete the endpoint ${id} with its deliveries?`,
  async load({ client }, { id }) {
    await client.webhooks.delete({ id });
    return { data: { id, deleted: true }, head: [`The endpoint ${id} is deleted.`] };
  },
});

const rotateCommand = apiCommand({
  name: 'rotate-secret',
  summary: 'Replace the secret of an endpoint. The new one is shown only once.',
  inputs: {
    id,
    graceSeconds: option(
      'seconds',
      'how long the old secret signs too; 0 ends all earlier secrets at once',
      parseCount,
    ),
  },
  examples: [['lonja webhooks rotate-secret 0b0a7a52-... --grace-seconds 3600', 'an hour to change over']],
  question: ({ id, graceSeconds }) =>
    graceSeconds === 0 ? `End every earlier secret of the endpoint ${id} at once?` : undefined,
  async load({ client }, { id, graceSeconds }) {
    const rotated = await client.webhooks.rotateSecret({ id, grace_seconds: graceSeconds });
    return {
      data: rotated,
      table: recordTable({
        id: plain(rotated.id),
        secret: plain(rotated.secret),
        'old one until': instant(rotated.previous_secret_expires_at),
      }),
      foot: [KEEP_SECRET],
    };
  },
});

const testCommand = apiCommand({
  name: 'test',
  summary: 'Send a ping to an endpoint.',
  inputs: { id },
  examples: [['lonja webhooks test 0b0a7a52-...', 'then look at its deliveries']],
  async load({ client }, { id }) {
    const queued = await client.webhooks.test({ id });
    return { data: queued, head: [`The ping is delivery ${queued.delivery_id}.`] };
  },
});

const deliveriesCommand = apiCommand({
  name: 'deliveries',
  summary: 'List the deliveries to an endpoint, newest first.',
  inputs: {
    id,
    state: choice('state', 'in this state', DELIVERY_STATES),
    event: choice('event', 'of this event', [...EVENTS, 'ping']),
    from: instantInput('created from then on'),
    to: instantInput('created before then'),
    ...listInputs,
  },
  examples: [['lonja webhooks deliveries 0b0a7a52-... --state failed', 'what did not arrive']],
  async load({ client }, { limit, ...query }) {
    const deliveries = await collect(client.webhooks.deliveries, query, limit);
    return {
      data: deliveries,
      table: tableOf(deliveries.items, {
        id: (delivery) => plain(delivery.id),
        event: ({ event }) => plain(event),
        state: ({ state }) => plain(state),
        attempts: ({ attempts }) => plain(attempts),
        status: ({ last_status: status }) => plain(status),
        created: timeColumn('created_at', ({ created_at: at }) => at),
        'next attempt': timeColumn('next_attempt_at', ({ next_attempt_at: at }) => at),
      }),
      foot: moreThanShown(deliveries),
    };
  },
});

const deliveryCommand = apiCommand({
  name: 'delivery',
  summary: 'Show the attempts of one delivery.',
  inputs: { id, delivery: deliveryId },
  examples: [['lonja webhooks delivery 0b0a7a52-... 0b0a7a53-...', 'what the endpoint answered, each time']],
  async load({ client }, { id, delivery }) {
    const detail = await client.webhooks.delivery({ id, delivery_id: delivery });
    return {
      data: detail,
      head: [`${detail.event}, ${detail.state} after ${detail.attempts} attempts`],
      table: tableOf(detail.attempt_log, {
        at: timeColumn('at', ({ at }) => at),
        status: ({ status }) => plain(status),
        ms: ({ duration_ms: ms }) => fixed(ms, 0),
        error: ({ error }) => plain(error),
        answer: ({ response_excerpt: excerpt }) => plain(excerpt),
      }),
    };
  },
});

const redeliverCommand = apiCommand({
  name: 'redeliver',
  summary: 'Send a delivery again.',
  inputs: { id, delivery: deliveryId },
  examples: [['lonja webhooks redeliver 0b0a7a52-... 0b0a7a53-...', 'with the same Svc-Webhook-Id']],
  async load({ client }, { id, delivery }) {
    const queued = await client.webhooks.redeliver({ id, delivery_id: delivery });
    return { data: queued, head: [`Delivery ${queued.delivery_id} is sent again.`] };
  },
});

const replayCommand = apiCommand({
  name: 'replay',
  summary: 'Send every event of a span again.',
  inputs: {
    id,
    from: required(instantInput('events from then on')),
    to: required(instantInput('events before then')),
  },
  examples: [
    [
      'lonja webhooks replay 0b0a7a52-... --from 2026-03-30T00:00:00Z --to now',
      'after an outage of the receiver',
    ],
  ],
  async load({ client }, span) {
    const answer = await client.webhooks.replay(span);
    return { data: answer, head: [`${answer.deliveries} deliveries are sent again.`] };
  },
});

export const webhooksCommand = apiCommand({
  name: 'webhooks',
  summary: 'List the webhook endpoints of the organisation.',
  inputs: listInputs,
  notes: 'For admins. "lonja webhooks listen" receives webhooks on a developer\'s machine.',
  examples: [['lonja webhooks', 'every endpoint and its state']],
  commands: [
    createCommand,
    showCommand,
    changeCommand,
    deleteCommand,
    rotateCommand,
    testCommand,
    deliveriesCommand,
    deliveryCommand,
    redeliverCommand,
    replayCommand,
    listenCommand,
  ],
  async load({ client }, { limit }) {
    const endpoints = await collect(client.webhooks.list, {}, limit);
    return {
      data: endpoints,
      table: tableOf(endpoints.items, {
        id: (endpoint) => plain(endpoint.id),
        name: ({ name }) => plain(name),
        url: ({ url }) => plain(url),
        events: ({ events }) => list(events),
        state: ({ state }) => plain(state),
        'last success': timeColumn('last_success_at', ({ last_success_at: at }) => at),
      }),
      foot: moreThanShown(endpoints),
    };
  },
});

function endpointView(endpoint: Webhook): View {
  return {
    data: endpoint,
    table: recordTable({
      id: plain(endpoint.id),
      name: plain(endpoint.name),
      url: plain(endpoint.url),
      events: list(endpoint.events),
      markets: list(endpoint.market_ids),
      quantiles: list(endpoint.quantiles.map(String)),
      resolution: plain(endpoint.resolution),
      state: plain(endpoint.state),
      reason: plain(endpoint.disabled_reason),
      'last success': instant(endpoint.last_success_at),
      'last failure': instant(endpoint.last_failure_at),
    }),
  };
}
