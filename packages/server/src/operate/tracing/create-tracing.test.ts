import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { z } from 'zod';
import { createTracing } from './create-tracing.ts';

const Attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() }),
});
const Spans = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.coerce.bigint(),
              endTimeUnixNano: z.coerce.bigint(),
              attributes: z.array(Attribute),
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

const logged: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
let status = 200;
const received: z.infer<typeof Spans>[] = [];
const paths = new Set<string | undefined>();
const answer = async (request: IncomingMessage, response: ServerResponse) => {
  paths.add(`${request.url} ${request.headers['content-type']} ${String(request.headers['x-team'])}`);
  received.push(Spans.parse(JSON.parse(await text(request))));
  response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
};
const receiver = createServer((request, response) => void answer(request, response));
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;
after(() => receiver.close());

const VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-team=desk',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
};

/** The exporter reads the variables when it is made. */
function createTestTracing() {
  Object.assign(process.env, VARIABLES);
  try {
    return createTracing({ version: '1.2.3', sampleRatio: 1, logger });
  } finally {
    for (const name of Object.keys(VARIABLES)) delete process.env[name];
  }
}

const valuesOf = (attributes: z.infer<typeof Attribute>[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

test('requests and jobs are sent as spans to where the standard variables say', async () => {
  const tracing = createTestTracing();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  tracing.onRequest({
    requestId: 'r1',
    method: 'GET',
    route: '/api/v1/sites/:id',
    status: 503,
    durationMs: 250,
    errorCode: 'unavailable',
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  });
  tracing.onJob({ id: 'j1', name: 'backfill', outcome: 'completed', durationMs: 10, requestId: 'r1' });
  await tracing.stop();
  assert.deepEqual([...paths], ['/v1/traces application/json desk']);
  const [{ resource, scopeSpans }] = received.flatMap(({ resourceSpans }) => resourceSpans);
  const of = valuesOf(resource.attributes);
  assert.deepEqual([of['service.name'], of['service.version']], ['lonja', '1.2.3']);
  assert.equal(of['deployment.environment.name'], 'test');
  const [request, job] = scopeSpans.flatMap(({ spans }) => spans);
  assert.deepEqual([request.name, request.kind, request.status.code], ['GET /api/v1/sites/:id', 2, 2]);
  assert.deepEqual([request.traceId, request.parentSpanId], [traceId, 'b7ad6b7169203331']);
  assert.equal(request.endTimeUnixNano - request.startTimeUnixNano, 250_000_000n);
  assert.deepEqual(valuesOf(request.attributes), {
    'http.request.method': 'GET',
    'http.route': '/api/v1/sites/:id',
    'http.response.status_code': 503,
    'lonja.request_id': 'r1',
    'error.type': 'unavailable',
  });
  assert.deepEqual([job.name, job.kind, job.parentSpanId], ['job backfill', 5, undefined]);
  assert.deepEqual(valuesOf(job.attributes), {
    'lonja.job': 'backfill',
    'lonja.job_id': 'j1',
    'lonja.job_outcome': 'completed',
    'lonja.request_id': 'r1',
  });
});

test('a receiver that refuses costs spans and nothing else, and the log says so', async () => {
  status = 400;
  const tracing = createTestTracing();
  tracing.onJob({ id: 'j2', name: 'tidy-up', outcome: 'failed', durationMs: 1, requestId: undefined });
  await tracing.stop();
  assert.match(logged.join(''), /traces could not be sent/);
});
