import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type FileReport, hasFailed, isFileReport } from './file-report.ts';

const SERVER = fileURLToPath(new URL('serve-files.ts', import.meta.url));
/** What files leave in memory adds up. */
const MOST_RSS_BYTES = 1.5e9;

/** Runs test files one after the other in one process. After a file that failed, which may leave anything behind, it is a new one. */
export interface TestLane {
  /** Runs a test file to its end. That its process ends with it is a fault of the file. */
  run(file: string): Promise<FileReport>;
  /** Ends its process, whatever it is at. */
  stop(): Promise<void>;
}

interface ServingProcess {
  child: ChildProcess;
  /** When it has ended, with exit code and signal, and all that it printed was read. */
  ended: Promise<unknown[]>;
  /** Takes what it has printed since this was last asked. */
  takeOutput(): string;
}

export function createTestLane(): TestLane {
  let serving: ServingProcess | undefined;
  const stop = async () => {
    const stopped = serving;
    serving = undefined;
    stopped?.child.kill('SIGKILL');
    await stopped?.ended;
  };
  return {
    stop,
    async run(file) {
      serving ??= startProcess();
      const present = serving;
      const startedAt = performance.now();
      const answer = await ask(present, file);
      const report = isFileReport(answer) ? answer : { ...NOTHING, file, faults: [answer] };
      const text = report.text + present.takeOutput();
      if (hasFailed(report) || report.rssBytes > MOST_RSS_BYTES) await stop();
      return { ...report, text, ms: performance.now() - startedAt };
    },
  };
}

const NOTHING = { text: '', passed: 0, failed: 0, skipped: 0, ms: 0, cpuMs: 0, rssBytes: 0 };

function startProcess(): ServingProcess {
  const child = fork(SERVER, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return {
    child,
    ended: once(child, 'close'),
    takeOutput() {
      const taken = output;
      output = '';
      return taken;
    },
  };
}

/** The report of a file, or how the process ended before there was one. */
async function ask({ child, ended }: ServingProcess, file: string): Promise<FileReport | string> {
  const cancelled = new AbortController();
  const reported = once(child, 'message', { signal: cancelled.signal });
  // Where the process has ended already, that is what counts.
  child.send({ run: file }, () => {});
  try {
    return await Promise.race([
      reported.then(([message]) => {
        if (!isFileReport(message)) throw new Error(`${file} gave no report: ${JSON.stringify(message)}`);
        return message;
      }),
      ended.then(([code, signal]) => `ended with exit code ${String(code)}, signal ${String(signal)}`),
    ]);
  } finally {
    cancelled.abort();
    await reported.catch(() => {});
  }
}
