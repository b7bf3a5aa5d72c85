import { appendLargest, type PiecewiseLine, SAME_POINT, type Segment, valueAt } from './piecewise-line.ts';
import {
  type BatteryLimits,
  IDLE_PREFERENCE,
  InfeasiblePlanError,
  type Movements,
  type PlanProblem,
} from './plan-problem.ts';

/** Changes of what is stored from `from` to `to`, MWh, and their money, which is straight between them, EUR. */
interface Change {
  from: number;
  to: number;
  money: number;
  slope: number;
}

/**
 * The plan of a battery, or of a battery and a plant behind one connection, that earns most at the expected prices when it charges or
 * discharges in a period, never both. What can still be earned depends on the stored energy alone, by a function of straight lines; it is
 * computed exactly from the last period back to the first (dynamic programming, Bellman 1957). Limits of cycles and risk aversion
 * are not kept to. Takes the time of its periods times the points of that function, which are some tens. Throws InfeasiblePlanError.
 */
export function planByStoredEnergy(problem: PlanProblem, battery: BatteryLimits): Movements {
  const { startMwh, endMwh, energyMwh } = battery;
  const ends = energyMwh - endMwh < SAME_POINT ? [energyMwh] : [endMwh, energyMwh];
  const changes = Array.from(problem.prices, (_, t) => changesOf(problem, battery, t));
  const values: PiecewiseLine[] = [{ x: ends, y: ends.map(() => 0) }];
  for (const ofPeriod of changes.toReversed())
    values.push(valueBefore(values[values.length - 1], ofPeriod, energyMwh));
  values.reverse();
  const [{ x }] = values;
  if (startMwh < x[0] - SAME_POINT || startMwh > x[x.length - 1] + SAME_POINT)
    throw new InfeasiblePlanError();
  let storedMwh = startMwh;
  const stored = Float64Array.from(changes, (ofPeriod, t) => {
    storedMwh = bestAfter(storedMwh, ofPeriod, values[t + 1]);
    return storedMwh;
  });
  const powers = stored.map((after, t) =>
    powerOf(after - (t === 0 ? startMwh : stored[t - 1]), problem, battery),
  );
  return {
    chargeMw: powers.map((mw) => Math.max(-mw, 0)),
    dischargeMw: powers.map((mw) => Math.max(mw, 0)),
    storedMwh: stored,
    loadMw: powers.map(() => 0),
    curtailedMw: powers.map((mw, t) => curtailedAt(mw, problem, t)),
    gapEur: undefined,
  };
}

/** The battery's power, feeding in positive, that changes what is stored by so much in a period. */
function powerOf(changeMwh: number, { periodHours }: PlanProblem, { efficiency }: BatteryLimits): number {
  const oneWay = Math.sqrt(efficiency);
  return (changeMwh > 0 ? -changeMwh / oneWay : -changeMwh * oneWay) / periodHours;
}

function changeOf(mw: number, { periodHours }: PlanProblem, { efficiency }: BatteryLimits): number {
  const oneWay = Math.sqrt(efficiency);
  return -periodHours * (mw < 0 ? mw * oneWay : mw / oneWay);
}

/** How much generation is best held back beside a power of the battery. */
function curtailedAt(mw: number, problem: PlanProblem, t: number): number {
  const { prices, generationMw, offerFloor, connectionMw = Number.POSITIVE_INFINITY } = problem;
  if (offerFloor === undefined) return 0;
  const generated = generationMw?.[t] ?? 0;
  const least = Math.max(generated + mw - connectionMw, 0);
  const most = Math.min(generated, generated + mw + connectionMw);
  return offerFloor > prices[t] ? most : least;
}

