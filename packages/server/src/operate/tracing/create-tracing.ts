import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { inTime } from '../../ground/timing/in-time.ts';
import type { Telemetry } from '../../ground/telemetry/telemetry.ts';

const STOP_MS = 2000;
const MAX_REASON = 300;

export interface TracingOptions {
  version: string;
  /** Share of the traces that are sent, of those that no caller has decided on. */
  sampleRatio: number;
  logger: Logger;
}

export interface Tracing extends Telemetry {
  /** Sends what is not sent yet, or gives it up after two seconds. */
  stop(): Promise<void>;
}

/**
 * Sends a span for each request and each attempt at a job, once it has ended, by OTLP over HTTP. The exporter reads where to and how from
 * the standard variables.
 */
export function createTracing({ version, sampleRatio, logger }: TracingOptions): Tracing {
  const warn = (reason: string) =>
    logger.warn({ reason: reason.slice(0, MAX_REASON) }, 'traces could not be sent');
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const resource = resourceFromAttributes({ 'service.name': 'lonja', 'service.version': version }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('lonja', version);
  const propagator = new W3CTraceContextPropagator();

  const record = (
    name: string,
    { kind, durationMs, attributes, isFailed, parent = ROOT_CONTEXT }: EndedWork,
  ): void => {
    const endTime = Date.now();
    const span = tracer.startSpan(name, { kind, attributes, startTime: endTime - durationMs }, parent);
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  };
  return {
    onRequest({ method, route, status, durationMs, requestId, errorCode, traceparent }) {
      record(`${method} ${route}`, {
        kind: SpanKind.SERVER,
        durationMs,
        isFailed: status >= 500,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'lonja.request_id': requestId,
          ...(errorCode !== undefined && { 'error.type': errorCode }),
        },
        parent: propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter),
      });
    },
    onJob({ id, name, outcome, durationMs, requestId }) {
      record(`job ${name}`, {
        kind: SpanKind.CONSUMER,
        durationMs,
        isFailed: outcome === 'failed',
        attributes: {
          'lonja.job': name,
          'lonja.job_id': id,
          'lonja.job_outcome': outcome,
          ...(requestId !== undefined && { 'lonja.request_id': requestId }),
        },
      });
    },
    async stop() {
      await inTime(provider.shutdown(), STOP_MS).catch((error: unknown) => warn(String(error)));
    },
  };
}

interface EndedWork {
  kind: SpanKind;
  durationMs: number;
  isFailed: boolean;
  attributes: Attributes;
  parent?: Context;
}
