import { readConfig } from './config.ts';
import { createContext } from './context.ts';
import { OperatorError } from './errors.ts';
import { startService } from './start-service.ts';
import { welcomeText } from './welcome.ts';

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
  const config = readConfig(process.env);
  const context = await createContext(config);
  close = () => context.close();
  const service = await startService(context, config);
  close = async () => {
    await service.stop();
    await context.close();
  };
  const dataOrigin = await service.follow();
  process.stdout.write(welcomeText(service, { dataOrigin, dataDir: config.dataDir }));
} catch (error) {
  // Work that a stop cut short fails; that is not an error of its own.
  if (stopping === undefined) process.stderr.write(`${messageOf(error)}\n`);
  stop(1);
}

function messageOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
}