/** What the battery can do to the stored energy in a period, by pieces over which its money is straight; none where nothing fits. */
function changesOf(problem: PlanProblem, battery: BatteryLimits, t: number): Change[] {
  const { periodHours, prices, generationMw, offerFloor, connectionMw = Number.POSITIVE_INFINITY } = problem;
  const generated = generationMw?.[t] ?? 0;
  const curtailable = offerFloor === undefined ? 0 : generated;
  const lowest = Math.max(-battery.powerMw, -connectionMw - generated);
  const highest = Math.min(battery.powerMw, connectionMw - generated + curtailable);
  const moneyOf = (mw: number) => {
    const curtailed = curtailedAt(mw, problem, t);
    const market = prices[t] * (generated - curtailed + mw) + (offerFloor ?? 0) * curtailed;
    return periodHours * (market - battery.wearCost * Math.max(mw, 0) - IDLE_PREFERENCE * Math.max(-mw, 0));
  };
  const corners = [highest, lowest, 0, connectionMw - generated, curtailable - connectionMw - generated]
    .filter((mw) => mw >= lowest && mw <= highest)
    .sort((a, b) => b - a)
    .filter((mw, i, all) => i === 0 || all[i - 1] - mw > SAME_POINT);
  const pieces =
    corners.length === 1 ? [[corners[0], corners[0]]] : corners.slice(1).map((mw, i) => [corners[i], mw]);
  return pieces.map(([high, low]) => {
    const [from, to] = [changeOf(high, problem, battery), changeOf(low, problem, battery)];
    const money = moneyOf(high);
    return { from, to, money, slope: to > from ? (moneyOf(low) - money) / (to - from) : 0 };
  });
}

/**
 * The most money from a period on by what is stored before it: the largest, over the changes, of their money and the value of what is stored
 * after them. A change that is best lies at an end of its piece or leads to a corner of `after`.
 */
function valueBefore(after: PiecewiseLine, changes: readonly Change[], energyMwh: number): PiecewiseLine {
  const [lowest, highest] = [after.x[0], after.x[after.x.length - 1]];
  const first = Math.max(0, lowest - Math.max(...changes.map(({ to }) => to)));
  const last = Math.min(energyMwh, highest - Math.min(...changes.map(({ from }) => from)));
  if (!(first <= last)) throw new InfeasiblePlanError();
  const cuts = changes
    .flatMap(({ from, to }) => after.x.flatMap((x) => [x - from, x - to]))
    .filter((cut) => cut > first && cut < last);
  const sorted = [first, ...cuts.sort((a, b) => a - b), last];
  const before: PiecewiseLine = { x: [], y: [] };
  sorted.slice(1).forEach((end, i) => {
    const start = sorted[i];
    if (end - start < SAME_POINT && before.x.length > 0) return;
    const segments = changes.flatMap((change) => segmentsOf(change, after, { start, end }));
    if (segments.length > 0) appendLargest(before, segments, { start, end });
  });
  return before;
}

/** The values by a piece's both ends and by the best corner between them, over an interval in which none comes or goes. */
function segmentsOf(
  { from, to, money, slope }: Change,
  after: PiecewiseLine,
  { start, end }: { start: number; end: number },
): Segment[] {
  const middle = (start + end) / 2;
  const [least, most] = [middle + from, middle + to];
  const [lowest, highest] = [after.x[0] - SAME_POINT, after.x[after.x.length - 1] + SAME_POINT];
  const moneyOf = (stored: number, to: number) => money + slope * (to - stored - from) + valueAt(after, to);
  const segments: Segment[] = [];
  for (const change of [from, to]) {
    if (middle + change < lowest || middle + change > highest) continue;
    segments.push([moneyOf(start, start + change), moneyOf(end, end + change)]);
  }
  let corner: number | undefined;
  after.x.forEach((x) => {
    if (x < least || x > most) return;
    if (corner === undefined || moneyOf(middle, x) > moneyOf(middle, corner)) corner = x;
  });
  if (corner !== undefined) segments.push([moneyOf(start, corner), moneyOf(end, corner)]);
  return segments;
}

/** What is best stored after a period. */
function bestAfter(stored: number, changes: readonly Change[], after: PiecewiseLine): number {
  const [lowest, highest] = [after.x[0], after.x[after.x.length - 1]];
  let best = { after: stored, money: Number.NEGATIVE_INFINITY };
  for (const { from, to, money, slope } of changes) {
    const least = Math.max(stored + from, lowest);
    const most = Math.min(stored + to, highest);
    if (least > most + SAME_POINT) continue;
    for (const x of [least, Math.max(least, most), ...after.x.filter((x) => x > least && x < most)]) {
      const earned = money + slope * (x - stored - from) + valueAt(after, x);
      if (earned > best.money) best = { after: x, money: earned };
    }
  }
  return best.after;
}
