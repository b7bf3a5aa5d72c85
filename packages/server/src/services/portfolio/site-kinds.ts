export { SITE_KINDS, TECHNOLOGIES } from '../../store/site-schema.ts';
