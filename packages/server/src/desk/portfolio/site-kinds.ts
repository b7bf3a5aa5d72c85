export { SITE_KINDS, STORAGE_TECHNOLOGIES, TECHNOLOGIES } from '../../ground/database/site-schema.ts';
