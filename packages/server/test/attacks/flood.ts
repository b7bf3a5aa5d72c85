import { Pool } from 'undici';
import { type AttackCounts, note } from './attack.ts';

export interface Flood {
  /** Absent: as many as there are answers to until `signal` ends it. */
  requests?: number;
  signal?: AbortSignal;
  connections: number;
  /** The path and headers of the n-th request. */
  request: (n: number) => { path: string; headers?: Record<string, string> };
  /** Where the requests come from, one of the machine's own addresses; absent: the usual one. */
  localAddress?: string;
  /** Called with every answer. */
  onAnswer?: (status: number, headers: Record<string, string | string[] | undefined>) => void;
}

/** Sends GETs as fast as some connections take them, and counts the answers by status. */
export async function flood(baseUrl: string, options: Flood): Promise<AttackCounts> {
  const {
    requests = Number.POSITIVE_INFINITY,
    connections,
    request,
    localAddress,
    signal,
    onAnswer,
  } = options;
  const from = localAddress === undefined ? {} : { localAddress };
  const pool = new Pool(baseUrl, { connections, ...from, headersTimeout: 0, bodyTimeout: 0 });
  const counts: AttackCounts = {};
  let next = 0;
  const send = async () => {
    while (next < requests) {
      if (signal?.aborted === true) return;
      const { path, headers = {} } = request(next++);
      try {
        const answer = await pool.request({ method: 'GET', path, headers });
        await answer.body.dump();
        note(counts, answer.statusCode);
        onAnswer?.(answer.statusCode, answer.headers);
      } catch {
        note(counts, 'failed');
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  await pool.close();
  return counts;
}

/** The headers of a request with a key. */
export function withKey(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}
