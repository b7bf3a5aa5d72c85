import { prepareApplication } from '@lonja/web/application';
import type { Logger } from 'pino';

export interface ApplicationBuild {
  /** Folder of the built files; undefined until they are there. */
  folder(): string | undefined;
  stop(): void;
}

/**
 * Makes sure that the web application is built, beside the start of everything else: the API does not wait for it. In production it is
 * built already, or the log says that it is not.
 */
export function startApplicationBuild(
  logger: Logger,
  { isProduction }: { isProduction: boolean },
): ApplicationBuild {
  const stopping = new AbortController();
  const built: { folder?: string } = {};
  const build = async () => {
    const startedAt = performance.now();
    const onBuild = () => logger.info('building the web application: its sources have changed');
    try {
      built.folder = await prepareApplication({ mayBuild: !isProduction, onBuild, signal: stopping.signal });
      logger.info({ ms: Math.round(performance.now() - startedAt) }, 'the web application is ready');
    } catch (error) {
      if (!stopping.signal.aborted) logger.error({ error }, 'the web application cannot be served');
    }
  };
  void build();
  return { folder: () => built.folder, stop: () => stopping.abort() };
}
