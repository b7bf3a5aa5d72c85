import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import {
  findOwner,
  findSurroundings,
  FolderInUse,
  giveUpClaim,
  renewClaim,
  type Surroundings,
  takeClaim,
} from './claim.ts';

const NEVER_MS = 600_000;
const hasFlock = spawnSync('flock', ['--version']).error === undefined;
const withFlock = { skip: hasFlock ? false : 'this system has no program flock' };

const root = await mkdtemp(path.join(tmpdir(), 'lonja-claim-'));
after(() => rm(root, { recursive: true }));
const here = await findSurroundings();
const otherContainer: Surroundings = { ...here, host: 'other-container', processes: 'pid:[1]' };
const otherHost: Surroundings = { host: 'other-host', kernel: 'another', processes: here.processes };

let dataDir: string;
let file: string;
let waits: string[];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(root, 'data-'));
  file = path.join(dataDir, 'postgres.lock');
  waits = [];
});

function claim(patienceMs: number) {
  return takeClaim(dataDir, { here, onWait: (message) => waits.push(message), patienceMs });
}

async function ownedBy(owner: Surroundings): Promise<void> {
  await writeFile(file, JSON.stringify(owner));
}

test('of two that claim a folder one has it, until it gives it back', withFlock, async () => {
  const first = await claim(0);
  assert.equal(await claim(0), undefined);
  await first?.close();
  const second = await claim(0);
  assert.ok(second);
  await second.close();
});

test('a claim lasts as long as a process that inherited it', withFlock, async () => {
  const mine = await claim(0);
  assert.ok(mine);
  const heir = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore', mine.fd] });
  await mine.close();
  assert.equal(await claim(0), undefined);
  heir.kill('SIGKILL');
  await once(heir, 'exit');
  await (await claim(0))?.close();
  assert.deepEqual(waits, []);
});

test('a container that was killed on this machine is not waited for', withFlock, async () => {
  await ownedBy(otherContainer);
  const mine = await claim(NEVER_MS);
  assert.ok(mine);
  await mine.sign();
  await mine.close();
  assert.deepEqual([await findOwner(dataDir), waits], [here, []]);
});

test('a claim that another machine renews is refused, with its name', async () => {
  await ownedBy(otherHost);
  const renewal = setInterval(() => void utimes(file, new Date(), new Date()), 20);
  await assert.rejects(claim(NEVER_MS), (fault) => {
    assert.ok(fault instanceof FolderInUse);
    assert.match(
      fault.message,
      /is in use on the host or in the container "other-host"; stop what runs there/,
    );
    return true;
  });
  clearInterval(renewal);
  assert.match(waits.join(), /waiting 600 s/);
});

test('a claim that another machine no longer renews is taken over after a while, an old one at once', async () => {
  await ownedBy(otherHost);
  await (await claim(300))?.close();
  assert.equal(waits.length, 1);
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(file, longAgo, longAgo);
  await (await claim(NEVER_MS))?.close();
  assert.equal(waits.length, 1);
});

test('a user of the server renews its claim, and is notified of another machine that took it', async () => {
  const mine = await claim(0);
  await mine?.sign();
  await mine?.close();
  await utimes(file, new Date(0), new Date(0));
  assert.equal(await renewClaim(dataDir, here), undefined);
  const handle = await open(file);
  assert.ok((await handle.stat()).mtimeMs > 0);
  await handle.close();
  await ownedBy(otherHost);
  assert.deepEqual(await renewClaim(dataDir, here), otherHost);
  await giveUpClaim(dataDir, here);
  assert.deepEqual(await findOwner(dataDir), otherHost);
});

test('a server that was stopped in order leaves no claim', async () => {
  await ownedBy(here);
  await giveUpClaim(dataDir, here);
  assert.equal(await readFile(file, 'utf8'), '');
});
