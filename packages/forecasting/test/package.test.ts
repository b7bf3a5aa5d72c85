import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
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

let manifest: { exports: Record<string, { types: string }>; engines: object; sideEffects: boolean };

/** A project that knows of the library only what npm packs, with ten weeks of prices and a day to forecast. */
before(() => {
  execFileSync(process.execPath, [join(forecasting, 'tools', 'build-package.ts')]);
  const npm = (args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });
  npm(['pack', '--silent', '--ignore-scripts', join(forecasting, 'dist')]);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', type: 'module' }));
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  npm(['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${tarball}`]);
  manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'prices.csv'), csv('2026-01-26', '2026-04-06'));
  writeFileSync(join(folder, 'main.mjs'), blocks('js')[0]);
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

/** The README's blocks of code of a language. */
function blocks(language: string): string[] {
  return [...readme.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, name, code]) =>
    name === language ? [code] : [],
  );
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

const run = async (node: string | undefined, file: string) =>
  (await promisify(execFile)(node ?? process.execPath, [file], { cwd: folder })).stdout;

const node20 = findNode20();
let here: Promise<string> | undefined;
/** What the README's program prints on this Node. */
const printedHere = () => (here ??= run(process.execPath, 'main.mjs'));

for (const { name, node } of [
  { name: 'this Node', node: process.execPath },
  { name: 'Node 20', node: node20 },
]) {
  const options = { skip: node === undefined && 'There is no Node 20 in PATH.' };

  test(`the README's program back-tests a file and forecasts the next day on ${name}`, options, async () => {
    const printed = await (node === process.execPath ? printedHere() : run(node, 'main.mjs'));
    const [score, ...hours] = printed.trim().split('\n');
    const [, mae, coverage] = /^2026-03-30 to 2026-04-05: MAE ([\d.]+), ([\d.]+) % of/.exec(score) ?? [];
    assert.ok(Number(mae) > 1 && Number(mae) < 5 && Number(coverage) > 50, score);
    assert.equal(hours.length, 24);
    hours.forEach((line, hour) => {
      const [day, place, value, p10, p90] = line.split(' ');
      assert.deepEqual([day, Number(place)], ['2026-04-06', hour]);
      assert.ok(Number(p10) < Number(value) && Number(value) < Number(p90), line);
    });
    assert.equal(printed, await printedHere());
  });
}

test('worker threads of the package give the same back-test, on the oldest Node that there is', async () => {
  const program = `
    import { readFileSync } from 'node:fs';
    import { backtest, createModel, parseEpfCsv } from '@lonja/forecasting';
    import { backtestInWorkers } from '@lonja/forecasting/workers';
    const { panel } = parseEpfCsv(readFileSync('prices.csv', 'utf8'));
    const recipe = { kind: 'lear', windows: [28] };
    const input = { panel, from: '2026-04-04', to: '2026-04-05', calibrationDays: 0 };
    const alone = backtest({ ...input, model: createModel(recipe) });
    const together = await backtestInWorkers({ ...input, recipe, threads: 1 });
    console.log(JSON.stringify(alone) === JSON.stringify(together), alone.periods.length);`;
  writeFileSync(join(folder, 'workers.mjs'), program);
  assert.equal(await run(node20, 'workers.mjs'), 'true 48\n');
});

test('a TypeScript project is held to the types of the package, and its own model runs', async () => {
  const doors = Object.keys(manifest.exports).map(
    (door, i) => `
    import * as door${i} from '@lonja/forecasting${door.slice(1)}';
    export const names${i}: string[] = Object.keys(door${i});`,
  );
  const [recipe, ownModel] = blocks('ts');
  const wrong = `
    import { type Recipe, LEAR, createModel } from '@lonja/forecasting';
    export const model = createModel({ ...LEAR, windows: [56] });
    // @ts-expect-error -- no such recipe
    export const recipe: Recipe = { kind: 'nonsense' };
    // @ts-expect-error -- only what is fitted forecasts
    export const forecast = model.predict;`;
  const files = {
    'doors.ts': doors.join(''),
    'recipe.ts': recipe,
    'own-model.ts': ownModel,
    'wrong.ts': wrong,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const options = [
    '--strict',
    '--skipDefaultLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2023',
  ];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [compiler, ...options, ...types, ...Object.keys(files)],
    { cwd: folder },
  ).catch((error: unknown) => assert.fail(String((error as { stdout: unknown }).stdout)));
  assert.equal(stdout, '');
  const mae = Number(await run(process.execPath, 'own-model.js'));
  assert.ok(mae > 1 && mae < 6, String(mae));
});

