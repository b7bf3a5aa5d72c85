/** A message of an event stream; one without data carries an id or a waiting time alone. */
export interface StreamMessage {
  /** The id that stands at the message, or the one before it. */
  id: string | undefined;
  data: string;
  /** How long the sender asks to wait before a new connection. */
  retryMs: number | undefined;
}

/** Server-sent events as the HTML standard writes them, read from bytes that may be cut anywhere. */
export async function* parseEventStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: () => void,
): AsyncGenerator<StreamMessage, void, void> {
  let id: string | undefined;
  let retryMs: number | undefined;
  let data: string[] = [];
  for await (const line of linesOf(body, onBytes)) {
    const [field, value] = fieldOf(line);
    if (line === '') {
      yield { id, data: data.join('\n'), retryMs };
      data = [];
      retryMs = undefined;
    } else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
  }
}

/** A line without a colon is a field without a value; one that begins with a colon is a comment, whose name is empty. */
function fieldOf(line: string): [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}

/** Lines that have ended; what the stream breaks off in is dropped, as the standard says. */
async function* linesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: () => void,
): AsyncGenerator<string, void, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      // A CR at the end may be the first half of a CRLF.
      const parts = (rest + value).split(/\r\n|\n|\r(?!$)/);
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
