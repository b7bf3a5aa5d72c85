import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

const PACKAGE = path.join(import.meta.dirname, '..');
const PYTHON = '/usr/bin/python3';
const canBuild = spawnSync(PYTHON, ['-c', 'import hatchling, httpx, pydantic, ensurepip']).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), 'lonja-python-package-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const MOST_WHEEL_KB = 200;
const MOST_INSTALL_S = 60;

test(
  'the wheel and the sdist are built, and what is installed of them runs',
  {
    skip: canBuild ? false : 'needs python3 with hatchling, httpx, pydantic and venv',
  },
  (t) => {
    const dist = path.join(folder, 'dist');
    execFileSync(process.execPath, [path.join(PACKAGE, 'tools', 'build-package.ts'), dist], {
      stdio: 'pipe',
    });
    const { version } = JSON.parse(readFileSync(path.join(PACKAGE, '..', '..', 'package.json'), 'utf8'));
    const [wheel, sdist] = [`lonja-${version}-py3-none-any.whl`, `lonja-${version}.tar.gz`];
    assert.deepEqual(readdirSync(dist).sort(), [wheel, sdist]);

    const python = (args: string[], env: string[] = []) =>
      execFileSync('env', ['-i', `PATH=${path.dirname(process.execPath)}`, ...env, ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
    for (const file of [wheel, sdist]) {
      const size = Math.round(statSync(path.join(dist, file)).size / 1000);
      assert.ok(size <= MOST_WHEEL_KB, `${file} has ${size} kB`);
      t.diagnostic(`${file}: ${size} kB`);
    }

    // What it rests on comes from the system here, and hatchling to build the sdist.
    const place = path.join(folder, 'empty');
    python([PYTHON, '-m', 'venv', '--system-site-packages', place]);
    const own = path.join(place, 'bin', 'python');
    const pip = '-m pip install --quiet --no-index --no-deps --no-build-isolation --force-reinstall'.split(
      ' ',
    );
    for (const file of [wheel, sdist]) {
      const start = Date.now();
      python([own, ...pip, path.join(dist, file)]);
      const seconds = (Date.now() - start) / 1000;
      t.diagnostic(`installed from ${file} in ${seconds} s`);
      assert.ok(seconds <= MOST_INSTALL_S);
      const program = `
import lonja, os
print(lonja.__version__, lonja.__file__.startswith(os.environ["PLACE"]), lonja.Lonja("http://x", "svc_key"))`;
      const said = python([own, '-c', program], [`PLACE=${place}`]);
      assert.equal(said.trim(), `${version} True Lonja('http://x')`);
    }
    const files = python([PYTHON, '-m', 'zipfile', '-l', path.join(dist, wheel)]);
    for (const file of ['lonja/py.typed', 'lonja/generated/models.py', `lonja-${version}.dist-info/METADATA`])
      assert.ok(files.includes(file), `${file} is missing`);
    assert.match(files, /dist-info\/(licenses\/)?LICENSE/);
  },
);

test(
  'every name that the package exports says what it is',
  {
    skip: canBuild ? false : 'needs python3 with httpx and pydantic',
  },
  () => {
    const program = `
import inspect, lonja
from lonja import models
exported = [(name, getattr(lonja, name)) for name in lonja.__all__]
named = [(name, each) for name, each in exported if inspect.isclass(each) or inspect.isfunction(each)]
named += [
    (name, each)
    for name, each in vars(models).items()
    if inspect.isclass(each) and each.__module__ == models.__name__
]
for client in (lonja.Lonja("http://x"), lonja.AsyncLonja("http://x")):
    for name, group in vars(client).items():
        if name.startswith("_") or isinstance(group, str):
            continue
        methods = inspect.getmembers(group, inspect.ismethod)
        named += [(f"{name}.{method}", each) for method, each in methods if not method.startswith("_")]
print([name for name, each in named if not each.__doc__])
`;
    const said = execFileSync(PYTHON, ['-c', program], {
      encoding: 'utf8',
      cwd: path.join(PACKAGE, 'src'),
    });
    assert.equal(said.trim(), '[]');
  },
);
