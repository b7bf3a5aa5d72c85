/**
 * Measures how long paths of prices take: of the quarter hours of one day and of a week, with the dependence of a year of past forecasts.
 * Run: node benchmarks/speed/paths.ts > benchmarks/speed/paths.md
 */
import { cpus, release, type } from 'node:os';
import { distributionOfQuarter, QUANTILE_LEVELS, quarterShare } from '@lonja/forecasting/distribution';
import { fitQuarterShape } from '@lonja/forecasting/horizon';
import { dayRange, deliveryPeriods } from '@lonja/forecasting/market';
import { assumedErrors, drawPaths, fitDependence, type PathPeriod } from '@lonja/forecasting/scenarios';

const HOURS = 24;
const QUARTERS = 96;
const PAST_FORECASTS = 364;
const PAST_QUARTER_DAYS = 56;
const COUNTS = [200, 1000];
const LENGTHS = [1, 7];
const ROUNDS = 51;
const STEPS = { before: 5, after: -5 };
const SPREAD = 40;

const lines = LENGTHS.flatMap((days) => {
  const errors = assumedErrors(PAST_FORECASTS, days * HOURS, 0.9);
  const residuals = assumedErrors(PAST_QUARTER_DAYS, QUARTERS, 0.9);
  const learn = () => ({ between: fitDependence(errors), withinDays: fitDependence(residuals) });
  const source = learn();
  const periods = quartersOf(days);
  const learning = `| dependence of ${PAST_FORECASTS} past forecasts of ${nameOf(days)} and of ${PAST_QUARTER_DAYS} days of quarter hours`;
  return [
    `${learning} | ${millisecondsOf(learn)} |`,
    ...COUNTS.map((count) => {
      const time = millisecondsOf(() => drawPaths(source, periods, { count }));
      return `| ${count} paths of the ${periods.length} quarter hours of ${nameOf(days)} | ${time} |`;
    }),
  ];
});

console.log(`# Speed of paths

Regenerate: \`node benchmarks/speed/paths.ts > benchmarks/speed/paths.md\`.

- machine: ${cpus()[0].model}, ${cpus().length} cores, ${type()} ${release()}; one thread
- Node ${process.versions.node}; made-up errors, which cost as much as any others

| | median of ${ROUNDS}, ms |
|---|---:|
${lines.join('\n')}`);

/** Quarter hours with distributions of any shape: the time does not depend on them. */
function quartersOf(days: number): PathPeriod[] {
  const learntFrom = dayRange('2026-01-01', '2026-01-28');
  const past = learntFrom.flatMap((day) => deliveryPeriods(day, 'PT15M'));
  const shape = fitQuarterShape(
    new Map(past.map(({ start }, i) => [start, 50 + 10 * Math.sin(i)])),
    learntFrom,
  );
  return Array.from({ length: days * QUARTERS }, (_, i) => {
    const slot = Math.floor(i / 4);
    const ofHour = QUANTILE_LEVELS.map((level) => slot + SPREAD * (level - 0.5));
    const place = { hour: slot % HOURS, quarter: i % 4, steps: STEPS };
    const day = Math.floor(i / QUARTERS);
    return {
      slot,
      distribution: distributionOfQuarter(ofHour, shape, place),
      quarter: { day, slot: i % QUARTERS, share: quarterShare(ofHour, shape, place) },
    };
  });
}

function millisecondsOf(work: () => unknown): string {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[ROUNDS >> 1].toFixed(1);
}

function nameOf(days: number): string {
  return days === 1 ? 'one day' : `${days} days`;
}
