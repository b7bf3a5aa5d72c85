import { degradedPt } from '@lonja/client/reasons/degraded-pt';
import type { TextsOf } from '../../i18n/catalogues.ts';

const { names, ...reasons } = degradedPt;

export const texts: TextsOf<'degraded'> = { reasons, names };
