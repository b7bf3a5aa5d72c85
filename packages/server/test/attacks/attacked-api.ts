import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { DEFAULT_LIMITS, type RequestLimits } from '../../src/people/limits/request-limits.ts';
import { createTestApi, type TestApi, type TestApiOptions } from '../http/test-api.ts';
import type { AttackCounts } from './attack.ts';
import { flood, withKey } from './flood.ts';

/** Somebody else's: the whole of 127.0.0.0/8 is the machine's own on Linux. */
const OTHER_ADDRESS = '127.0.0.2';

export interface AttackedApi {
  api: TestApi;
  baseUrl: string;
  /** What somebody with a key gets who asks from another address meanwhile. */
  askAsOther: (key: string, requests?: number) => Promise<AttackCounts>;
}

/** The API with the limits that it has by default, where none other is given, on a socket. */
export async function attackedApi(
  limits: Partial<RequestLimits> = {},
  options: TestApiOptions = {},
): Promise<AttackedApi> {
  const api = await createTestApi('2026-03-30T10:05:00Z', {
    limits: { ...DEFAULT_LIMITS, ...limits },
    ...options,
  });
  after(() => api.close());
  const baseUrl = await listen(api.app);
  return {
    api,
    baseUrl,
    askAsOther: async (key, requests = 10) =>
      flood(baseUrl, {
        requests,
        connections: 1,
        localAddress: OTHER_ADDRESS,
        request: () => ({ path: '/api/v1/markets', headers: withKey(key) }),
      }),
  };
}

export async function listen(app: FastifyInstance): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 });
}
