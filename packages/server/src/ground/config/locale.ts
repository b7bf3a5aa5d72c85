/** Languages that mail is written in and of the web application. */
export const LOCALES = ['en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
