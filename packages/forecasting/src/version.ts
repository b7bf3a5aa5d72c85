/**
 * The version of this library. Two installations with the same version forecast the same numbers from the same recipe and data: whatever
 * changes a number raises it, here and in package.json.
 */
export const LIBRARY_VERSION = '0.6.0';
