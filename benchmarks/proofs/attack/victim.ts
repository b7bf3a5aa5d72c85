import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Seen {
  /** Of each answer, ms, in order of size. */
  times: number[];
  /** Answers other than 200. */
  refused: number;
}

const EVERY_MS = 25;
const ADDRESS = '127.0.0.2';

/** Asks for the newest forecast forty times a second, from an address of its own, for so many seconds. */
export async function measureVictim(baseUrl: string, key: string, seconds: number): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, localAddress: ADDRESS });
  const url = `${baseUrl}/api/v1/forecasts/latest?market_id=es&product=da`;
  const headers = { authorization: `Bearer ${key}` };
  const times: number[] = [];
  let refused = 0;
  const asked: Promise<void>[] = [];
  const ask = async () => {
    const startedAt = performance.now();
    const [answer]: IncomingMessage[] = await once(get(url, { agent, headers }), 'response');
    await once(answer.resume(), 'end');
    times.push(performance.now() - startedAt);
    if (answer.statusCode !== 200) refused++;
  };
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    asked.push(
      ask().catch(() => {
        refused++;
      }),
    );
    await sleep(EVERY_MS);
  }
  await Promise.all(asked);
  agent.destroy();
  return { times: times.sort((a, b) => a - b), refused };
}

export function quantileOf(sorted: readonly number[], level: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(level * sorted.length))] ?? Number.NaN;
}
