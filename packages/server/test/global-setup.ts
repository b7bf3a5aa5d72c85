import { type TestCluster, startTestCluster } from './test-cluster.ts';

let cluster: TestCluster | undefined;

/** Run once before all test files (`node --test --test-global-setup`): they inherit the environment. */
export async function globalSetup(): Promise<void> {
  cluster = await startTestCluster();
  process.env['LONJA_TEST_CLUSTER_URL'] = cluster.url;
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop();
}
