import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { formatMadrid, HOUR_MS } from '../src/market/madrid-time.ts';
import { dayStart } from '../src/market/delivery-day.ts';
import { createNormal } from './random-problem.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const forecasting = join(import.meta.dirname, '..');
const readme = readFileSync(join(forecasting, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'lonja-package-'));
const installed = join(folder, 'node_modules', '@lonja', 'forecasting');
after(() => rmSync(folder, { recursive: true, force: true }));

/** A project that knows of the library only what npm packs, with ten weeks of prices and a day to forecast. */
before(() => {
  execFileSync(process.execPath, [join(forecasting, 'tools', 'build-package.ts')]);
  const npm = (args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });
  npm(['pack', '--silent', '--ignore-scripts', join(forecasting, 'dist')]);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', type: 'module' }));
  const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  npm(['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${tarball}`]);
  writeFileSync(join(folder, 'prices.csv'), csv('2026-01-26', '2026-04-06'));
  writeFileSync(join(folder, 'main.mjs'), block('js'));
});

/** Hours of local time with a day of 23 among them; the last day has its inputs and no prices. */
function csv(from: string, last: string): string {
  const normal = createNormal(5);
  const lines = ['time,price,load forecast'];
  for (let hour = dayStart(from); hour < dayStart(last) + 24 * HOUR_MS; hour += HOUR_MS) {
    const load = 25_000 + 4000 * Math.sin((hour / HOUR_MS / 12) * Math.PI) + 1500 * normal();
    const price = hour < dayStart(last) ? (load / 400 + 3 * normal()).toFixed(2) : '';
    lines.push(`${formatMadrid(hour)},${price},${load.toFixed(0)}`);
  }
  return lines.join('\n');
}

/** The code of a language in the README, the last block of it. */
function block(language: string): string {
  const blocks = [...readme.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter(([, name]) => name === language);
  assert.ok(blocks.length > 0, language);
  return blocks.map(([, , code]) => code)[blocks.length - 1];
}

/** Another Node on this machine, of the oldest version that the package is made for. */
function findNode20(): string | undefined {
  // oxlint-disable-next-line node/no-process-env -- where programs are found
  const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, 'node'));
  return places.find((place) => {
    try {
      return execFileSync(place, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).startsWith('v20.');
    } catch {
      return false;
    }
  });
}

const run = async (node: string, file: string) =>
  (await promisify(execFile)(node, [file], { cwd: folder })).stdout;

const node20 = findNode20();
const skip = node20 === undefined && 'There is no Node 20 in PATH.';
const printed = new Map<string, string>();

for (const [name, node] of [
  ['this Node', process.execPath],
  ['Node 20', node20],
]) {
  test(
    `the program of the README back-tests a file and forecasts the next day on ${name}`,
    { skip: node === undefined && skip },
    async () => {
      assert.ok(node !== undefined);
      const [score, ...hours] = (await run(node, 'main.mjs')).trim().split('\n');
      const [, mae, coverage] =
        score.match(/^2026-03-30 to 2026-04-05: MAE ([\d.]+), ([\d.]+) % of prices/) ?? [];
      assert.ok(Number(mae) > 1 && Number(mae) < 5, score);
      assert.ok(Number(coverage) > 50, score);
      assert.equal(hours.length, 24);
      hours.forEach((line, hour) => {
        const [day, place, value, p10, p90] = line.split(' ');
        assert.deepEqual([day, Number(place)], ['2026-04-06', hour]);
        assert.ok(Number(p10) < Number(value) && Number(value) < Number(p90) && Number(p90) < 120, line);
      });
    },
  );
}
