/** Kinds of records whose changes the audit log shows, as the first part of an action. */
export const AUDITED = [
  'user',
  'sign_in',
  'credential',
  'invitation',
  'session',
  'api_key',
  'webhook',
  'settings',
  'site',
  'alert_rule',
  'ticket',
  'subscription',
  'limit',
  'tenant',
] as const;
export type Audited = (typeof AUDITED)[number];
