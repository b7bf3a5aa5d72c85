import type { EpfData } from '@lonja/forecasting';
import type { PriceLimits } from '@lonja/forecasting/distribution';

/** A price at an end of the range that so large a share of the others equals is likely to be a limit of the market. */
const LIKELY_SHARE = 0.005;
const FEWEST_AT_LIMIT = 5;

/** What prices say of the limits that were named, or of limits that were not. */
export function limitNotes({ periods }: Pick<EpfData, 'periods'>, limits: PriceLimits | undefined): string[] {
  const prices = periods.map(({ price }) => price);
  const lowest = prices.reduce((least, price) => Math.min(least, price), Infinity);
  const highest = prices.reduce((most, price) => Math.max(most, price), -Infinity);
  const isLimit = (limit: number) => {
    const count = prices.filter((price) => price === limit).length;
    return count >= Math.max(FEWEST_AT_LIMIT, LIKELY_SHARE * prices.length);
  };
  const likely = (limit: number, what: string) =>
    Math.abs(limits?.[what === 'cap' ? 'highest' : 'lowest'] ?? Infinity) === Infinity && isLimit(limit)
      ? [
          `The ${what === 'cap' ? 'highest' : 'lowest'} price, ${limit}, came often: if it is the ${what} of the market, name it with --${what} ${limit}.`,
        ]
      : [];
  const beyond = limits && prices.filter((price) => price < limits.lowest || price > limits.highest).length;
  return [
    ...(lowest === highest ? [] : [...likely(lowest, 'floor'), ...likely(highest, 'cap')]),
    ...(beyond ? [`${beyond} prices of the file lie beyond the floor or the cap; forecasts do not.`] : []),
  ];
}
