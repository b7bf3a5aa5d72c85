import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '@lonja/forecasting/market';
import type { RetentionContext } from './retention-context.ts';

/** Deletes mail files, and what is left of unfinished ones, that are kept no longer. Gives how many. */
export async function forgetMailFiles({
  wallClock,
  retention,
}: Pick<RetentionContext, 'wallClock' | 'retention'>): Promise<number> {
  const before = wallClock.now() - retention.days.outbox * DAY_MS;
  const names = await readdir(retention.outboxDir).catch(ignoreMissing(() => []));
  let deleted = 0;
  for (const name of names.filter((file) => /\.eml(\.part)?$/.test(file))) {
    const file = path.join(retention.outboxDir, name);
    const known = await stat(file).catch(ignoreMissing(() => undefined));
    if (known === undefined || known.mtimeMs >= before) continue;
    await rm(file, { force: true });
    deleted++;
  }
  return deleted;
}

/** A folder of which nothing was ever made, or a file that somebody else took away. */
function ignoreMissing<T>(instead: () => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead();
    throw error;
  };
}
