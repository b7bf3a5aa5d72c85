/** Who else may be given an answer. */
export interface SharingTerms {
  /** Market product that a caller must have subscribed to for the same bytes; undefined: none in particular. */
  product: string | undefined;
  /** Epoch ms from which on the passing of time alone changes the answer; absent: it does not. */
  until?: number;
}
