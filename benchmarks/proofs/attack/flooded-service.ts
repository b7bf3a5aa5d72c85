import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApiKey, createTenant } from '../../../packages/server/src/people/access/create-identities.ts';
import { openDatabase } from '../../../packages/server/src/ground/database/database.ts';
import type { AttackCounts } from '../../../packages/server/test/attacks/attack.ts';
import { readFirstRun } from '../../../e2e/running-service.ts';
import { CLOCK_START, createInstallation, findDatabase, type Installation } from '../faults/installation.ts';
import type { Promised } from '../report.ts';
import { type Arms, FLOODS } from './floods.ts';
import { measureVictim, quantileOf } from './victim.ts';

const SECONDS = 10;
const SETTLE_MS = 5000;
const SETTLED_MS = 60_000;
const KEYS = 10;
/** How much longer the slowest hundredth of the victim's answers may take than in quiet. */
const MOST_TIMES = 3;

/** Sends every flood, or those with a word in their names, to a running service, while somebody else asks it for forecasts. */
export async function floodService(report: (text: string) => void, word = ''): Promise<Promised[]> {
  const chosen = [...FLOODS.entries()].filter(([, { name }]) => name.includes(word));
  if (chosen.length === 0) throw new Error(`No flood has "${word}" in its name.`);
  const installation = await createInstallation();
  try {
    const baseUrl = installation.baseUrl.replace(/\/api\/v1$/, '');
    const quiet: number[] = [];
    const floods: { name: string; counts: AttackCounts; times: number[]; refused: number }[] = [];
    // What a first start has left to do is done by then, and everything is warm.
    await sleep(SETTLED_MS);
    await measureVictim(baseUrl, installation.key, SECONDS);
    for (const [number, { name }] of chosen) {
      report(name);
      quiet.push(...(await measureVictim(baseUrl, installation.key, SECONDS)).times);
      const attacker = startAttacker(number, await armAttacker(installation, number));
      await sleep(SETTLE_MS);
      const { times, refused } = await measureVictim(baseUrl, installation.key, SECONDS);
      floods.push({ name, counts: await attacker.stop(), times, refused });
      await sleep(SETTLE_MS);
    }
    const [median, slow] = [0.5, 0.99].map((level) =>
      quantileOf(
        quiet.sort((a, b) => a - b),
        level,
      ),
    );
    report(`in quiet: median ${median.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms`);
    return floods.map(({ name, counts, times, refused }) => {
      const p99 = quantileOf(times, 0.99);
      return {
        promise: `${name}: others get their answers, the slowest hundredth within ${MOST_TIMES} times of quiet`,
        seen:
          `${describe(counts)}; the other: ${times.length} answers, ${refused} refused, median ` +
          `${quantileOf(times, 0.5).toFixed(1)}, p99 ${p99.toFixed(1)} ms (quiet ${median.toFixed(1)} and ${slow.toFixed(1)})`,
        holds: refused === 0 && p99 <= MOST_TIMES * slow,
      };
    });
  } finally {
    await installation.remove();
  }
}

/** How many tries had which end. */
export function describe(counts: AttackCounts): string {
  const ends = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  const tries = ends.reduce((sum, [, count]) => sum + count, 0);
  return `${tries} tries: ${ends.map(([end, count]) => `${count} ${end}`).join(', ')}`;
}

function startAttacker(number: number, arms: Arms): { stop(): Promise<AttackCounts> } {
  const program = fileURLToPath(new URL('attacker.ts', import.meta.url));
  const child = spawn(process.execPath, [program, String(number), JSON.stringify(arms)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const printed = text(child.stdout);
  return {
    async stop() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
      return JSON.parse(await printed);
    },
  };
}

/** A tenant of the attacker's, with keys and a battery, new for each flood: what one has used does not hold up the next. */
async function armAttacker(installation: Installation, number: number): Promise<Arms> {
  const { admin_email: victimEmail = '' } = await readFirstRun(installation.dataDir);
  const db = openDatabase((await findDatabase(installation)).url, { maxConnections: 1 });
  const context = { db, clock: { now: () => Date.parse(CLOCK_START) } };
  const tenantId = await createTenant(context, { name: 'Attacker' });
  const keys: string[] = [];
  for (let i = 0; i < KEYS; i++) {
    keys.push((await createApiKey(context, { tenantId, label: `key ${i}`, role: 'admin' })).key);
  }
  await db.destroy();
  const made = await fetch(`${installation.baseUrl}/portfolio/sites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Battery',
      kind: 'battery',
      capacity_mw: 10,
      energy_mwh: 20,
      efficiency: 0.88,
    }),
  });
  const { id: siteId }: { id: string } = JSON.parse(await made.text());
  const baseUrl = installation.baseUrl.replace(/\/api\/v1$/, '');
  return { baseUrl, keys, siteId, victimEmail, address: `127.0.1.${number + 1}` };
}
