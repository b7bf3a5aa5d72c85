import type { ErrorBody, FieldFault } from './generated/schemas.ts';

/** Why there is no answer of the service. */
export type ConnectionFault = 'network_error' | 'timeout' | 'invalid_reply';

interface ErrorDetails extends ErrorBody {
  /** How long the service asked to wait, or null. */
  retryAfterMs?: number | null;
  cause?: unknown;
}

/**
 * A request that failed. With a `status` the service refused it, and `error` is its code; with status 0 there was no answer
 * that could be read, and `error` is a ConnectionFault.
 */
export class LonjaError extends Error implements ErrorBody {
  override readonly name = 'LonjaError';
  readonly status: number;
  readonly error: string;
  readonly detail: string | FieldFault[];
  /** Empty where no answer came. */
  readonly request_id: string;
  readonly retryAfterMs: number | null;

  constructor({ status, error, detail, request_id, retryAfterMs = null, cause }: ErrorDetails) {
    super(sentenceOf(detail), { cause });
    this.status = status;
    this.error = error;
    this.detail = detail;
    this.request_id = request_id;
    this.retryAfterMs = retryAfterMs;
  }

  /**
   * Whether the same request may be answered later: there was no answer, the limit was reached, the service had a fault, or it is still at work
   * on the request. A page that is no Lonja service stays one.
   */
  get mayPass(): boolean {
    const isUnanswered = this.status === 0 && this.error !== 'invalid_reply';
    const isUnderWay = this.error === 'idempotency_key_in_use';
    return isUnanswered || isUnderWay || this.status === 429 || this.status >= 500;
  }
}

export function connectionError(error: ConnectionFault, detail: string, cause: unknown): LonjaError {
  return new LonjaError({ status: 0, error, detail, request_id: '', cause });
}

export function unreachableError(baseUrl: string, cause: unknown): LonjaError {
  return connectionError('network_error', `${baseUrl || 'The service'} could not be reached.`, cause);
}

/** The error that an answer stands for, whether the service wrote it or something before it. */
export async function errorOfResponse(response: Response): Promise<LonjaError> {
  const text = await response.text();
  const { error, detail } = parseBody(text);
  return new LonjaError({
    status: response.status,
    error: typeof error === 'string' ? error : `http_${response.status}`,
    detail: isDetail(detail) ? detail : `The answer was ${response.status} ${response.statusText}`.trim(),
    request_id: response.headers.get('x-request-id') ?? '',
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  });
}

/** `Retry-After` is seconds or a date. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

function parseBody(text: string): { error?: unknown; detail?: unknown } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function isDetail(detail: unknown): detail is string | FieldFault[] {
  return typeof detail === 'string' || (Array.isArray(detail) && detail.every(isFieldFault));
}

function isFieldFault(fault: unknown): fault is FieldFault {
  return (
    typeof fault === 'object' &&
    fault !== null &&
    'msg' in fault &&
    'loc' in fault &&
    Array.isArray(fault.loc)
  );
}

function sentenceOf(detail: string | FieldFault[]): string {
  if (typeof detail === 'string') return detail;
  return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
}
