/** The answer is larger than is read. */
export class OversizedAnswerError extends Error {
  override readonly name = 'OversizedAnswerError';
}

/** The body of an answer as a whole. Throws OversizedAnswerError beyond `maxBytes`; leaving it unread ends the connection. */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw new OversizedAnswerError(`The answer is longer than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
