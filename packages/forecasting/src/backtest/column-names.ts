/** Begins the name of a column that holds prices of the same hours in a later auction; a cell may be empty. */
export const LATER = 'later:';

/** Begins the name of a column that holds the cost of what sets prices, as was known before the day's auction. */
export const COST = 'cost:';

/** Name of a column that is 1 in the hours of a public holiday and 0 in others. */
export const HOLIDAY = 'holiday';

/** Name of a column that says when the other values of its row were issued. */
export const ISSUED = 'issued';
