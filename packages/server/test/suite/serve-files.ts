import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type TestEvent, spec as SpecReporter } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { type FileReport, isFileRequest } from './file-report.ts';
import { loadRunner } from './load-runner.ts';

/**
 * A process that runs test files one after the other, as a `TestLane` names them: loading the code under test takes longer than the
 * tests of most files. Each file has a tree of tests and hooks of its own and ends, as in a process of its own, once nothing that it
 * started is left to do.
 */
const MOST_TEST_MS = 10 * 60_000;
const MOST_FILE_MINUTES = 20;
/** What the runner says after each file, and the suite once. */
const TOTALS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

const run = await loadRunner();
const faults: string[] = [];
process.on('unhandledRejection', (reason) => faults.push(`left an error unhandled: ${inspect(reason)}`));
process.on('uncaughtExceptionMonitor', (error) => faults.push(`left an error unhandled: ${inspect(error)}`));
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if (isFileRequest(message)) void serve(message.run);
});

async function serve(file: string): Promise<void> {
  // A file has ended once it keeps the process alive no longer; neither may the channel meanwhile.
  process.channel?.unref();
  const environment = { ...process.env };
  const startedAt = performance.now();
  const cpuBefore = processorMs();
  const patience = setTimeout(giveUp, MOST_FILE_MINUTES * 60_000).unref();
  const results = await runFile(path.resolve(file));
  const ms = performance.now() - startedAt;
  const cpuMs = processorMs() - cpuBefore;
  clearTimeout(patience);
  process.channel?.ref();
  restoreEnvironment(environment);
  // The process is killed in the end, and would not say what it has compiled to the others, nor to those of the next run.
  flushCompileCache();
  const rssBytes = process.memoryUsage.rss();
  const report: FileReport = { file, ...results, faults: faults.splice(0), ms, cpuMs, rssBytes };
  process.send?.(report);
}

async function runFile(file: string): Promise<Pick<FileReport, 'text' | 'passed' | 'failed' | 'skipped'>> {
  const results = { passed: 0, failed: 0, skipped: 0 };
  const count = async function* (events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
    for await (const event of events) {
      if (event.type === 'test:fail') results.failed ||= 1;
      if (event.type === 'test:summary') {
        const { tests, passed, skipped, todo } = event.data.counts;
        Object.assign(results, { passed, skipped });
        results.failed = Math.max(results.failed, tests - passed - skipped - todo);
      }
      if (event.type === 'test:diagnostic' && TOTALS.test(event.data.message)) continue;
      yield event;
    }
  };
  const tests = run({ files: [file], isolation: 'none', timeout: MOST_TEST_MS });
  const said = await text(Readable.from(count(tests)).compose(new SpecReporter()));
  // The runner does not report that a file threw after its first test was declared. What is loaded already is not loaded again.
  await import(pathToFileURL(file).href).catch((error) => faults.push(`did not load: ${inspect(error)}`));
  if (process.exitCode !== undefined && faults.length === 0 && results.failed === 0) {
    faults.push(`ended with exit code ${process.exitCode}`);
  }
  process.exitCode = undefined;
  return { text: said, ...results };
}

/** Processor time of this process and of its children that have ended, which Linux alone tells. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1000;
  if (process.platform !== 'linux') return own;
  // After the name, which may hold blanks: user and system time of ended children, in hundredths of a second.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return own + 10 * (Number(fields[13]) + Number(fields[14]));
}

function restoreEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

function giveUp(): void {
  const open = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`The file has not ended after ${MOST_FILE_MINUTES} minutes. Still open: ${open}\n`);
  process.exit(1);
}