for (const [module, moduleResolution] of [
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])
  test(`the oldest TypeScript that the README names takes the types of every door, with modules by ${moduleResolution}`, async () => {
    const oldest = join(root, 'node_modules', 'typescript-oldest');
    const { version } = JSON.parse(readFileSync(join(oldest, 'package.json'), 'utf8'));
    assert.equal(/TypeScript (\d+\.\d+) or later/.exec(readme)?.[1], version.replace(/\.\d+$/, ''));
    const doors = Object.keys(manifest.exports).map(
      (door, i) => `export * as door${i} from '@lonja/forecasting${door.slice(1)}';\n`,
    );
    const wrong = `
      import { type Recipe } from '@lonja/forecasting';
      // @ts-expect-error -- no such recipe
      export const recipe: Recipe = { kind: 'nonsense' };`;
    const project = `tsconfig.${moduleResolution}.json`;
    const compilerOptions = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      target: 'es2022',
      // Of the language itself; the types of the package are checked.
      skipDefaultLibCheck: true,
      lib: ['es2022', 'dom'],
      types: [],
      module,
      moduleResolution,
    };
    const file = `oldest-${moduleResolution}.ts`;
    writeFileSync(join(folder, file), doors.join('') + wrong);
    writeFileSync(join(folder, project), JSON.stringify({ compilerOptions, files: [file] }));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(oldest, 'bin', 'tsc'), '-p', project],
      { cwd: folder },
    ).catch((error: unknown) => assert.fail(String((error as { stdout: unknown }).stdout)));
    assert.equal(stdout, '');
  });

test('the package holds no TypeScript source, no test and no path of the machine that made it', () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  assert.ok(files.length > 200, String(files.length));
  for (const file of files) {
    assert.match(file, /(\.js|\.d\.ts|\/package\.json|\/README\.md|\/LICENSE)$/);
    assert.doesNotMatch(file, /\.test\./);
    assert.equal(readFileSync(file, 'utf8').includes(root), false, file);
  }
  assert.equal(JSON.stringify(manifest).includes('src/'), false);
  assert.deepEqual([manifest.engines, manifest.sideEffects], [{ node: '>=20' }, false]);
  const threads = readFileSync(join(installed, 'workers', 'threads.js'), 'utf8');
  assert.ok(threads.includes("new Worker(new URL('./forecast-worker.js', import.meta.url)"));
});

test('a browser gets the main door in one file that imports nothing', async () => {
  writeFileSync(join(folder, 'page.js'), "export * from '@lonja/forecasting';");
  const bundle = await rolldown({ cwd: folder, input: 'page.js', platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  assert.equal(output.length, 1);
  assert.deepEqual([...output[0].imports, ...output[0].dynamicImports], []);
  assert.equal(/["'`]node:|\brequire\(/.test(output[0].code), false);
});

/** The names of a door, each with the file that declares it. */
function namesOf(types: string): { name: string; file: string }[] {
  const door = join(installed, types);
  const exports = readFileSync(door, 'utf8').matchAll(/^export \{([^}]*)\} from '(.*)\.ts';$/gm);
  return [...exports].flatMap(([, list, from]) =>
    (list.match(/\w+(?=,|\s*$)/g) ?? []).map((name) => ({ name, file: join(dirname(door), `${from}.d.ts`) })),
  );
}

test('the main door holds about forty names, no name has two doors, and each says what it is', () => {
  const doors = Object.values(manifest.exports).map(({ types }) => namesOf(types));
  const [main] = doors;
  assert.ok(main.length >= 35 && main.length <= 45, `The main door holds ${main.length} names.`);
  assert.ok(doors.every((names) => names.length > 0));
  const all = doors.flat();
  const names = new Set(all.map(({ name }) => name));
  assert.equal(names.size, all.length);
  for (const { name, file } of all) {
    const documented = new RegExp(
      `\\*/\\nexport (declare )?(function|const|let|class|interface|type) ${name}\\b`,
    );
    assert.match(readFileSync(file, 'utf8'), documented);
  }
});
