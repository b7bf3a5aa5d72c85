/** Why the service itself disables a webhook endpoint. */
export const GONE_REASON = 'The endpoint answered 410 Gone.';
export const HOPELESS_REASON = 'Every attempt has failed for 120 hours.';
