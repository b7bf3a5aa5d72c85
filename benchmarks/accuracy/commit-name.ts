import { execFileSync } from 'node:child_process';

/** The commit of the code that runs, marked where files have been changed since. */
export function commitName(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
  return git('rev-parse', '--short', 'HEAD') + (changed ? ' with changes' : '');
}
