import { runLonja } from '../../../e2e/running-service.ts';
import { samplesOf } from '../../../packages/server/test/metrics/metered-api.ts';

const EVERY_MS = 1000;
const PATIENCE_MS = 10_000;

interface Second {
  read: string;
  write: string;
  ready: string;
}

export interface Observed {
  /** The answers to a read, to a write and of `/ready`, each second, those that are alike together. */
  bySecond: string;
  /** The highest value of each metric that was watched. */
  highest: ReadonlyMap<string, number>;
  lowest: ReadonlyMap<string, number>;
}

/** Asks for a forecast, makes a site, and looks at `/ready` and at some metrics each second, until `stop`. */
export function observe(
  service: { baseUrl: string; key: string; metricsUrl: string },
  watched: readonly string[],
): { stop(): Promise<Observed> } {
  const { baseUrl, key, metricsUrl } = service;
  const seconds: Second[] = [];
  const highest = new Map<string, number>();
  const lowest = new Map<string, number>();
  const authorization = `Bearer ${key}`;
  const status = (path: string, init: RequestInit = {}) =>
    fetch(baseUrl + path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      async (reply) => (await reply.arrayBuffer(), String(reply.status)),
      () => 'none',
    );
  const write = (name: string) =>
    status('/portfolio/sites', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name, kind: 'battery', capacity_mw: 1, energy_mwh: 2, efficiency: 0.9 }),
    });
  const readiness = async () => {
    const reply = await fetch(`${baseUrl}/ready`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const body: { checks: Record<string, { status: string }> } = JSON.parse(await reply.text());
    const said = ['database', 'queue', 'replica'].flatMap((check) =>
      check in body.checks ? [`${check} ${body.checks[check].status}`] : [],
    );
    return `${reply.status} (${said.join(', ')})`;
  };
  const scrape = async () => {
    const reply = await fetch(metricsUrl, { signal: AbortSignal.timeout(PATIENCE_MS) });
    for (const [sample, value] of samplesOf(await reply.text())) {
      const name = sample.split('{')[0];
      if (!watched.includes(name)) continue;
      highest.set(name, Math.max(highest.get(name) ?? 0, value));
      lowest.set(name, Math.min(lowest.get(name) ?? Infinity, value));
    }
  };
  const asked: Promise<void>[] = [];
  const ask = async (n: number) => {
    const [read, written, ready] = await Promise.all([
      status('/forecasts/latest?market_id=es&product=da', { headers: { authorization } }),
      write(`observed ${baseUrl} ${n}`),
      readiness().catch(() => 'none'),
      scrape().catch(() => undefined),
    ]);
    seconds[n] = { read, write: written, ready };
  };
  const timer = setInterval(() => asked.push(ask(asked.length)), EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(asked);
      return { bySecond: describe(seconds), highest, lowest };
    },
  };
}

function describe(seconds: readonly Second[]): string {
  const runs: { from: number; to: number; text: string }[] = [];
  seconds.forEach(({ read, write, ready }, second) => {
    const text = `read ${read}, write ${write}, /ready ${ready}`;
    const last = runs.at(-1);
    if (last?.text === text) last.to = second;
    else runs.push({ from: second, to: second, text });
  });
  return runs.map(({ from, to, text }) => `${from === to ? from : `${from}-${to}`} s: ${text}`).join('; ');
}

/** What `lonja doctor` says of some of its checks. */
export async function doctorSays(
  environment: Record<string, string>,
  names: readonly string[],
): Promise<string> {
  const { stdout } = await runLonja(['doctor', '--json'], environment);
  const { checks }: { checks: { name: string; verdict: string; text: string }[] } = JSON.parse(stdout);
  const said = checks
    .filter(({ name }) => names.includes(name))
    .map(({ name, verdict, text }) => `${name}: ${verdict}, ${text}`);
  return said.length === 0 ? 'nothing' : said.join('; ');
}
