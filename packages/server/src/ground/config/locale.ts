/** Languages that mail is written in and of the web application. */
export const LOCALES = ['en', 'es', 'pt'] as const;
export type Locale = (typeof LOCALES)[number];

/** How numbers and dates are written in each. */
export const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en-GB', es: 'es-ES', pt: 'pt-PT' };
