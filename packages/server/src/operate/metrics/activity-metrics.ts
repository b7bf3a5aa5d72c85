import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Telemetry } from '../../ground/telemetry/telemetry.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const REQUEST_BUCKETS_S = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const JOB_BUCKETS_S = [0.1, 1, 5, 15, 60, 300, 1800, 7200];

/**
 * Counts what this process does. Labels have few values: templates of routes, never paths. None is named `job` or `instance`, which
 * Prometheus has for itself.
 */
export function createActivityMetrics(
  registry: Registry,
  requestsUnderWay: () => number,
): Pick<Telemetry, 'onRequest' | 'onJob' | 'onStamp'> {
  const registers = [registry];
  const requests = new Counter({
    name: 'lonja_http_requests_total',
    help: 'Requests answered, by template of the route, method and class of the status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'lonja_http_request_duration_seconds',
    help: 'How long requests took until the answer was sent.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS_S,
    registers,
  });
  const errors = new Counter({
    name: 'lonja_http_errors_total',
    help: 'Errors answered, by the code in the body.',
    labelNames: ['code'],
    registers,
  });
  const rateLimited = new Counter({
    name: 'lonja_http_rate_limited_total',
    help: 'Requests refused with 429 because their credential or address had made too many.',
    labelNames: ['route'],
    registers,
  });
  registry.registerMetric(
    new Gauge({
      name: 'lonja_http_requests_in_progress',
      help: 'Requests under way, open event streams among them.',
      registers: [],
      collect() {
        this.set(requestsUnderWay());
      },
    }),
  );
  const jobsEnded = new Counter({
    name: 'lonja_jobs_ended_total',
    help: 'Attempts at jobs that this process has ended.',
    labelNames: ['job_name', 'outcome'],
    registers,
  });
  const jobDurations = new Histogram({
    name: 'lonja_job_duration_seconds',
    help: 'How long attempts at jobs took.',
    labelNames: ['job_name'],
    buckets: JOB_BUCKETS_S,
    registers,
  });
  const stamps = new Counter({
    name: 'lonja_evidence_stamps_total',
    help: 'Time stamps of the list of evidence that this process asked for: stamped or failed.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    onRequest({ route, status, durationMs, errorCode, ...request }) {
      const method = METHODS.has(request.method) ? request.method : 'other';
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
      durations.observe({ method, route }, durationMs / 1000);
      if (errorCode !== undefined) errors.inc({ code: errorCode });
      if (status === 429) rateLimited.inc({ route });
    },
    onJob({ name, outcome, durationMs }) {
      jobsEnded.inc({ job_name: name, outcome });
      jobDurations.observe({ job_name: name }, durationMs / 1000);
    },
    onStamp(outcome) {
      stamps.inc({ outcome });
    },
  };
}
