import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import { WebhookVerificationError, readWebhook } from '@lonja/client';
import { UsageError } from '../errors.ts';
import { printable } from '../output/printable.ts';
import { readBody } from './read-body.ts';

export interface ListenOptions {
  host: string;
  port: number;
  secrets: string[];
  forwardTo?: string | undefined;
  json?: boolean | undefined;
}

/** What became of a webhook, as it is printed. */
interface Reception {
  at: string;
  id: string;
  event: string;
  /** Of the event, from the signed body. */
  event_id?: string;
  bytes: number;
  verified: boolean;
  /** Why it was refused. */
  fault?: string;
  /** Status that the forward target answered; 502 when it did not. */
  forwarded?: number;
  body: string;
}

const SHOWN_CHARACTERS = 160;
/** Headers that a forwarded request needs to be verified once more. */
const FORWARDED_HEADERS = [
  'content-type',
  'user-agent',
  'svc-webhook-id',
  'svc-webhook-event',
  'svc-webhook-signature',
];

/** Receives webhooks until the process is interrupted. */
export async function listenForWebhooks(options: ListenOptions): Promise<void> {
  const server = createServer((request, response) => {
    receive(request, options).then(
      (reception) => {
        print(reception, options.json === true);
        const status = reception.verified ? (reception.forwarded ?? 204) : 400;
        return response.writeHead(status).end(reception.fault);
      },
      () => response.destroy(),
    );
  });
  server.listen(options.port, options.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new UsageError(`The port ${options.port} cannot be listened on: ${String(error)}.`, {
      cause: error,
    });
  }
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : options.port;
  console.error(`Waiting for webhooks at http://${options.host}:${port}/ (stop with Ctrl-C)`);
  await once(server, 'close');
}

async function receive(request: IncomingMessage, options: ListenOptions): Promise<Reception> {
  const body = await readBody(request);
  let reception: Omit<Reception, 'verified'> = {
    at: new Date().toISOString(),
    id: String(request.headers['svc-webhook-id'] ?? ''),
    event: String(request.headers['svc-webhook-event'] ?? ''),
    bytes: body.length,
    body: new TextDecoder().decode(body),
  };
  try {
    const { id } = await readWebhook({ body, headers: request.headers, secret: options.secrets });
    if (id !== undefined) reception = { ...reception, event_id: id };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return { ...reception, verified: false, fault: error.message };
  }
  if (options.forwardTo === undefined) return { ...reception, verified: true };
  return { ...reception, verified: true, forwarded: await forward(request, body, options.forwardTo) };
}

async function forward(
  { headers }: IncomingMessage,
  body: Uint8Array<ArrayBuffer>,
  url: string,
): Promise<number> {
  const kept = FORWARDED_HEADERS.flatMap((name): [string, string][] =>
    typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
  );
  try {
    const answer = await fetch(url, { method: 'POST', headers: kept, body, redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 502;
  }
}

function print(reception: Reception, asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify(reception));
    return;
  }
  const { at, event, id, bytes, verified, fault, forwarded, body } = reception;
  const verdict = verified ? 'verified' : `REFUSED: ${fault}`;
  const onward = forwarded === undefined ? '' : `, forwarded: ${forwarded}`;
  const start = body.slice(0, SHOWN_CHARACTERS);
  console.log(`${at} ${event} ${id} ${bytes} bytes, ${verdict}${onward}`);
  console.log(`  ${printable(start).replaceAll(/\s+/g, ' ')}${body.length > SHOWN_CHARACTERS ? ' ...' : ''}`);
}
