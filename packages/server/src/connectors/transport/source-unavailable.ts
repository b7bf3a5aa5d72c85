/** A source that does not answer, or answers that it cannot now. Names the source and what was asked, never the address. */
export class SourceUnavailable extends Error {
  override readonly name = 'SourceUnavailable';
}
