import { readFileSync } from 'node:fs';

let known: ReadonlySet<string> | undefined;

/** Passwords that guessing starts with, lower case; `common-passwords.txt` says where they are from. */
export function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('# '))
      .flatMap((line) => line.split(' ')),
  );
  return known;
}
