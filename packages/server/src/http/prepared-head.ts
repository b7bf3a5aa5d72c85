import {
  type Server,
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';

/** Headers as the text of a head, checked once: `sendPrepared` does not check them again. */
export function headText(headers: Iterable<readonly [name: string, value: string]>): string {
  let text = '';
  for (const [name, value] of headers) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return text;
}

/** An answer whose head is text already, but for what every answer of the server has. Without a body it is of a kind that has none. */
interface PreparedAnswer {
  status: number;
  head: string;
  body?: Buffer | string;
}

/**
 * Sends answers on connections that stay open. `writeHead` checks and joins all headers for every answer, which costs as much as
 * everything else that a reply from memory takes; what it leaves behind is the text in `_header`, so here the text is put there.
 */
export function createPreparedSender(
  server: Server,
): (response: ServerResponse, answer: PreparedAnswer) => void {
  let date = { second: 0, text: '' };
  /** The machine's time, which no other header tells. */
  function dateNow(): string {
    const second = Math.floor(Date.now() / 1000);
    if (second !== date.second) date = { second, text: new Date(second * 1000).toUTCString() };
    return date.text;
  }
  return (response, { status, head, body }) => {
    const timeout = Math.floor(server.keepAliveTimeout / 1000);
    const keepAlive = timeout > 0 ? `Keep-Alive: timeout=${timeout}\r\n` : '';
    Object.assign(response, {
      statusCode: status,
      _hasBody: body !== undefined,
      _header: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}Date: ${dateNow()}\r\nConnection: keep-alive\r\n${keepAlive}\r\n`,
    });
    if (body === undefined) response.end();
    else if (typeof body === 'string') response.end(body, 'latin1');
    else response.end(body);
  };
}
