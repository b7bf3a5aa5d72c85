import asyncHooks from 'node:async_hooks';
import type { run } from 'node:test';

/**
 * Loads the runner of `node:test` such that it follows no promises. It does so to name the test that an error comes from which nothing
 * catches, and makes each promise of the code under test cost thirty times as much. Those errors fail their file all the same.
 */
export async function loadRunner(): Promise<typeof run> {
  const { createHook } = asyncHooks;
  Object.assign(asyncHooks, {
    createHook: (callbacks: asyncHooks.HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
  });
  const runner = await import('node:test');
  Object.assign(asyncHooks, { createHook });
  return runner.run;
}
