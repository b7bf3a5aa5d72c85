import { randomBytes } from 'node:crypto';
import { CONNECTION_INPUTS, withApi } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { choices, flag, option } from '../command/inputs.ts';
import { eventMarketInput } from '../command/market-inputs.ts';
import { UsageError } from '../errors.ts';
import { parseAddress, parseAtLeastOne, parseSecrets } from '../option-values.ts';
import { EVENTS } from './events.ts';

export const listenCommand = command({
  name: 'listen',
  summary: 'Forward events to a program on this machine as signed webhooks, without a public address.',
  inputs: {
    forward: option('url', 'send each event to this address', parseAddress),
    print: flag('print the body of each event; without --forward nothing is sent'),
    events: choices('events', 'only these', EVENTS),
    marketId: eventMarketInput,
    after: option('id', 'events after this one; without it those that are written from now on'),
    count: option('events', 'end after so many; without it until interrupted', parseAtLeastOne),
    secret: {
      ...option(
        'secret',
        'sign with it; several separated by commas; without it one is made and printed',
        parseSecrets,
      ),
      variable: 'LONJA_WEBHOOK_SECRET',
    },
    json: flag('print one JSON object for each event instead of a line for people'),
    ...CONNECTION_INPUTS,
  },
  notes:
    'Body, headers and signature are those of an endpoint of hours without quantiles; each event is sent once, in order. A lost connection is taken up again after the last event. Ends with 8 where an event was not answered by 2xx. "lonja webhooks listen" is the other side: it receives.',
  examples: [
    ['lonja listen --forward http://127.0.0.1:3000/hook', 'develop a receiver on this machine'],
    ['lonja listen --print --events prices.published', 'look at what would be sent'],
  ],
  async run(environment, { forward, print, events, marketId, after, count, secret, json, ...connection }) {
    if (forward === undefined && print !== true)
      throw new UsageError('Name an address with --forward, or --print to look without sending.');
    const secrets = secret ?? [`whsec_${randomBytes(24).toString('base64url')}`];
    if (forward !== undefined && secret === undefined)
      environment.stderr.write(`lonja: Webhooks are signed with the secret ${secrets[0]}\n`);
    const { forwardEvents } = await import('../webhooks/forward-events.ts');
    await withApi(environment, connection, (api) =>
      forwardEvents(
        api,
        {
          url: forward,
          secrets,
          events,
          marketId,
          after,
          count,
          withBody: print === true,
          json: json === true,
        },
        environment,
      ),
    );
  },
});
