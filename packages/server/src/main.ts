import { readConfig } from './config.ts';
import { createContext } from './context.ts';
import { OperatorError } from './errors.ts';
import { startService } from './start-service.ts';
import { welcomeText } from './welcome.ts';

try {
  const config = readConfig(process.env);
  const context = await createContext(config);
  const service = await startService(context, config).catch(async (error: unknown) => {
    await context.close();
    throw error;
  });
  process.stdout.write(welcomeText(service, config));
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= service
      .stop()
      .then(() => context.close())
      .then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
} catch (error) {
  process.stderr.write(
    `${error instanceof OperatorError ? error.message : String((error as Error).stack)}\n`,
  );
  process.exit(1);
}
