import type { RequestOptions } from './call.ts';
import { type ConnectionOptions, apiPathOf } from './connection.ts';
import type { ExportFile } from './generated/schemas.ts';
import { connectionError } from './lonja-error.ts';
import { sendRequest } from './send-request.ts';

/** A file of some megabytes may take longer than an answer. */
const TIMEOUT_MS = 600_000;

/**
 * The bytes of a file that a manifest of `client.exports` lists, once their number and SHA-256 are those of the manifest. What breaks off is
 * asked for again. Throws LonjaError: `invalid_reply` where the data have changed since the manifest was made, so that it is to be asked for
 * anew.
 */
export async function fetchExport(
  connection: ConnectionOptions,
  file: ExportFile,
  options: RequestOptions = {},
): Promise<Uint8Array> {
  const bytes = await readBytes(connection, apiPathOf(file.url), options);
  if (bytes.length !== file.bytes || (await sha256Of(bytes)) !== file.sha256) {
    const detail = `${file.name} is not the file of the manifest; ask for the manifest again, as the data may have changed.`;
    throw connectionError('invalid_reply', detail, null);
  }
  return bytes;
}

/**
 * The bytes that a read answers that is neither JSON nor CSV, such as a workbook: `path` is that of the route with its query, without the
 * prefix of the API. Throws LonjaError.
 */
export function fetchFile(
  connection: ConnectionOptions,
  path: string,
  options: RequestOptions = {},
): Promise<Uint8Array> {
  return readBytes(connection, path, options);
}

async function readBytes(
  connection: ConnectionOptions,
  path: string,
  options: RequestOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array();
  const whenGood: typeof fetch = async (...call) => {
    const response = await (connection.fetch ?? fetch)(...call);
    if (!response.ok) return response;
    bytes = new Uint8Array(await response.arrayBuffer());
    return new Response(null, { status: 204 });
  };
  const request = { method: 'GET', path, headers: {} };
  await sendRequest({ ...connection, fetch: whenGood }, request, { timeoutMs: TIMEOUT_MS, ...options });
  return bytes;
}

/** In hexadecimal digits, as manifests have it. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
