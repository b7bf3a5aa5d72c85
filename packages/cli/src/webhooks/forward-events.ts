import { type EventStreamOptions, type LonjaEvent, streamEvents } from '@lonja/client';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { CommandFailure } from '../errors.ts';
import { eventLine } from '../output/event-line.ts';
import { printable } from '../output/printable.ts';
import type { Environment } from '../session/environment.ts';
import { interruption } from '../session/interruption.ts';
import type { Api } from '../session/open-api.ts';
import { watchedConnection } from '../session/watched-connection.ts';
import { type Delivery, sendSigned } from './send-signed.ts';

export interface ForwardOptions {
  /** Undefined: events are printed only. */
  url: string | undefined;
  secrets: string[];
  /** Undefined: all of them. */
  events: LonjaEvent['event'][] | undefined;
  marketId: EventStreamOptions['marketId'];
  after: string | undefined;
  /** Ends after so many events; undefined: with an interruption. */
  count: number | undefined;
  withBody: boolean;
  json: boolean;
}

/** Sends events on as they are written, one after the other. Throws at the end where one was not accepted. */
export async function forwardEvents(
  { connection }: Pick<Api, 'connection'>,
  options: ForwardOptions,
  { stdout, stderr }: Pick<Environment, 'stdout' | 'stderr'>,
): Promise<void> {
  const { url, secrets, events, marketId, after, count = Infinity } = options;
  const { signal, release } = interruption();
  let seen = 0;
  let refused = 0;
  const watched = watchedConnection(connection, {
    onOpen: (isFirst) =>
      stderr.write(
        `lonja: ${isFirst ? 'Connected; waiting for events (stop with Ctrl-C).' : 'Connected again.'}\n`,
      ),
    onLost: () => stderr.write('lonja: The connection to the service is lost; trying again.\n'),
  });
  try {
    for await (const event of streamEvents(watched, { after, marketId, signal })) {
      if (events !== undefined && !events.includes(event.event)) continue;
      const delivery = url === undefined ? undefined : await sendSigned(url, secrets, event);
      stdout.write(printable(report(event, delivery, options)));
      if (delivery !== undefined && !isAccepted(delivery)) refused++;
      seen++;
      if (seen >= count) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    release();
  }
  if (refused > 0)
    throw new CommandFailure(`${refused} of ${seen} events were not accepted by ${url}.`, EXIT_CODE.unwell);
}

function isAccepted({ status }: Delivery): boolean {
  return status !== null && status >= 200 && status < 300;
}

function report(
  event: LonjaEvent,
  delivery: Delivery | undefined,
  { json, withBody }: ForwardOptions,
): string {
  if (json) {
    const { id, event: type, occurred_at: at } = event;
    return `${JSON.stringify({ id, event: type, occurred_at: at, ...delivery, ...(withBody && { body: event }) })}\n`;
  }
  const outcome =
    delivery === undefined
      ? ''
      : `  ${delivery.status ?? `NO ANSWER: ${delivery.error}`}  ${delivery.duration_ms} ms`;
  return `${eventLine(event)}${outcome}\n${withBody ? `${JSON.stringify(event)}\n` : ''}`;
}
