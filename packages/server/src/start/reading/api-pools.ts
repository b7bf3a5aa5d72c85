import type { Logger } from 'pino';
import type { Config } from '../../operate/config/config.ts';
import { HANDLER_TIMEOUT_MS } from '../../people/limits/request-limits.ts';
import {
  databaseOn,
  type DatabaseOptions,
  type Db,
  LOST_CONNECTIONS,
  openPool,
} from '../../ground/database/database.ts';
import { openReplica, type Replica } from '../../ground/database/replica.ts';

/** A request that waits for a lock holds one of few connections. */
const REQUEST_LOCK_TIMEOUT_MS = 3000;

export const API_LIMITS = { lockTimeoutMs: REQUEST_LOCK_TIMEOUT_MS, statementTimeoutMs: HANDLER_TIMEOUT_MS };

/** The API's connections: to the database, and to the replica that it reads the market from where there is one. */
export interface ApiPools {
  api: ReturnType<typeof openPool>;
  replica?: ReturnType<typeof openPool>;
  /** Whether the replica is read from. */
  replicaWatch?: Replica;
}

/** Apart from the jobs: neither of them takes the other's connections, and a request waits for no lock longer than for its answer. */
export function openApiPools(
  { databaseUrl, logger }: { databaseUrl: string; logger: Pick<Logger, 'info' | 'warn'> },
  { databaseConnections, databaseReplicaUrl }: Pick<Config, 'databaseConnections' | 'databaseReplicaUrl'>,
): ApiPools {
  const options: DatabaseOptions = {
    ...API_LIMITS,
    maxConnections: databaseConnections,
    onLost: (connections) => logger.warn({ connections }, LOST_CONNECTIONS),
  };
  const api = openPool(databaseUrl, options);
  if (databaseReplicaUrl === undefined) return { api };
  const replica = openPool(databaseReplicaUrl, { ...options, isReadOnly: true });
  const replicaWatch = openReplica({ primary: api, replica }, (state) => {
    if (state.status === 'ok') logger.info(state, 'the replica is read from again');
    else logger.warn(state, `the replica is ${state.status}: its reads go to the primary database`);
  });
  return { api, replica, replicaWatch };
}

/** What belongs to tenants is in `db`; market data and forecasts are read from `marketDb`, the replica where there is one. */
export function databasesOn({ api, replicaWatch }: ApiPools): { db: Db; marketDb: Db } {
  const db = databaseOn(api, API_LIMITS);
  return { db, marketDb: replicaWatch === undefined ? db : databaseOn(replicaWatch, API_LIMITS) };
}
