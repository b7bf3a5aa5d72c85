import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Another Node on this machine, of the oldest version that the package is made for. */
export function findNode20(): string | undefined {
  const places = (process.env['PATH'] ?? '').split(path.delimiter).map((place) => path.join(place, 'node'));
  return places.find((place) => {
    try {
      return execFileSync(place, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).startsWith('v20.');
    } catch {
      return false;
    }
  });
}
