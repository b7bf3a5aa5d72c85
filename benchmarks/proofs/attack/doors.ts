import { createServer } from 'node:net';
import { portOf } from '../../../packages/server/test/sources/replay-server.ts';
import { attackAccounts } from '../../../packages/server/test/attacks/attacked-accounts.ts';
import { tryForeignRecords } from '../../../packages/server/test/attacks/foreign-records.ts';
import { tryForgedCredentials } from '../../../packages/server/test/attacks/forged-tokens.ts';
import {
  resolveAsAttacker,
  tryHostileTargets,
} from '../../../packages/server/test/attacks/hostile-targets.ts';
import {
  raceForInvitation,
  raceForLastAdmin,
  raceForLimit,
} from '../../../packages/server/test/attacks/races.ts';
import type { Tried } from '../../../packages/server/test/attacks/tried.ts';
import { fuzzService } from '../../../packages/server/test/fuzz/fuzz-service.ts';
import { createTestApi } from '../../../packages/server/test/http/test-api.ts';
import { createWebhookService } from '../../../packages/server/test/webhooks/webhook-service.ts';
import type { Promised } from '../report.ts';
import { floodOneMailbox, guessFromEverywhere, setWeakPasswords } from './accounts.ts';

const STARTS_AT = '2026-03-30T10:05:00Z';

/** Tries every way to what is somebody else's. */
export async function tryDoors(report: (text: string) => void): Promise<Promised[]> {
  const api = await createTestApi(STARTS_AT);
  const second = await api.addProcess();
  const accounts = await attackAccounts();
  const doors: [promise: string, attack: () => Promise<Tried>][] = [
    ['no credential that nobody has issued is answered', () => tryForgedCredentials(api)],
    ['no record of another tenant is shown or changed', () => tryForeignRecords(api)],
    ['no webhook leads into a private network', hostileTargets],
    ['an invitation that is accepted many times at once makes one user', () => raceForInvitation(api)],
    ['two admins who take each other the role at once leave one', () => raceForLastAdmin(api)],
    ['of 300 requests at once over two processes 60 are served', () => raceForLimit(api, second)],
    [
      'no password is guessed from 30 addresses, and the owner is not kept out',
      () => guessFromEverywhere(accounts),
    ],
    ['however many ask, one address is sent six mails in a day', () => floodOneMailbox(accounts)],
    ['no password that is guessed first is taken', () => setWeakPasswords(accounts)],
  ];
  const promises: Promised[] = [];
  try {
    for (const [promise, attack] of doors) {
      report(promise);
      const { tries, broken } = await attack();
      const seen = `${tries} tries, ${broken.length === 0 ? 'none got through' : `got through: ${broken.slice(0, 3).join('; ')}`}`;
      promises.push({ promise, seen, holds: broken.length === 0 });
    }
  } finally {
    await accounts.api.close();
    await api.close();
  }
  return promises;
}

/** Random requests to every operation: none may end with a server error, and each answer is as documented. */
export async function fuzz(requests: number, seed: number): Promise<Promised> {
  const promise = `${requests} random requests to every operation (seed ${seed}): no server error, every answer as documented`;
  try {
    const report = await fuzzService({ requests, seed });
    const statuses = [...report.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${count} ${status}`);
    return { promise, seen: `${report.requests} requests: ${statuses.join(', ')}`, holds: true };
  } catch (error) {
    return { promise, seen: String(error).slice(0, 300).replaceAll('\n', ' '), holds: false };
  }
}

async function hostileTargets(): Promise<Tried> {
  let reached = 0;
  const trap = createServer((socket) => {
    reached++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  const service = await createWebhookService(STARTS_AT, {
    resolve: resolveAsAttacker,
    allowPrivateTargets: false,
  });
  const tried = await tryHostileTargets(service.context, await service.createAdmin(), portOf(trap.address()));
  await service.close();
  trap.close();
  return reached === 0 ? tried : { ...tried, broken: [...tried.broken, `${reached} connections`] };
}
