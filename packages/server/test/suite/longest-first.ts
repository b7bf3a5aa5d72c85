/**
 * Files that take long, the longest first: the suite begins with them, so that none runs alone at its end. Those that fit the real models
 * come with others between them, for beside each other they would start slowly. The list is a matter of speed alone; `npm test` prints
 * which files were the slowest.
 */
const LONG = [
  'e2e/application.test.ts',
  'e2e/real-market.test.ts',
  'e2e/working-week.test.ts',
  'packages/server/test/replay/replay.test.ts',
  'packages/server/test/week/week.test.ts',
  'packages/forecasting/test/golden/golden-real.test.ts',
  'packages/server/test/setup/first-start.test.ts',
  'packages/forecasting/test/golden/golden.test.ts',
  'packages/server/test/access/access.test.ts',
  'packages/forecasting/test/golden/mutations.test.ts',
  'e2e/snippets.test.ts',
  'packages/server/test/forecasts/issue-intraday-forecast.test.ts',
  'packages/server/test/webhooks/crash.test.ts',
  'packages/forecasting/src/models/lear-window.test.ts',
  'packages/server/test/crash/crash.test.ts',
];

/** The same files, with those that take long before the others. */
export function longestFirst(files: readonly string[]): string[] {
  const rank = (file: string) => {
    const place = LONG.indexOf(file);
    return place === -1 ? LONG.length : place;
  };
  return files.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
