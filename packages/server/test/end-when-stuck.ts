import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const PATIENCE_MINUTES = 15;

/**
 * Imported before each test file (`node --test --import`). A file whose process goes on although its tests have ended, or never
 * ends them, would keep the whole run waiting without a word: it fails here and says what keeps it alive.
 */
if (isMainThread && process.env['NODE_TEST_CONTEXT'] !== undefined) {
  setTimeout(() => {
    const alive = process.getActiveResourcesInfo().join(', ');
    writeSync(
      2,
      `${process.argv[1]} has not ended after ${PATIENCE_MINUTES} minutes. Still open: ${alive}\n`,
    );
    process.exit(1);
  }, PATIENCE_MINUTES * 60_000).unref();
}
