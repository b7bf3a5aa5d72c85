/** A model cannot forecast the target day from what the panel holds; the message says what is missing. */
export class InsufficientHistoryError extends Error {
  override readonly name = 'InsufficientHistoryError';
}

/** What a computation gives, or what stands in for it where it lacks history. */
export function unlessInsufficient<T>(work: () => T, otherwise: (reason: string) => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InsufficientHistoryError) return otherwise(error.message);
    throw error;
  }
}
