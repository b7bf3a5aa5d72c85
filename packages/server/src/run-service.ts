import { readConfig, readLogSettings } from './config.ts';
import { type Context, createContext } from './context.ts';
import { OperatorError } from './errors.ts';
import { createLogger, logFormat } from './log.ts';
import { startService } from './start-service.ts';
import { logWelcome, welcomeText } from './welcome.ts';

/**
 * Runs the service in this process until a signal ends it. `prepare` may put other parts into its context, as tests do with models that
 * are fitted in a moment.
 */
export async function runService(
  environment: Record<string, string | undefined>,
  prepare: (context: Context) => Context = (context) => context,
): Promise<void> {
  const isText = logFormat(readLogSettings(environment)) === 'text';
  let close = async () => {};
  let stopping: Promise<never> | undefined;
  const stop = (exitCode: number) => {
    stopping ??= close().then(
      () => process.exit(exitCode),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));

  try {
    const config = readConfig(environment);
    const context = prepare(await createContext(config));
    close = () => context.close();
    const service = await startService(context, config);
    close = async () => {
      await service.stop();
      await context.close();
    };
    const dataOrigin = await service.follow();
    const surroundings = { dataOrigin, dataDir: config.dataDir };
    if (isText) process.stdout.write(welcomeText(service, surroundings));
    else logWelcome(context.logger, service, surroundings);
  } catch (error) {
    // Work that a stop cut short fails; that is not an error of its own.
    if (stopping === undefined) {
      if (isText) process.stderr.write(`${messageOf(error)}\n`);
      else logFailure(environment, error);
    }
    stop(1);
  }
}

function logFailure(environment: Record<string, string | undefined>, error: unknown): void {
  const logger = createLogger(readLogSettings(environment));
  if (error instanceof OperatorError) logger.fatal(error.message);
  else logger.fatal({ error }, 'the service could not start');
}

function messageOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
}
