/** What the exit code says. */
export const EXIT_CODE = {
  done: 0,
  failed: 1,
  badInput: 2,
  refused: 3,
  notFound: 4,
  limited: 5,
  unavailable: 6,
  attention: 7,
  unwell: 8,
} as const;

export const EXIT_CODES: [code: number, meaning: string][] = [
  [EXIT_CODE.done, 'done'],
  [EXIT_CODE.failed, 'the program is at fault, or the service is'],
  [EXIT_CODE.badInput, 'the input is at fault: an option, a file, a value that the service refuses'],
  [EXIT_CODE.refused, 'not signed in, or not allowed; a source of market data refuses to answer'],
  [EXIT_CODE.notFound, 'there is no such record, or no forecast yet'],
  [EXIT_CODE.limited, 'too many requests; the message says how long to wait'],
  [
    EXIT_CODE.unavailable,
    'the service or a source of market data cannot be reached or is overloaded; try again',
  ],
  [EXIT_CODE.attention, 'doctor, probe and upgrade alone: everything works, and something deserves a look'],
  [EXIT_CODE.unwell, 'doctor, probe, upgrade: something does not work; listen: an event was not accepted'],
];
