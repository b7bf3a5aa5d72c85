import type { Area, LanguageModule } from '../i18n/catalogues.ts';

export { texts as shell } from './es/shell.ts';

export const load: LanguageModule['load'] = (area: Area) => import(`./es/${area}.ts`);
