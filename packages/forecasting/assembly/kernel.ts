export { gram } from './gram';
export { applyAsinh, deviationMedian, median } from './scaling';
export { fillMatern, fillSquaredExponential } from './covariance';
export { appendToFactor, removeFromFactor, solveLower, solveUpper } from './factor';
export { advance, combineRows, nearestJoin } from './path';
export { factorize } from './cholesky';
export {
  drawGroups,
  fillHistogram,
  findSplit,
  partitionRows,
  subtractHistogram,
  subtractTree,
} from './trees';
