import { writeSync } from 'node:fs';
import { inspect } from 'node:util';
import { isMainThread } from 'node:worker_threads';

const PATIENCE_MINUTES = 20;

/**
 * Imported before each test file (`node --test --import`): says what the runner leaves unsaid. A file whose tests have all passed still
 * fails when something that they left behind goes wrong, and one whose process goes on would keep the whole run waiting; here the one
 * tells its stack and the other fails and tells what keeps it alive.
 */
if (isMainThread && process.env['NODE_TEST_CONTEXT'] !== undefined) {
  process.on('unhandledRejection', (reason) => tell(`left an error unhandled: ${inspect(reason)}`));
  process.on('uncaughtExceptionMonitor', (error) => tell(`left an error unhandled: ${inspect(error)}`));
  setTimeout(() => {
    const alive = process.getActiveResourcesInfo().join(', ');
    tell(`has not ended after ${PATIENCE_MINUTES} minutes. Still open: ${alive}`);
    process.exit(1);
  }, PATIENCE_MINUTES * 60_000).unref();
}

function tell(what: string): void {
  writeSync(2, `Test file ${process.argv[1]} ${what}\n`);
}
