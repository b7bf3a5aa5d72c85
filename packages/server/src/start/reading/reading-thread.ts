import '../../ground/config/install-markets.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { countConnections } from '../../ground/database/database.ts';
import { databasesOn, openApiPools } from './api-pools.ts';
import type { Config } from '../../operate/config/config.ts';
import { createReaderApp } from './reader-app.ts';
import type { FromReader, ToReader } from './reader-messages.ts';
import { createRunPoints } from '../../forecasts/runs/run-points.ts';
import { findDataOrigin } from '../../ground/database/service-state.ts';

export interface ReaderSettings extends Pick<Config, 'databaseConnections' | 'databaseReplicaUrl'> {
  databaseUrl: string;
}

const CONNECTIONS_TOLD_MS = 5000;

/** The program of the thread that answers dear reads: the handlers of the API, on connections of their own. */
const { databaseUrl, ...connections }: ReaderSettings = workerData;
const logger = { info: noteAs('info'), warn: noteAs('warn') };
const pools = openApiPools({ databaseUrl, logger }, connections);
const { db, marketDb } = databasesOn(pools);
await pools.replicaWatch?.look();
const app = await createReaderApp({
  db: marketDb,
  ownDb: db,
  dataOrigin: () => findDataOrigin(marketDb),
  points: createRunPoints(marketDb),
  need: (dataVersion) => pools.replicaWatch?.need(dataVersion),
});
parentPort?.on('message', (message: ToReader) => void take(message));
tell({ isReady: true });
tellConnections();
setInterval(tellConnections, CONNECTIONS_TOLD_MS).unref();

async function take(message: ToReader): Promise<void> {
  const { id } = message;
  if ('wants' in message && message.wants === 'nothing') return app.leave(id);
  tell({ id, ...('request' in message ? await app.answer(id, message.request) : await app.nextPart(id)) });
}

function tellConnections(): void {
  const replica = pools.replica && { 'reads-replica': countConnections(pools.replica) };
  tell({ pools: { reads: countConnections(pools.api), ...replica } });
}

/** Bytes are handed over, not copied. */
function tell(message: FromReader): void {
  const bytes = 'body' in message ? message.body : 'part' in message ? message.part : undefined;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message, bytes === undefined ? [] : [bytes.buffer as ArrayBuffer]);
}

function noteAs(log: 'info' | 'warn'): (fields: unknown, text?: string) => void {
  return (fields, text = '') => tell({ log, fields, text });
}
