import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../ground/timing/clock.ts';
import { endWhenStalled } from '../../ground/http/csv.ts';
import { holdBytes, sendHeld } from '../../ground/http/held-reply.ts';
import { principalOf } from '../../people/access/authentication.ts';
import { inTurn } from '../../people/access/work-turns-plugin.ts';
import type { GivenAnswer, PartedAnswer, Reader } from './create-reader.ts';

/** Has a request answered by the reader; undefined while its thread is not there. An answer in parts takes a further turn for each. */
export function sendRead(
  { reader, clock }: { reader: Reader; clock: Clock },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | Readable> | undefined {
  const { url, headers, dataVersion, sharing, signal } = request;
  const { origin: _origin, isAllowedFrom: _isAllowedFrom, ...principal } = principalOf(request);
  const asked = {
    url,
    accept: headers.accept,
    now: clock.now(),
    principal,
    dataVersion,
    epoch: sharing?.epoch,
  };
  return reader.ask(asked, signal)?.then((answer) => send(request, reply, answer));
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: GivenAnswer,
): Promise<FastifyReply | Readable> {
  if (!('body' in answer)) {
    // Also where the time was up before anything of it was sent.
    if (reply.raw.closed) answer.leave();
    else reply.raw.once('close', () => answer.leave());
    void reply.headers(answer.headers);
    endWhenStalled(reply);
    return Readable.from(partsInTurn(request, answer), { highWaterMark: 1 });
  }
  const { body, headers, etag, terms } = answer;
  const held = holdBytes(body, headers, etag);
  if (request.sharing !== null && terms !== undefined) {
    request.sharing.terms = terms;
    request.sharing.keep(held);
  }
  return sendHeld(request, reply, held);
}

async function* partsInTurn(request: FastifyRequest, answer: PartedAnswer): AsyncGenerator<Uint8Array> {
  for (;;) {
    const part = await inTurn(request, () => answer.next(), { isFurther: true });
    if (part.length === 0) return;
    yield part;
  }
}
