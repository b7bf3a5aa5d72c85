import { type Command, InvalidArgumentError, Option } from 'commander';

export function addWebhooksCommand(program: Command): void {
  const webhooks = program.command('webhooks').description('Develop receivers of webhooks.');
  webhooks
    .command('listen')
    .description('Receive webhooks on this machine: verify their signatures, print them, forward them.')
    .addOption(
      new Option('--secret <secret>', 'secret of the endpoint, whsec_...; several separated by commas')
        .env('LONJA_WEBHOOK_SECRET')
        .argParser(parseSecrets)
        .makeOptionMandatory(),
    )
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 picks a free one', parsePort, 4242)
    .option('--forward-to <url>', 'send what is verified on to this URL, and its answer back', parseUrl)
    .option('--json', 'print one JSON object for each webhook instead of a line for people')
    .addHelpText(
      'after',
      '\nRegister the address that is printed as an endpoint; a service that runs with ALLOW_PRIVATE_WEBHOOK_TARGETS=true takes it as it is. See docs/webhooks.md.',
    )
    .action(async (options: ListenCommandOptions) => {
      const { listenForWebhooks } = await import('../webhooks/listen-for-webhooks.ts');
      await listenForWebhooks({ ...options, secrets: options.secret });
    });
}

interface ListenCommandOptions {
  secret: string[];
  host: string;
  port: number;
  forwardTo?: string;
  json?: boolean;
}

function parseSecrets(text: string): string[] {
  const secrets = text.split(',').filter((secret) => secret !== '');
  if (secrets.length === 0) throw new InvalidArgumentError('It is empty.');
  return secrets;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('It is not a port number.');
  return port;
}

function parseUrl(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new InvalidArgumentError('It is not an http or https URL.');
  }
  return text;
}
