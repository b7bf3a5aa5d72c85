/** Where every route of the API begins. */
export const API_PREFIX = '/api/v1';
