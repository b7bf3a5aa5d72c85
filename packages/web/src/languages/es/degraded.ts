import { degradedEs } from '@lonja/client/reasons/degraded-es';
import type { TextsOf } from '../../i18n/catalogues.ts';

const { names, ...reasons } = degradedEs;

export const texts: TextsOf<'degraded'> = { reasons, names };
