import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, type } from 'node:os';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { flag, option, required, withDefault } from '../command/inputs.ts';
import { parseCount } from '../option-values.ts';
import { replayProgress } from '../replay-progress.ts';
import { localCommand } from '../command/operator-command.ts';
import { wireNames } from '../output/wire-names.ts';

export const replayCommand = localCommand({
  name: 'replay',
  summary:
    'Replay days of the past as the service would have run them: arrivals, forecasts, scores, promotions, events. Interrupted, it continues where it stopped.',
  inputs: {
    from: required(option('day', 'first day of the virtual clock, YYYY-MM-DD')),
    to: required(option('day', 'last day, inclusive')),
    speed: option(
      'factor',
      'speed of the virtual clock as a multiple of real time, or max (default)',
      parseSpeed,
    ),
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
    "Reads the service's database (set DATA_DIR or DATABASE_URL as for npm start) and writes into one of its own beside it, so nothing mixes with " +
    'live runs. Before the first day it copies the history and forecasts past days to calibrate the bounds, which takes as long for one day as ' +
    'for a year; standard error says how far it is, and names each day. Exits with 1 where a checked number differs. See docs/replay.md.',
  examples: [
    [
      'lonja replay --from 2025-12-01 --to 2026-03-31 --check 20',
      'four months, and whether any run looked ahead',
    ],
  ],
  async load({ from, to, speed, report, check = 0, seed, fresh = false }, { stderr }) {
    const operations = await import('@lonja/server/operations');
    const progress = replayProgress(stderr);
    const {
      text,
      tables,
      checks,
      report: figures,
      isSame,
      spentMs,
    } = await operations.withContext((context) => {
      progress.begin();
      return operations.replaySpan(context, {
        from,
        to,
        speed: speed ?? Number.POSITIVE_INFINITY,
        isFresh: fresh,
        check: { count: check, seed },
        onDay: progress.day,
        onStep: progress.step,
      });
    });
    const checked =
      checks.length === 0 ? '' : `\n\n## Check\n\n${checks.map((line) => `- ${line}`).join('\n')}`;
    const body = `${text}${checked}\n`;
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
    return {
      data: { ...figuresOf(figures), checks, is_same: isSame, spent_ms: Math.round(spentMs) },
      head: [body, `Replayed in ${minutesOf(spentMs)} minutes.`],
      exitCode: isSame ? undefined : EXIT_CODE.failed,
    };
  },
});

/** The figures of a report under the names of the service's JSON. */
function figuresOf(report: object): object {
  const named = wireNames(report);
  return typeof named === 'object' && named !== null ? named : {};
}

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
