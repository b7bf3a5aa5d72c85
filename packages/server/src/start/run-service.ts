import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, readConfig, readLogSettings } from '../operate/config/config.ts';
import { type Context, createContext } from './context.ts';
import { OperatorError } from '../ground/errors.ts';
import { createLogger, logFormat } from '../ground/telemetry/log.ts';
import { type RunningService, startService } from './start-service.ts';
import { logWelcome, startingText, welcomeText } from './welcome.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the service in this process until a signal ends it. After SIGTERM it serves for a moment more while `/ready` says that it stops,
 * so that load balancers turn to others; what is under way then has its time to end. A second signal ends the waiting. `prepare` may put
 * other parts into the context, as tests do with models that are fitted in a moment.
 */
export async function runService(
  environment: Record<string, string | undefined>,
  prepare: (context: Context) => Context = (context) => context,
): Promise<void> {
  const isText = logFormat(readLogSettings(environment)) === 'text';
  const running: Running = {};
  const impatience = new AbortController();
  let stopping: Promise<never> | undefined;
  const stop = (exitCode: number, signal?: NodeJS.Signals) => {
    if (stopping !== undefined) impatience.abort();
    stopping ??= stopRunning(running, { signal, impatience: impatience.signal }).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        process.stderr.write(`${messageOf(error)}\n`);
        return process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, () => stop(0, signal));

  try {
    running.config = readConfig(environment);
    if (isText) process.stdout.write(startingText(running.config));
    running.opening = createContext(running.config);
    const context = prepare(await running.opening);
    running.starting = startService(context, running.config);
    const service = await running.starting;
    const dataOrigin = await service.follow();
    const surroundings = { dataOrigin, dataDir: running.config.dataDir };
    if (!isText) return logWelcome(context.logger, service, surroundings);
    const isTerminal = process.stdout.isTTY;
    context.logProgress();
    process.stdout.write(welcomeText(service, surroundings, { isTerminal }));
    // The first secrets stay on the screen, also where sources do not answer, which `lonja sources` shows.
    const { isLogLevelSet } = running.config;
    if (isTerminal && service.firstRun !== undefined && !isLogLevelSet) context.logger.level = 'error';
  } catch (error) {
    // Work that a stop cut short fails; that is not an error of its own.
    if (stopping === undefined) {
      if (isText) process.stderr.write(`${messageOf(error)}\n`);
      else logFailure(environment, error);
    }
    stop(1);
  }
}

/** What has been begun, in this order. */
interface Running {
  config?: Config;
  opening?: Promise<Context>;
  starting?: Promise<RunningService>;
}

/** Stops what runs. What cannot end in time is left: requests are cut off, jobs and deliveries are taken up again by the next start. */
async function stopRunning(
  { config, opening, starting }: Running,
  { signal, impatience }: { signal: NodeJS.Signals | undefined; impatience: AbortSignal },
): Promise<void> {
  const context = await opening?.catch(() => undefined);
  if (context === undefined || config === undefined) return;
  const { logger } = context;
  const { stopNoticeS, stopTimeoutS } = config;
  const stopsBy = performance.now() + stopTimeoutS * 1000;
  if (signal !== undefined) logger.info({ signal, stopNoticeS, stopTimeoutS }, 'stopping');
  const service = await starting?.catch(() => undefined);
  service?.announceStop();
  if (signal === 'SIGTERM' && service !== undefined) await waitFor(stopNoticeS * 1000, impatience);
  const stopped = Promise.resolve(service?.stop()).then(() => true);
  const isInTime = await Promise.race([
    stopped,
    waitFor(Math.max(0, stopsBy - performance.now()), impatience).then(() => false),
  ]);
  if (!isInTime) logger.warn('what was still under way is cut off; the next start takes it up again');
  await context.close();
  if (signal !== undefined) logger.info('stopped');
}

/** Waits, but no longer than until the signal is aborted. */
async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

function logFailure(environment: Record<string, string | undefined>, error: unknown): void {
  const { logger } = createLogger(readLogSettings(environment));
  if (error instanceof OperatorError) logger.fatal(error.message);
  else logger.fatal({ error }, 'the service could not start');
}

function messageOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
}
