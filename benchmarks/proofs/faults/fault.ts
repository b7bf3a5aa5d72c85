import type { Promised } from '../report.ts';
import type { Installation } from './installation.ts';
import { countLost, describe, startUsers } from './users.ts';

/** One kind of fault: what it does and what is seen of it. */
export interface Fault {
  name: string;
  /** Absent, or why it cannot be tried on this machine. */
  skip?: () => string | undefined;
  /** Runs on an installation that all faults of its kind share, which serves before and after. */
  run(shared: Installation): Promise<Promised>;
}

const BEFORE_MS = 3000;
const AFTER_MS = 3000;

/**
 * Lets users work before a fault, while it is there and after it, and checks that they are served again within `backWithinS` and that
 * nothing which was acknowledged is lost. `happen` gives when the fault was mended, ms of `performance.now()`, where that is not at once.
 */
export async function underLoad(
  installation: Pick<Installation, 'baseUrl' | 'key'>,
  { promise, backWithinS }: { promise: string; backWithinS: number },
  happen: () => Promise<number | void>,
): Promise<Promised> {
  const users = startUsers(installation);
  await pause(BEFORE_MS);
  const began = performance.now();
  const mended = (await happen()) ?? began;
  const deadline = performance.now() + 120_000;
  // A success that comes after the fault was mended, and is not one of before it.
  const threshold = Math.max(mended, began + 200);
  while (users.lastSuccess() < threshold && performance.now() < deadline) await pause(50);
  const backMs = users.lastSuccess() - mended;
  await pause(AFTER_MS);
  const met = await users.stop();
  const lost = await countLost(installation, met);
  return {
    promise: `${promise}: served again within ${backWithinS} s, nothing lost`,
    seen: `${describe(met, lost)}; served ${Math.max(0, backMs / 1000).toFixed(1)} s after it`,
    holds: lost === 0 && met.acknowledged.size > 0 && backMs >= 0 && backMs <= backWithinS * 1000,
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
