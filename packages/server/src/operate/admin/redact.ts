import { hideSecrets } from '../../ground/secrets/hide-secrets.ts';

const MAX_LENGTH = 500;

/** The first line of an error's message for people, without what can be a secret, at most 500 characters. */
export function redact(message: string): string {
  const [line] = message.split('\n', 1);
  const safe = hideSecrets(line);
  return safe.length <= MAX_LENGTH ? safe : `${safe.slice(0, MAX_LENGTH - 1)}…`;
}
