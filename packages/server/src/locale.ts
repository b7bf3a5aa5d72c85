/** Languages that mail is written in and that the web application speaks. */
export const LOCALES = ['en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
