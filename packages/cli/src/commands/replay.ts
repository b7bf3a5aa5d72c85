import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, type } from 'node:os';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { command } from '../command/command.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { flag, option, required, withDefault } from '../command/inputs.ts';
import { parseCount } from '../option-values.ts';
import { createProgressBar } from '../progress-bar.ts';

export const replayCommand = command({
  name: 'replay',
  summary:
    'Live through days of the past as the service would have done: arrivals, runs, scores, promotions, events. Cut short, it goes on where it stopped.',
  inputs: {
    from: required(option('day', 'first day of the virtual clock, YYYY-MM-DD')),
    to: required(option('day', 'last day, inclusive')),
    speed: option('factor', 'how many times as fast as life, or max (default)', parseSpeed),
    report: option('folder', 'write the report there: report.md, and its tables as CSV'),
    check: option(
      'runs',
      'compute so many runs again, drawn at random, with all later data removed, and compare bit for bit',
      parseCount,
    ),
    seed: withDefault(option('number', 'draws the runs to check', parseCount), 1),
    fresh: flag('begin anew where the span was replayed before'),
  },
  notes:
    "Reads the service's database (set DATA_DIR or DATABASE_URL as for npm start) and writes into one of its own beside it, so nothing mixes with live runs. Exits with 1 where a checked number differs. See docs/replay.md.",
  examples: [
    [
      'lonja replay --from 2025-12-01 --to 2026-03-31 --check 20',
      'four months, and whether any run looked ahead',
    ],
  ],
  async run({ stdout }, { from, to, speed, report, check = 0, seed, fresh = false }) {
    const operations = await import('@lonja/server/operations');
    const bar = createProgressBar(process.stderr);
    const { text, tables, checks, isSame, spentMs } = await operations.withContext((context) =>
      operations.replaySpan(context, {
        from,
        to,
        speed: speed ?? Number.POSITIVE_INFINITY,
        isFresh: fresh,
        check: { count: check, seed },
        onDay: ({ done, total }) => {
          if (done > 0) bar.update({ done, total });
        },
      }),
    );
    bar.clear();
    const checked =
      checks.length === 0 ? '' : `\n\n## Check\n\n${checks.map((line) => `- ${line}`).join('\n')}`;
    const body = `${text}${checked}\n`;
    stdout.write(`${body}\nReplayed in ${minutesOf(spentMs)} minutes.\n`);
    if (report !== undefined) {
      const asked = `lonja replay --from ${from} --to ${to}${check > 0 ? ` --check ${check} --seed ${seed}` : ''}`;
      const head = [
        `# Replay of ${from} to ${to}`,
        '',
        `Regenerate: \`${asked} --report FOLDER\`.`,
        '',
        `- machine: ${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${type()} ${release()}; Node ${process.versions.node}`,
        `- replayed in ${minutesOf(spentMs)} minutes; load average at the end ${loadavg()[0]?.toFixed(1) ?? ''}`,
      ].join('\n');
      await mkdir(report, { recursive: true });
      await writeFile(path.join(report, 'report.md'), `${head}\n\n${body}`);
      for (const [name, table] of tables) await writeFile(path.join(report, name), table);
    }
    if (!isSame) process.exitCode = EXIT_CODE.failed;
  },
});

function minutesOf(ms: number): string {
  return (ms / 60_000).toFixed(1);
}

function parseSpeed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY;
  const speed = Number(text);
  if (!(speed > 0 && Number.isFinite(speed))) {
    throw new InvalidArgumentError('It is neither a number above 0 nor max.');
  }
  return speed;
}
