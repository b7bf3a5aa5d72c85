import { setTimeout as sleep } from 'node:timers/promises';
import { giveUpClaim, FolderInUse, RENEWAL_MS, renewClaim } from './claim.ts';
import { stopServer } from './cluster.ts';
import { ensureRunning, type Running, type Wanted } from './ensure-running.ts';

/** Waits between attempts to start a lost server again. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Makes the server run and keeps it running until `stop`: one that is lost is started again, on the same port, as often as that takes.
 * Meanwhile the claim on the data folder is renewed.
 */
export async function keepRunning(
  wanted: Wanted,
  onFault: (message: string) => void,
): Promise<{ running: Running; stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const recover = () => {
    if (signal.aborted) return;
    onFault('The connection to the embedded PostgreSQL was lost; starting it again.');
    current = startAgain();
  };
  const running = await ensureRunning(wanted, recover);
  const again: Wanted = { ...wanted, port: running.port, isPortFixed: true };
  let current: Promise<Running | undefined> = Promise.resolve(running);

  async function startAgain(): Promise<Running | undefined> {
    for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        return await ensureRunning(again, recover);
      } catch (fault) {
        const reason = fault instanceof Error ? fault.message : String(fault);
        onFault(`The embedded PostgreSQL did not start again, next attempt in ${waitMs / 1000} s: ${reason}`);
      }
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
    return undefined;
  }

  const renewal = setInterval(() => void renew(), RENEWAL_MS);
  renewal.unref();
  async function renew(): Promise<void> {
    try {
      const other = await renewClaim(wanted.dataDir, wanted.here);
      if (other === undefined || signal.aborted) return;
      onFault(`${new FolderInUse(wanted.dataDir, other).message} Ending the server here.`);
      const ours = await current;
      if (ours !== undefined) process.kill(ours.pid, 'SIGQUIT');
    } catch (fault) {
      onFault(`The claim on the data folder cannot be renewed: ${String(fault)}`);
    }
  }

  return {
    running,
    async stop() {
      if (signal.aborted) return;
      stopping.abort();
      clearInterval(renewal);
      const lease = (await current)?.lease;
      const isLast = await lease?.release().catch(() => false);
      if (isLast === true) {
        await stopServer(wanted.cluster);
        await giveUpClaim(wanted.dataDir, wanted.here);
      }
      await lease?.close();
    },
  };
}
