/** A model cannot forecast the target day from what the panel holds; the message says what is missing. */
export class InsufficientHistoryError extends Error {
  override readonly name = 'InsufficientHistoryError';
}
