export const HEADLINE_DAYS = 30;
