/** Year with its fraction, such as 2025.5, of a day number. */
export function fractionalYear(dayNumberValue: number): number {
  return 1970 + dayNumberValue / 365.2425;
}
