import { rememberSearch, settledUntil } from './settled-search.ts';
import type { Panel } from '../data/panel.ts';
import { type PriceStretch, fitPriceStretch, unstretchPrice } from '../target/price-stretch.ts';
import { type Step, shareOfSteps, stepBetween } from '../combine/share-of-steps.ts';
import { stretchedPanel } from '../target/stretched-panel.ts';
import { createWitness } from './probe-model.ts';

/** Days whose prices say where they crowd. */
const SHAPE_DAYS = 364;

/** Days of prices below which nothing is stretched. */
const FEWEST_SHAPE_DAYS = 182;

/** The year on which a stretch has to prove itself, in spans of which each is stretched as the days before it say. */
const SPANS = 4;
const SPAN_DAYS = 91;

/** Days before a span from which its forecasts learn at first. */
const WARM_UP_DAYS = 182;

/** Of the way to normally distributed prices. */
const MOST_SHARE = 0.9;

/** A share below this is none. */
const LEAST_SHARE = 0.05;

/** By how much a whole stretch must lessen the errors of the past before it counts as an improvement. */
const RESERVE = 0.03;

const witness = createWitness(WARM_UP_DAYS + SPAN_DAYS);

/**
 * How prices of this market are best stretched for a forecast of row `target`, undefined where they are left as they are: by the shape
 * of the prices of a year, as far as that would have lessened the errors of a process in each quarter of the last year, stretched by the
 * year before the quarter. Settings were chosen on days outside the test spans, see "Prices are stretched where they crowd" in
 * docs/decisions.md.
 */
export function priceStretchFor(panel: Panel, target: number): PriceStretch | undefined {
  const until = settledUntil(panel, target);
  const from = Math.max(0, until - SPANS * SPAN_DAYS - SHAPE_DAYS);
  if (until - from < FEWEST_SHAPE_DAYS + SPAN_DAYS) return undefined;
  // A fit also sees which inputs are known on the day behind those that it learns from.
  return search(panel, { from, until: until + 1 });
}

const search = rememberSearch((panel, rows): PriceStretch | undefined => {
  const { from } = rows;
  const until = rows.until - 1;
  const steps: Step[] = [];
  for (let start = until - SPANS * SPAN_DAYS; start < until; start += SPAN_DAYS) {
    if (start - from >= FEWEST_SHAPE_DAYS) steps.push(...stepsOfSpan(panel, start));
  }
  const share = shareOfSteps(steps, RESERVE);
  return share < LEAST_SHARE ? undefined : stretchBefore(panel, until, share * MOST_SHARE);
});

function stretchBefore({ price, slotsPerDay }: Panel, row: number, share: number): PriceStretch | undefined {
  return fitPriceStretch(
    price.subarray(Math.max(0, row - SHAPE_DAYS) * slotsPerDay, row * slotsPerDay),
    share,
  );
}

/** What a whole stretch changes in the forecasts of the days of a span. */
function stepsOfSpan(panel: Panel, start: number): Step[] {
  const { slotsPerDay } = panel;
  const stretch = stretchBefore(panel, start, MOST_SHARE);
  if (stretch === undefined) return [];
  const [plain, stretched] = [panel, stretchedPanel(panel, stretch)].map((seen) =>
    witness(seen, start + SPAN_DAYS),
  );
  return [...plain].flatMap(([row, forecast]) => {
    const other = stretched.get(row);
    if (row < start || other === undefined) return [];
    const actual = panel.price.subarray(row * slotsPerDay, (row + 1) * slotsPerDay);
    const unstretched = other.map((value) => unstretchPrice(stretch, value));
    return [stepBetween(forecast, unstretched, actual)];
  });
}
