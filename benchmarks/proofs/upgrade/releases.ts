import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SMALL_SERVICE = 'packages/server/test/small-service.ts';

/** A version of Lonja, by its commit. */
export interface Release {
  name: string;
  commit: string;
  /** The last migration that it has. */
  lastMigration: string;
  /** Its service with models that are fitted in a moment, where it has none of its own. */
  smallService?: string;
}

/** Version one as `npm start` runs it: one process, with models that are fitted in a moment. */
const SMALL_SERVICE_OF_FIRST = `import { POWER_OPTIONS, SPREAD_OPTIONS } from '@lonja/forecasting';
import { createPowerForecaster } from '@lonja/forecasting/workers';
import { readConfig } from '../src/config.ts';
import { createContext } from '../src/context.ts';
import { startService } from '../src/start-service.ts';

const config = readConfig(process.env);
const context = await createContext(config);
const champion = {
  spec: { kind: 'lear', windows: [56] },
  historyDays: 364,
  calibrationDays: 10,
  olderCalibrationDays: 10,
  usualDays: 28,
};
const service = await startService(
  {
    ...context,
    champion,
    challengers: [],
    spreads: { champion: { ...SPREAD_OPTIONS, trees: 20, seeds: [1], windowDays: 90 }, challengers: [] },
    forecastPower: createPowerForecaster(context.threads, { ...POWER_OPTIONS, windowDays: 120, trees: 40 }),
  },
  config,
);
process.on('SIGTERM', async () => {
  await service.stop();
  await context.close();
  process.exit(0);
});
await service.follow();
`;

/**
 * The releases that the present program is held to. Lonja has no tags yet, so a commit stands for each; the first tag takes the place of
 * `previous`, and from then on it is the tag before.
 *
 * - first: the last commit of version one. The next commit (3cb3627) begins the work for production, with migration 0019.
 * - previous: the last commit with the schema before 0023. It has roles and shared secrets, so several of its processes may share
 *   a database; 0023 and all that follow have to be compatible with it.
 */
export const RELEASES: readonly Release[] = [
  {
    name: 'first',
    commit: 'f6ecf685f9f54891d73469fb8e74e995de8263c7',
    lastMigration: '0018-feed-version',
    smallService: SMALL_SERVICE_OF_FIRST,
  },
  {
    name: 'previous',
    commit: 'bbe9626a70b25e10f8efcbf6c81c8185d93ff9fe',
    lastMigration: '0022-backfill-request',
  },
];

/** A program that can be started: a folder with its own packages, and its own Node. */
export interface Program {
  name: string;
  folder: string;
  node: string;
  service: string;
}

/** The working tree. */
export const PRESENT = programIn('present', ROOT);

/** Puts a release with its packages into a temporary folder, which is kept for the next time. */
export async function takeRelease({ name, commit, smallService }: Release): Promise<Program> {
  const folder = path.join(tmpdir(), `lonja-release-${commit.slice(0, 12)}`);
  const whole = path.join(folder, '.whole');
  if (!existsSync(whole)) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    const archive = spawn('git', ['archive', commit], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    const unpacked = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
    await pipeline(archive.stdout, unpacked.stdin);
    if (unpacked.exitCode === null) await new Promise((resolve) => unpacked.once('exit', resolve));
    await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
    });
    if (smallService !== undefined) await writeFile(path.join(folder, SMALL_SERVICE), smallService);
    await writeFile(whole, '');
  }
  return programIn(name, folder);
}

function programIn(name: string, folder: string): Program {
  return {
    name,
    folder,
    node: path.join(folder, 'node_modules/node/bin/node'),
    service: path.join(folder, SMALL_SERVICE),
  };
}
