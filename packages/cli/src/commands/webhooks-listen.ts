import { InvalidArgumentError } from 'commander';
import { command } from '../command/command.ts';
import { flag, option, required, withDefault } from '../command/inputs.ts';
import { parseAddress, parseSecrets } from '../option-values.ts';

export const listenCommand = command({
  name: 'listen',
  summary: 'Receive webhooks on this machine: verify their signatures, print them, forward them.',
  inputs: {
    secret: {
      ...required(
        option('secret', 'secret of the endpoint, whsec_...; several separated by commas', parseSecrets),
      ),
      variable: 'LONJA_WEBHOOK_SECRET',
    },
    host: withDefault(option('host', 'address to listen on'), '127.0.0.1'),
    port: withDefault(option('port', 'port to listen on; 0 picks a free one', parsePort), 4242),
    forwardTo: option('url', 'forward verified webhooks to this URL and return its answer', parseAddress),
    json: flag('print one JSON object for each webhook instead of a line for people'),
  },
  notes:
    'Register the address that is printed as an endpoint; a service that runs with ALLOW_PRIVATE_WEBHOOK_TARGETS=true takes it as it is. See docs/webhooks.md.',
  examples: [
    [
      'LONJA_WEBHOOK_SECRET=whsec_... lonja webhooks listen --forward-to http://127.0.0.1:3000/hook',
      'verify and forward',
    ],
  ],
  async run(_environment, { secret, ...options }) {
    const { listenForWebhooks } = await import('../webhooks/listen-for-webhooks.ts');
    await listenForWebhooks({ ...options, secrets: secret });
  },
});

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('It is not a port number.');
  return port;
}
