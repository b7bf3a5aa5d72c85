import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

const PACKAGE = path.join(import.meta.dirname, '..');
const PYTHON = '/usr/bin/python3';
const hasLibraries = spawnSync(PYTHON, ['-c', 'import httpx, pydantic']).status === 0;
const hasMypy = hasLibraries && spawnSync(PYTHON, ['-m', 'mypy', '--version']).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), 'lonja-python-types-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What a program may write, and the lines of it that a checker must refuse. */
const PROGRAM = `
from lonja import AsyncLonja, Lonja, async_items, items, models

lonja = Lonja("https://lonja.example.com", "svc_key")
run = lonja.forecasts.latest(market_id="es", product="da")
values: list[float] = [point.value for point in run.points]
prices: list[float] = [each.price for each in items(lonja.market_data.prices, date_from="today", date_to="today")]
manifest = lonja.exports.prices(date_from="2016-01-01", date_to="yesterday", files="csv.gz")
first: str = lonja.download_export(manifest, "prices", format="csv.gz")[0].name
lonja.download_export(manifest, "prices", format="xlsx")  # refused
csv: str = lonja.forecasts.latest_csv(market_id="es", product="da")
lonja.portfolio.change_site("id", notes=None)
for event in lonja.stream_events():
    if isinstance(event, models.PricesPublishedEvent):
        correction: bool = event.data.correction


async def main() -> None:
    async with AsyncLonja() as service:
        later = await service.forecasts.latest(market_id="es", product="da")
        found = async_items(service.market_data.prices, date_from="today", date_to="today")
        print(later.points[0].p10, [each.price async for each in found])


lonja.forecasts.latest(market_id="es", product="nonsense")  # refused
lonja.forecasts.latest(product="da")  # refused
run.points[0].volume  # refused
items(lonja.market_data.prices, date_from="today", until="today")  # refused
`;
const refused = PROGRAM.split('\n').flatMap((line, index) => (line.endsWith('# refused') ? [index + 1] : []));

function run(program: string, args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

/** The lines of the program that were complained of. */
function linesOf(output: string): number[] {
  return [
    ...new Set(
      [...output.matchAll(/main\.py:(\d+)(?::\d+)?(?: -|:) error/g)].map(([, line]) => Number(line)),
    ),
  ];
}

test(
  'mypy passes the package in strict mode, and refuses what is wrong in a program',
  {
    skip: hasMypy ? false : 'needs python3 with mypy, httpx and pydantic',
  },
  () => {
    const config = [
      '--config-file',
      path.join(PACKAGE, 'pyproject.toml'),
      '--cache-dir',
      path.join(folder, 'mypy'),
    ];
    writeFileSync(path.join(folder, 'main.py'), PROGRAM);
    const { output } = run('env', [
      `MYPYPATH=${path.join(PACKAGE, 'src')}:${folder}`,
      PYTHON,
      '-m',
      'mypy',
      ...config,
      '--package',
      'lonja',
      '--module',
      'main',
    ]);
    const errors = output.split('\n').filter((line) => line.includes(' error: '));
    assert.deepEqual(
      errors.filter((line) => !line.includes('main.py')),
      [],
      output,
    );
    assert.deepEqual(linesOf(output), refused, output);
  },
);

test(
  'pyright does so for the oldest and the newest Python',
  {
    skip: hasLibraries ? false : 'needs python3 with httpx and pydantic',
  },
  () => {
    const pyright = createRequire(import.meta.url).resolve('pyright/index.js');
    writeFileSync(path.join(folder, 'main.py'), PROGRAM);
    for (const version of ['3.11', '3.14']) {
      const settings = {
        include: [path.join(PACKAGE, 'src'), 'main.py'],
        extraPaths: [path.join(PACKAGE, 'src')],
        pythonVersion: version,
        typeCheckingMode: 'strict',
        reportMissingImports: 'none',
        reportMissingTypeStubs: 'none',
        reportUnusedExpression: 'none',
      };
      writeFileSync(path.join(folder, 'pyrightconfig.json'), JSON.stringify(settings));
      const { output } = run(process.execPath, [pyright, '-p', folder, '--pythonpath', PYTHON]);
      const errors = output.split('\n').filter((line) => line.includes(' - error'));
      assert.deepEqual(linesOf(output), refused, output);
      assert.deepEqual(
        errors.filter((line) => !line.includes('main.py')),
        [],
        output,
      );
    }
  },
);
