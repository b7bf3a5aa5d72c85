/** What a reader must know of an answer before its figures. */
export function cautions({
  simulated,
  degraded = [],
}: {
  simulated: boolean;
  degraded?: string[];
}): string[] {
  return [
    ...(simulated ? ['SIMULATED: from the built-in market simulator, not the real market.'] : []),
    ...degraded.map((reason) => `Degraded: ${reason}.`),
  ];
}
