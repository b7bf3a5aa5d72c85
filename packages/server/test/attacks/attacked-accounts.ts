import type { AddressInfo } from 'node:net';
import { type TestApi, type TestApiOptions, createTestApi } from '../http/test-api.ts';

/** The API as it listens on loopback, for attacks that come over the network. */
export interface AttackedAccounts {
  api: TestApi;
  baseUrl: string;
  /** Waits that strangers were made to spend, ms. */
  waits: number[];
}

export async function attackAccounts(options: TestApiOptions = {}): Promise<AttackedAccounts> {
  const waits: number[] = [];
  const delay = async (ms: number) => void waits.push(ms);
  const api = await createTestApi('2026-03-30T10:05:00Z', { delay, ...options });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  return { api, baseUrl: `http://127.0.0.1:${port}`, waits };
}
