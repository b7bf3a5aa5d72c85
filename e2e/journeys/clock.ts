/**
 * What the clock of the journeys' service shows at its start, far from the browser's own: after the run of 12:05 in Madrid, on
 * the eve of the day of 25 hours.
 */
export const CLOCK_START = '2026-10-24T10:20:00Z';

export const TODAY = '2026-10-24';
export const TOMORROW = '2026-10-25';
export const TOMORROW_NAME = 'Sunday 25 October';
