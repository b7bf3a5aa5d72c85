import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogSettings } from './config.ts';

/** The service's log on standard output: a JSON object in each line, or text for a person at a terminal. */
export function createLogger(settings: LogSettings): Logger {
  const options = {
    level: settings.level,
    redact: ['req.headers.authorization', 'password', '*.password'],
    serializers: { error: describeError, err: describeError },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (logFormat(settings) === 'json') return pino(options);
  const target = { target: 'pino-pretty', options: { ignore: 'pid,hostname' } };
  return pino({ ...options, transport: target });
}

export function logFormat({ format }: LogSettings): 'json' | 'text' {
  return format ?? (process.stdout.isTTY ? 'text' : 'json');
}

/** What a log tells of an error: not the objects that libraries hang on it, which can hold anything. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    name: error.name,
    code: 'code' in error ? error.code : undefined,
    message: error.message,
    stack: error.stack,
  };
}
