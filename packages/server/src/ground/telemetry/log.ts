import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';
import { isDatabaseUnreachable, isReadOnlyFault } from '../database/database-fault.ts';
import { hideSecrets } from '../secrets/hide-secrets.ts';

export interface LogSettings {
  level: 'trace' | 'debug' | 'info' | 'warn' | 'error';
  /** Undefined: text where standard output is a terminal, JSON elsewhere. */
  format: 'json' | 'text' | undefined;
}

/**
 * The service's log on standard output: a JSON object in each line, or text for a person at a terminal; with a destination JSON there. What
 * can be a secret is hidden in every line. While the database is away, or can only be read, it says
 * so once a minute; `onConnect` is to be called when the database has answered.
 */
export function createLogger(
  settings: LogSettings,
  destination?: DestinationStream,
): { logger: Logger; onConnect: () => void } {
  const outage = createOutageLog();
  const readOnly = createOutageLog(undefined, isReadOnlyFault);
  const isText = destination === undefined && logFormat(settings) === 'text';
  const options: LoggerOptions = {
    level: settings.level,
    redact: ['req.headers.authorization', 'password', '*.password'],
    serializers: { error: describeError, err: describeError },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      logMethod(args, log, level) {
        const [said] = args;
        const error = errorOf(said);
        const { isWritten, linesLeftOut } = (isReadOnlyFault(error) ? readOnly : outage).admit(error);
        if (linesLeftOut > 0) args[0] = Object.assign({ linesLeftOut }, said);
        if (isText && level < pino.levels.values['error']) args[0] = withoutStack(args[0]);
        if (isWritten) log.apply(this, args);
      },
      // Libraries write lines of their own, with addresses and queries in them.
      streamWrite: hideSecrets,
    },
  };
  const text = () => pretty({ ignore: 'pid,hostname', singleLine: true, sync: true });
  const logger = pino(options, isText ? text() : (destination ?? pino.destination()));
  return {
    logger,
    onConnect() {
      const past = outage.end();
      if (past !== undefined) logger.info(past, 'the database answers again');
    },
  };
}

/** A person at a terminal needs the message of an error that the service copes with, in one line. */
function withoutStack(said: unknown): unknown {
  const error = errorOf(said);
  return error instanceof Error ? { ...(said as object), error: error.message, err: undefined } : said;
}

/** The error that a line is about. */
function errorOf(said: unknown): unknown {
  if (typeof said !== 'object' || said === null) return undefined;
  return 'error' in said ? said.error : 'err' in said ? said.err : undefined;
}

export function logFormat({ format }: LogSettings): 'json' | 'text' {
  return format ?? (process.stdout.isTTY ? 'text' : 'json');
}

/** What is logged of an error: not the objects that libraries attach to it, which can hold anything. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    name: error.name,
    code: 'code' in error ? error.code : undefined,
    message: error.message,
    stack: error.stack,
  };
}

/** What is left unsaid, and for how long, before a line says that the outage lasts. */
const REMIND_MS = 60_000;
/** Faults further apart than this are of two outages, though no new connection marked the end of the first. */
const QUIET_MS = 15_000;

/** Decides what a log says while the database is away: the first fault, a count once a minute, and the end. */
interface OutageLog {
  /** Whether a line about this error is written; `linesLeftOut` are those that were not since the last one. */
  admit(error: unknown): { isWritten: boolean; linesLeftOut: number };
  /** The database has answered: ends the outage, where there is one, and gives what came of it. */
  end(): { awayS: number; linesLeftOut: number } | undefined;
}

/** `now`: a clock in ms; `isFault`: what is a fault of such an outage. */
export function createOutageLog(
  now: () => number = () => performance.now(),
  isFault: (error: unknown) => boolean = isDatabaseUnreachable,
): OutageLog {
  let outage:
    | { since: number; lastFault: number; lastLine: number; leftOut: number; leftOutInAll: number }
    | undefined;
  return {
    admit(error) {
      if (!isFault(error)) return { isWritten: true, linesLeftOut: 0 };
      const at = now();
      if (outage === undefined || at - outage.lastFault > QUIET_MS) {
        outage = { since: at, lastFault: at, lastLine: at, leftOut: 0, leftOutInAll: 0 };
        return { isWritten: true, linesLeftOut: 0 };
      }
      outage.lastFault = at;
      if (at - outage.lastLine < REMIND_MS) {
        outage.leftOut++;
        outage.leftOutInAll++;
        return { isWritten: false, linesLeftOut: outage.leftOut };
      }
      const linesLeftOut = outage.leftOut;
      outage.lastLine = at;
      outage.leftOut = 0;
      return { isWritten: true, linesLeftOut };
    },
    end() {
      if (outage === undefined) return undefined;
      const { since, leftOutInAll } = outage;
      outage = undefined;
      return { awayS: Math.round((now() - since) / 1000), linesLeftOut: leftOutInAll };
    },
  };
}
