export { SITE_KINDS, STORAGE_TECHNOLOGIES, TECHNOLOGIES } from '../../store/site-schema.ts';
