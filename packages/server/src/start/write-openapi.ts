import { readFile, writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { createClock } from '../ground/timing/clock.ts';
import { createOutboxSignal } from '../outbound/events/append-event.ts';
import { createSealer } from '../ground/secrets/sealing.ts';
import { NO_JOBS } from '../ground/jobs/job-board.ts';
import { openDatabase } from '../ground/database/database.ts';
import { createApp } from './app.ts';
import { renderOpenApi } from './openapi.ts';

/** Writes docs/openapi.json; with `--check` it changes nothing and fails when the file is not current. */
const target = new URL('../../../../docs/openapi.json', import.meta.url);
const { version }: { version: string } = JSON.parse(
  await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
);
const text = await render();
if (process.argv.includes('--check')) {
  if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    process.stderr.write('docs/openapi.json is not current; run "npm run generate".\n');
    process.exitCode = 1;
  }
} else {
  await writeFile(target, text);
}

async function render(): Promise<string> {
  // The pool connects on its first query, and building the document makes none.
  const db = openDatabase('postgres://localhost/unused', { maxConnections: 1 });
  const clock = createClock(undefined);
  const jwtSecret = new Uint8Array(32);
  const app = await createApp({
    db,
    clock,
    logger: pino({ level: 'silent' }),
    sessionSecrets: [jwtSecret],
    sealer: createSealer([jwtSecret]),
    onMailQueued: () => {},
    version,
    dataOrigin: async () => undefined,
    dataEpoch: { read: async () => '', latest: () => undefined },
    queueIsHealthy: async () => true,
    jobs: NO_JOBS,
    knownSources: [],
    webhooks: {
      resolve: async () => [],
      allowPrivateTargets: false,
    },
    outbox: createOutboxSignal(),
    startedAt: clock.now(),
  });
  try {
    return renderOpenApi(app);
  } finally {
    await app.close();
    await db.destroy();
  }
}
