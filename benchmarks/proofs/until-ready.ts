import { setTimeout as sleep } from 'node:timers/promises';

const START_MS = 180_000;

/** Waits until the process on each port says that it is ready. */
export async function untilReady(ports: readonly number[], startMs = START_MS): Promise<void> {
  const deadline = performance.now() + startMs;
  for (const port of ports) {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/api/v1/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (performance.now() > deadline) throw new Error(`The process on port ${port} was not ready in time.`);
      await sleep(500);
    }
  }
}
