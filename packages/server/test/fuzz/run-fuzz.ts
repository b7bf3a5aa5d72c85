import { parseArgs } from 'node:util';
import { fuzzFields, type FuzzReport, fuzzService } from './fuzz-service.ts';

/**
 * The long runs: random requests, `npm run fuzz -- --requests 100000 --seed 7`, and odd values in every field, `npm run fuzz -- --minutes 10`,
 * which tries each value once however long that takes. Without a seed it takes one from the clock and prints it.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
  },
});
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const startedAt = performance.now();
process.stdout.write(`seed ${seed}\n`);
const onProgress = (done: number) => process.stderr.write(`\r${done} requests`);
if (values.minutes === undefined) {
  print(await fuzzService({ requests: Number(values.requests), seed, onProgress }), 'operations');
} else {
  const report = await fuzzFields({ seed, minutes: Number(values.minutes), onProgress });
  print(report, `operations with ${report.fields} fields`);
}

function print({ requests, statuses, operations }: FuzzReport, what: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(
    `\n${requests} requests to ${operations} ${what} in ${seconds} s, no rule broken\n${answers.join(', ')}\n`,
  );
}
