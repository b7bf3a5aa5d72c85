import { Agent, fetch } from 'undici';

/** Where an attack goes, and how often it tries. */
export interface Target {
  /** Without a slash at its end; on this machine, whose loopback addresses strangers come from. */
  baseUrl: string;
}

export interface Reply {
  status: number;
  text: string;
  /** `name=value` of each cookie that was set. */
  cookies: string[];
}

export interface Stranger {
  /** Sends JSON, or a form to where a token is asked for. */
  send(
    method: string,
    path: string,
    options?: { body?: object | undefined; token?: string | undefined; cookies?: readonly string[] },
  ): Promise<Reply>;
  close(): Promise<void>;
}

/** A caller with a network address of its own: 127.1.0.1, 127.1.0.2 and so on. */
export function createStranger({ baseUrl }: Target, number: number): Stranger {
  const localAddress = `127.1.${number >> 8}.${number & 255}`;
  const dispatcher = new Agent({ localAddress });
  return {
    async send(method, path, { body, token, cookies = [] } = {}) {
      const isForm = path === '/auth/token';
      const response = await fetch(`${baseUrl}/api/v1${path}`, {
        method,
        dispatcher,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && {
          body: isForm ? new URLSearchParams(Object.entries(body)) : JSON.stringify(body),
        }),
      });
      return {
        status: response.status,
        text: await response.text(),
        cookies: response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]),
      };
    },
    close: () => dispatcher.close(),
  };
}

/** How many replies had which status. */
export type StatusCounts = Record<number, number>;

export function countStatuses(replies: readonly Pick<Reply, 'status'>[]): StatusCounts {
  const counts: StatusCounts = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
