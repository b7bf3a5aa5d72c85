import { AppError } from '../../ground/errors.ts';

/** How a client says who it is. */
export interface ClientCredentials {
  id: string;
  secret: string;
}

/** The challenge of RFC 6749, 5.2. */
const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="Lonja", charset="UTF-8"' };

export function refusedClient(message: string, cause?: unknown): AppError {
  return new AppError('invalid_client', message, { headers: CHALLENGE, cause });
}

/**
 * Id and secret of a client from the header `Authorization: Basic` or from the form, never from both. Throws `invalid_client` or
 * `invalid_request`.
 */
export function readClient(
  authorization: string | undefined,
  form: { client_id?: string | undefined; client_secret?: string | undefined },
): ClientCredentials {
  if (authorization === undefined) {
    if (!form.client_id || !form.client_secret) {
      throw refusedClient(
        'Send the beginning of an API key (svc_ and 8 characters) as client_id and the key as client_secret, in the header Authorization (Basic) or in the form.',
      );
    }
    return { id: form.client_id, secret: form.client_secret };
  }
  const client = readBasic(authorization);
  if (form.client_secret || (form.client_id && form.client_id !== client.id)) {
    throw new AppError(
      'invalid_request',
      'Send client_id and client_secret once: in the header Authorization or in the form.',
    );
  }
  return client;
}

/** Both parts are encoded as in a form before they are joined and encoded in Base64 (RFC 6749, 2.3.1). */
function readBasic(authorization: string): ClientCredentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  const [id, secret, ...more] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':')
    .map(formDecoded);
  if (!id || !secret || more.length > 0) {
    throw refusedClient(
      'The header Authorization must read Basic, and in Base64 the beginning of an API key, a colon and the key, each encoded as in a form.',
    );
  }
  return { id, secret };
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
