import { globSync } from 'node:fs';
import path from 'node:path';
import { startTestCluster } from '../test-cluster.ts';
import { type FileReport, hasFailed } from './file-report.ts';
import { longestFirst } from './longest-first.ts';
import { makeScratchFolder } from './scratch-folder.ts';
import { closingText, fileText } from './suite-text.ts';
import { createTestLane } from './test-lane.ts';

/**
 * Runs test files, as many at once as `TEST_FILES_AT_ONCE` says: `node run-suite.ts [file or pattern ...]`, by default all. They share
 * one throwaway PostgreSQL.
 */
const ALL = ['packages/*/{src,test}/**/*.test.ts', 'e2e/*.test.ts', 'release/*.test.ts'];
/** For two cores: a file waits for a third of its time, and one that starts services keeps several threads busy. */
const FILES_AT_ONCE = 3;
/** Where every process of the tests finds the code compiled. */
const COMPILED = 'node_modules/.cache/compiled';

const patterns = process.argv.length > 2 ? process.argv.slice(2) : ALL;
const files = longestFirst(globSync(patterns));
if (files.length === 0) throw new Error(`No test file is named ${patterns.join(' or ')}.`);
process.env['TMPDIR'] = makeScratchFolder();
const cluster = await startTestCluster();
process.env['LONJA_TEST_CLUSTER_URL'] = cluster.url;
process.env['NODE_COMPILE_CACHE'] ??= path.resolve(COMPILED);

const reports: FileReport[] = [];
const atWork = new Set<string>();
const lanes = Array.from(
  { length: Number(process.env['TEST_FILES_AT_ONCE'] ?? FILES_AT_ONCE) },
  createTestLane,
);
process.once('SIGTERM', () => void giveUp());
await Promise.all(
  lanes.map(async (lane) => {
    for (let file = files.shift(); file !== undefined; file = files.shift()) {
      atWork.add(file);
      const report = await lane.run(file);
      atWork.delete(file);
      reports.push(report);
      process.stdout.write(fileText(report));
    }
  }),
);
await stopLanes();
await cluster.stop();
process.stdout.write(closingText(reports));
if (reports.some(hasFailed)) process.exitCode = 1;

/** Somebody's patience has ended before the tests have. */
async function giveUp(): Promise<void> {
  files.length = 0;
  process.stdout.write(`Ended early, while these were at work: ${[...atWork].join(', ')}\n`);
  await stopLanes();
}

async function stopLanes(): Promise<void> {
  await Promise.all(lanes.map((lane) => lane.stop()));
}
