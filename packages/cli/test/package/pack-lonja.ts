import { execFileSync } from 'node:child_process';
import path from 'node:path';

const CLI = path.join(import.meta.dirname, '..', '..');

/** Builds the package `lonja` and packs it into the folder, as npm would publish it. Gives the file. */
export function packLonja(folder: string): string {
  execFileSync(process.execPath, [path.join(CLI, 'tools', 'build-package.ts')], { stdio: 'inherit' });
  const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', path.join(CLI, 'dist')], {
    cwd: folder,
    encoding: 'utf8',
  });
  return path.join(folder, packed.trim());
}
