/** Of the commands that work on the service's database instead of asking the service. */
export const OPERATOR_NOTES =
  'Works on the database of the service: set DATA_DIR or DATABASE_URL as for npm start.';
