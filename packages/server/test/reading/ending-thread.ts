import { parentPort } from 'node:worker_threads';
import type { FromReader, ToReader } from '../../src/start/reading/reader-messages.ts';

/** A thread that begins an answer in parts, and ends at the first thing that is asked of it afterwards. */
const tell = (message: FromReader) => parentPort?.postMessage(message, []);
parentPort?.on('message', (message: ToReader) => {
  if ('request' in message && message.request.url === '/parts') {
    tell({ id: message.id, headers: {}, isInParts: true });
  } else process.exit(3);
});
tell({ isReady: true });
