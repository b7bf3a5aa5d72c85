import { parseArgs } from 'node:util';
import { fuzzService } from './fuzz-service.ts';

/** The long run: `npm run fuzz -- --requests 100000 --seed 7`. Without a seed it takes one from the clock and prints it. */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string' } },
});
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const startedAt = performance.now();
process.stdout.write(`seed ${seed}\n`);
const { requests, statuses, operations } = await fuzzService({
  requests: Number(values.requests),
  seed,
  onProgress: (done) => process.stderr.write(`\r${done} requests`),
});
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
process.stdout.write(
  `\n${requests} requests to ${operations} operations in ${seconds} s, no rule broken\n${answers.join(', ')}\n`,
);
