import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/** What went wrong at a provider, as a sentence for people. */
export interface ProviderFault {
  text: string;
  /** Whether the provider could not be asked, so that the same may work later. */
  isAway: boolean;
}

/** The metadata of a provider are those of another issuer. */
export class OtherIssuerError extends Error {
  override readonly name = 'OtherIssuerError';
}

const OTHER_ISSUER = 'It calls itself another issuer; write the issuer as its metadata has it.';

const LONGEST_WORD = 200;

const BY_CODE: Record<string, string> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'It did not answer as a provider of OpenID Connect does; check the issuer.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'It did not answer with JSON; check the issuer.',
  OAUTH_PARSE_ERROR: 'Its answer cannot be read; check the issuer.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: OTHER_ISSUER,
  OAUTH_KEY_SELECTION_FAILED: 'The ID token is signed with a key that is not among the published ones.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    'The ID token is not valid at this time; compare the clocks of the provider and of this service.',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'One of its addresses is not https.',
  OAUTH_MISSING_SERVER_METADATA: 'Its metadata lack an address that is needed.',
  OAUTH_INVALID_SERVER_METADATA: 'Its metadata have an address that is none.',
};

const BY_CLAIM: Record<string, string> = {
  aud: 'The ID token is for another client.',
  iss: 'The ID token is of another issuer.',
  nonce: 'The ID token belongs to another sign-in.',
  azp: 'The ID token was issued to another client.',
};

/** Puts an error of an exchange with a provider into words. Undefined: it is none of an exchange. */
export function providerFault(error: unknown): ProviderFault | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AuthorizationResponseError) {
    return final(`The provider refused the sign-in: ${wordsOf(error.error, error.error_description)}.`);
  }
  if (error instanceof ResponseBodyError) {
    return final(`The provider refused: ${wordsOf(error.error, error.error_description)}.`);
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return final('The provider does not accept the client; check client id and client secret.');
  }
  if (error instanceof ClientError) return faultOfClient(error);
  return faultOfNetwork(error);
}

/** The code that the provider gave with its refusal, such as `invalid_client`. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof WWWAuthenticateChallengeError) return 'invalid_client';
  return error instanceof ResponseBodyError ? error.error : undefined;
}

/** Whether an error came before any answer: of the transport, or because the address is forbidden. */
export function isOfTransport(error: unknown): boolean {
  const beneath = error instanceof ClientError ? error.cause : error;
  return beneath instanceof Error && faultOfNetwork(beneath) !== undefined;
}

function faultOfClient(error: ClientError): ProviderFault {
  const { code = '', cause } = error;
  // What the transport throws is passed on with a code of its own.
  const beneath = cause instanceof Error ? faultOfNetwork(cause) : undefined;
  if (beneath !== undefined) return beneath;
  if (code === '') return away('It cannot be reached.');
  if (code === 'OAUTH_TIMEOUT') return away('It did not answer in time.');
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') {
    const claim = claimIn(cause instanceof Error ? cause.cause : cause);
    return final((claim && BY_CLAIM[claim]) ?? 'A claim of the ID token is not as it should be.');
  }
  const status = statusIn(cause);
  if (status !== undefined && status >= 500) return away(`It answered with status ${status}.`);
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && status !== undefined && status >= 300) {
    return final(`It answered with status ${status}; check the issuer.`);
  }
  return final(BY_CODE[code] ?? `Its answer is not valid: ${shortened(error.message)}.`);
}

function faultOfNetwork(error: Error): ProviderFault | undefined {
  switch (error.name) {
    case 'ForbiddenTargetError':
      return final(
        `${error.message.replace(/\.$/, '')}; the operator can allow it with SIGN_IN_PRIVATE_ORIGINS.`,
      );
    case 'OtherIssuerError':
      return final(OTHER_ISSUER);
    case 'OversizedAnswerError':
      return final('Its answer is too large.');
    case 'TimeoutError':
    case 'AbortError':
      return away('It did not answer in time.');
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined || code.startsWith('OAUTH_') || code.startsWith('ERR_INVALID_ARG')) return undefined;
  return away(`It cannot be reached (${code}).`);
}

function wordsOf(code: string, description: string | undefined): string {
  const shown = shortened(code);
  return description === undefined ? shown : `${shown} (${shortened(description)})`;
}

/** A provider's words on one line and no longer than shown. */
function shortened(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST_WORD)
    .replace(/\.$/, '');
}

function claimIn(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null || !('claim' in cause)) return undefined;
  return typeof cause.claim === 'string' ? cause.claim : undefined;
}

function statusIn(cause: unknown): number | undefined {
  return cause instanceof Response ? cause.status : undefined;
}

const final = (text: string): ProviderFault => ({ text, isAway: false });
const away = (text: string): ProviderFault => ({ text, isAway: true });
