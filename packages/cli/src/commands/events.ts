import { type LonjaEvent, streamEvents } from '@lonja/client';
import { CONNECTION_INPUTS, apiCommand, withApi } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { choice, flag, option } from '../command/inputs.ts';
import { eventMarketInput } from '../command/market-inputs.ts';
import { parseCount } from '../option-values.ts';
import { plain } from '../output/cell.ts';
import { eventLine, productText } from '../output/event-line.ts';
import { tableOf, timeColumn } from '../output/view.ts';

/** What is streamed and listed. */
export const EVENTS = [
  'forecast.published',
  'forecast.changed',
  'prices.published',
  'alert.fired',
] as const satisfies LonjaEvent['event'][];
const afterInput = option('id', 'events after this one');

const followCommand = command({
  name: 'follow',
  summary: 'Print events as they are written, one line each, until interrupted.',
  inputs: {
    after: afterInput,
    marketId: eventMarketInput,
    json: flag('print one JSON object a line'),
    ...CONNECTION_INPUTS,
  },
  notes: 'A lost connection is taken up again after the last event that was printed.',
  examples: [['lonja events follow --json | jq .data.product', 'for a script that reacts to new runs']],
  async run(environment, { after, marketId, json, ...connection }) {
    await withApi(environment, connection, async ({ connection }) => {
      for await (const event of streamEvents(connection, { after, marketId })) {
        environment.stdout.write(`${json === true ? JSON.stringify(event) : eventLine(event)}\n`);
      }
    });
  },
});

export const eventsCommand = apiCommand({
  name: 'events',
  summary: 'List the events that webhooks deliver, oldest first.',
  inputs: {
    after: afterInput,
    marketId: eventMarketInput,
    event: choice('event', 'of this kind', EVENTS),
    limit: option('count', 'most events to show (default: 100)', parseCount),
  },
  examples: [
    ['lonja events --event prices.published', 'when prices came'],
    ['lonja events --market-id all', 'those of Spain and of Portugal'],
  ],
  commands: [followCommand],
  async load({ client }, { after, marketId, event, limit }) {
    const events = await client.events.list({ after, market_id: marketId, event, page_size: limit });
    return {
      data: events,
      table: tableOf(events.items, {
        id: ({ id }) => plain(id),
        occurred: timeColumn('occurred_at', ({ occurred_at: at }) => at),
        event: ({ event }) => plain(event),
        product: ({ data }) => plain(productText(data)),
      }),
      foot:
        events.items.length < events.total
          ? [`${events.items.length} of ${events.total}; go on with --after ${events.next_after}.`]
          : [],
    };
  },
});
