import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeData } from '../../../e2e/running-service.ts';
import { startEmbeddedPostgres } from '../../../packages/server/src/store/embedded-postgres/start-embedded-postgres.ts';
import { startRelay } from '../../../packages/server/test/relay.ts';
import { type Fault, underLoad } from './fault.ts';
import { createInstallation } from './installation.ts';

const secret = () => randomBytes(32).toString('base64url');

export const NETWORK_FAULTS: readonly Fault[] = [
  {
    name: 'connections lost',
    async run() {
      await using parts = new AsyncDisposableStack();
      const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-lost-'));
      parts.defer(() => removeData(dataDir));
      await chmod(dataDir, 0o755);
      const server = await startEmbeddedPostgres({ dataDir, durable: false });
      parts.defer(() => server.stop());
      const url = new URL(server.databaseUrl);
      const relay = await startRelay({ host: url.hostname, port: Number(url.port) });
      parts.defer(() => relay.close());
      url.port = String(relay.port);
      const installation = await createInstallation({
        DATABASE_URL: url.href,
        SESSION_SECRET: secret(),
        SEALING_KEYS: secret(),
      });
      parts.defer(() => installation.remove());
      return await underLoad(
        installation,
        { promise: 'every connection to the database is lost without a word', backWithinS: 10 },
        async () => relay.swallow(),
      );
    },
  },
];
