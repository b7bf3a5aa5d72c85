/** Settings that a server may prefer to the forms in which the service reads. */
export const SERVER_PREFERENCES = {
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kolkata',
  extra_float_digits: '-15',
  bytea_output: 'escape',
};
