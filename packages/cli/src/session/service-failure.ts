import type { LonjaError } from '@lonja/client';
import { EXIT_CODE } from '../command/exit-codes.ts';
import type { Inputs } from '../command/inputs.ts';
import { CommandFailure } from '../errors.ts';
import { inInputWords } from './input-words.ts';
import type { Api, CredentialSource } from './open-api.ts';

const SIGN_IN = 'run "lonja login", or set LONJA_API_KEY';
const ON_401: Record<CredentialSource, string> = {
  none: `You are not signed in: ${SIGN_IN}.`,
  session: 'The session has ended: run "lonja login".',
  api_key: 'The stored API key is not valid any more: run "lonja login" again.',
  first_run: `The key of the first start is not valid any more: ${SIGN_IN}.`,
  option: 'The key given with --key is not valid.',
  variable: 'The key in LONJA_API_KEY is not valid.',
};

/** What the service refused, as a sentence that says what to do, with the exit code for it. */
export function serviceFailure(
  error: LonjaError,
  { source, connection }: Pick<Api, 'source' | 'connection'>,
  inputs: Inputs,
): CommandFailure {
  const { status, cause } = error;
  const message = inInputWords(error, inputs);
  const failed = (text: string, code: number) => new CommandFailure(text, code, { cause });
  if (error.error === 'invalid_credentials') return failed(message, EXIT_CODE.refused);
  if (status === 401) return failed(`${ON_401[source]} (${message})`, EXIT_CODE.refused);
  if (status === 403) return failed(`${message}${hintOn403(source)}`, EXIT_CODE.refused);
  if (status === 404) return failed(message, EXIT_CODE.notFound);
  if (status === 429) return failed(message, EXIT_CODE.limited);
  if (status === 0)
    return failed(`${message} ${hintOnSilence(error, connection.baseUrl)}`, EXIT_CODE.unavailable);
  if (status === 503) return failed(message, EXIT_CODE.unavailable);
  if (status >= 500) {
    return failed(
      `${message} Name the request ${error.request_id || 'by its time'} when you report this.`,
      EXIT_CODE.failed,
    );
  }
  return failed(message, EXIT_CODE.badInput);
}

function hintOn403(source: CredentialSource): string {
  return source !== 'session' && source !== 'none'
    ? ' This was asked with an API key; "lonja whoami" shows which.'
    : ' "lonja whoami" shows your role.';
}

function hintOnSilence({ error }: LonjaError, baseUrl: string): string {
  if (error === 'timeout') return `${baseUrl} is slow or does not answer.`;
  return error === 'invalid_reply'
    ? `Check the address ${baseUrl}.`
    : 'Start it, or name another one with --server or LONJA_SERVER.';
}
