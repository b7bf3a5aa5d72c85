/**
 * Builds what a Python package index gets: a wheel and an sdist, in `dist/`. Needs a Python with hatchling.
 * Run: npm run build:python
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const PROGRAMS = ['python3', '/usr/bin/python3'];

const folder = path.join(import.meta.dirname, '..');
const dist = path.resolve(process.argv[2] ?? path.join(folder, 'dist'));
const license = path.join(folder, 'LICENSE');

const python = PROGRAMS.find((program) => spawnSync(program, ['-c', 'import hatchling']).status === 0);
if (python === undefined)
  throw new Error('No Python with hatchling: pip install hatchling, or apt-get install python3-hatchling.');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
copyFileSync(path.join(folder, '..', '..', 'LICENSE'), license);
try {
  const { status } = spawnSync(python, ['-m', 'hatchling', 'build', '-d', dist], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`hatchling ended with ${status}.`);
} finally {
  rmSync(license);
}
