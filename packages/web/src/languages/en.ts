import type { Area, LanguageModule } from '../i18n/catalogues.ts';

export { texts as shell } from './en/shell.ts';

export const load: LanguageModule['load'] = (area: Area) => import(`./en/${area}.ts`);
