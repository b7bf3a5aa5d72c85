/** What was given to a back-test cannot be used. The message is one sentence for the person who gave it. */
export class BacktestInputError extends Error {
  override readonly name = 'BacktestInputError';
}
